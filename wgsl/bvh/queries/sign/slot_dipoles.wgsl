// The dipole of every triangle, in the order of the tree's leaves.

import package::bvh::box::Box;
import package::bvh::queries::sign::dipole::{Dipole, farthest_corner, root_units};
import package::bvh::mesh_size::MeshSize;
import package::bvh::tree::{nodes, slots};

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> boxes: array<Box>;
@group(0) @binding(2) var<storage, read_write> dipoles: array<Dipole>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let units = root_units(nodes[0]);
  for (var slot = id.x; slot < size.triangles; slot += groups.x * width) {
    let triangle = slots[slot];
    let normal = 0.5 * cross((triangle.b - triangle.a) * units, (triangle.c - triangle.a) * units);
    let center = (triangle.a + triangle.b + triangle.c) / 3.0;
    let radius = farthest_corner(boxes[slot], center, units);
    // One that is not there has its corners at zero.
    dipoles[slot] = Dipole(center, radius, normal, length(normal));
  }
}
