// Finds out, when vertices have moved, which triangles cannot be drawn.

import package::cast::mesh::geometry::mark_face::{mark_face, part};

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.triangles; index += groups.x * width) {
    _ = mark_face(index);
  }
}
