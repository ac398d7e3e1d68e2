// Finds the triangles that primary rays hit next, an invocation each. Bins are visited slab by slab, front to back, Patidar and
// Narayanan's algorithm 1; unlike there, a ray goes on after a slab that gave it a hit until what follows lies behind the hit.

import package::cast::frame::image::grid;
import package::cast::mesh::bins::{bin_items, bin_range, frame_slabs, triangles};
import package::cast::mesh::hits::MeshRays;
import package::cast::mesh::trace::intersect_one::intersect_one;
import package::cast::mesh::trace::trace::{MeshTrace, start_trace};
import package::cast::mesh::view::MeshTriangle;
import package::cast::ray::rays::invocations;
import package::tiles::slabs::is_beyond;

// Each invocation loads a triangle of a batch, as many of them as there is memory for on every adapter.
override batch_size = min(invocations, 256u);
var<workgroup> batch: array<MeshTriangle, batch_size>;
var<workgroup> batch_items: array<u32, batch_size>;
var<workgroup> rays_left: atomic<u32>;

// All invocations of the workgroup must call it.
fn trace_meshes(rays: MeshRays, tile: u32, local: u32) -> MeshTrace {
  let slabs = frame_slabs();
  var trace = start_trace();
  for (var slab = 0u; slab < grid.slabs; slab += 1u) {
    let range = bin_range(tile, slab);
    if range.first == range.end {
      continue;
    }
    let tested = rays.present && !is_beyond(slabs, slab, trace.hits.depth);
    if !any_left(local, tested) {
      break;
    }
    trace.tests += select(0u, range.end - range.first, tested);
    for (var first = range.first; first < range.end; first += batch_size) {
      let size = min(batch_size, range.end - first);
      if local < size {
        let item = bin_items[first + local];
        batch_items[local] = item;
        batch[local] = triangles[item];
      }
      workgroupBarrier();
      if tested {
        for (var index = 0u; index < size; index += 1u) {
          trace.hits = intersect_one(rays, batch[index], batch_items[index], trace.hits);
        }
      }
      workgroupBarrier();
    }
  }
  return trace;
}

// All invocations of the workgroup must call it.
fn any_left(local: u32, left: bool) -> bool {
  if local == 0u {
    atomicStore(&rays_left, 0u);
  }
  workgroupBarrier();
  if left {
    atomicStore(&rays_left, 1u);
  }
  return workgroupUniformLoad(&rays_left) > 0u;
}
