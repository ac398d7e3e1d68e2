// The box of every node of the binary tree.

import package::bvh::box::Box;
import package::bvh::box_pyramid::range_box;
import package::bvh::mesh_size::MeshSize;
import package::bvh::build::radix_node::RadixNode;

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> nodes: array<RadixNode>;
@group(0) @binding(3) var<storage, read_write> node_boxes: array<Box>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i + 1u < size.triangles; i += groups.x * width) {
    node_boxes[i] = range_box(size.triangles, nodes[i].first, nodes[i].last);
  }
}
