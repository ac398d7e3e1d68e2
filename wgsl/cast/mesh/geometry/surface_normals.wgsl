// Finds out, when vertices have moved, which triangles cannot be drawn, and sums up the normals of the others at each vertex.

import package::cast::mesh::face::MeshFace;
import package::cast::mesh::geometry::mark_face::{mark_face, part};
import package::cast::mesh::geometry::part::NORMAL_SCALE;

// Fixed point: sums of integers are the same in any order.
@group(0) @binding(4) var<storage, read_write> normal_sums: array<atomic<i32>>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.triangles; index += groups.x * width) {
    let surface = mark_face(index);
    if !surface.skip {
      add_normals(surface.face, surface.ab, surface.ac);
    }
  }
}

// Each corner's normal has the weight of its angle: G. Thürmer and C. A. Wüthrich, "Computing vertex normals from
// polygonal facets", 1998.
fn add_normals(face: MeshFace, ab: vec3f, ac: vec3f) {
  let size = max(length(ab), length(ac));
  let u = ab / size;
  let v = ac / size;
  let normal = cross(u, v);
  let area = length(normal);
  if area == 0.0 {
    return;
  }
  let w = v - u;
  let cosines = vec3f(dot(u, v), -dot(u, w), dot(v, w));
  // A loop, since compilers inline `atan2` at each call. All three corners are alike: triangles that differ in their order alone must
  // cancel where they face opposite ways.
  for (var corner = 0u; corner < 3u; corner += 1u) {
    add_normal(face[corner], normal * (atan2(area, cosines[corner]) / area));
  }
}

fn add_normal(vertex: u32, normal: vec3f) {
  let fixed = vec3i(round(normal * NORMAL_SCALE));
  atomicAdd(&normal_sums[3u * vertex], fixed.x);
  atomicAdd(&normal_sums[3u * vertex + 1u], fixed.y);
  atomicAdd(&normal_sums[3u * vertex + 2u], fixed.z);
}
