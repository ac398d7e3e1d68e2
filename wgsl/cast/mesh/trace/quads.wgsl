// Finds the triangles that four primary rays hit next, bin by bin, front to back.

import package::cast::mesh::bins::{bin_items, frame_slabs, tile_range, triangles};
import package::cast::mesh::hits::MeshRays;
import package::cast::mesh::trace::intersect_four::intersect_four;
import package::cast::mesh::trace::trace::{MeshTrace, start_trace};
import package::tiles::slabs::slab_of;

// Has no barriers: each invocation reads the triangles for itself, and leaves by itself. A tile's slabs follow each other, so
// that one loop goes through all of them: SwiftShader runs the body of a loop at least once, even of an empty one.
fn trace_meshes(rays: MeshRays, tile: u32, local: u32) -> MeshTrace {
  let slabs = frame_slabs();
  let range = tile_range(tile);
  var trace = start_trace();
  for (var index = range.first; index < range.end; index += 1u) {
    let item = bin_items[index];
    let triangle = triangles[item];
    // Four times `is_beyond`.
    let beyond = (trace.hits.depth - slabs.near) * slabs.scale < vec4f(f32(slab_of(slabs, triangle.a.w)));
    let tested = rays.present & !beyond;
    if !any(tested) {
      break;
    }
    trace.tests += select(vec4u(0u), vec4u(1u), tested);
    trace.hits = intersect_four(rays, triangle, item, trace.hits);
  }
  return trace;
}

fn any_left(local: u32, left: vec4<bool>) -> bool {
  return any(left);
}
