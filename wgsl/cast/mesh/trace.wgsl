// Finds the triangles that primary rays hit next. Bins are visited slab by slab, front to back, Patidar and Narayanan's
// algorithm 1; unlike there, a ray goes on after a slab that gave it a hit until what follows lies behind the hit.

import package::cast::frame::image::grid;
import package::cast::mesh::bins::{bin_items, bin_range, frame_slabs, tile_range, triangles, view};
import package::cast::mesh::intersect::intersect;
import package::cast::ray::hit::{FARTHEST, NO_TRIANGLE};
import package::cast::mesh::hits::{MeshHits, MeshRays};
import package::cast::ray::rays::{Floats, Uints, any_left, invocations};
import package::cast::mesh::view::MeshTriangle;
import package::cast::light::tree_ray::{before_tree_hits, nearest_hit, primary_ray, space};
import package::tiles::slabs::{is_beyond, slab_of};

struct MeshTrace {
  hits: MeshHits,
  // Tests of each ray.
  tests: Uints,
}

fn start_trace() -> MeshTrace {
  let hits = MeshHits(Floats(FARTHEST), Uints(NO_TRIANGLE));
  return MeshTrace(hits, Uints(0u));
}

// Has no barriers: each invocation reads the triangles for itself, and leaves by itself. A tile's slabs follow each other, so
// that one loop goes through all of them: SwiftShader runs the body of a loop at least once, even of an empty one.
@if(quads)
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
    trace.hits = intersect(rays, triangle, item, trace.hits);
  }
  return trace;
}

// Traverses the tree of all meshes, without barriers.
@if(primary_bvh)
fn trace_meshes(rays: MeshRays, tile: u32, local: u32) -> MeshTrace {
  if !rays.present {
    return start_trace();
  }
  var last = before_tree_hits();
  @if(translucent) last.t = rays.last.depth * space.per_view_length;
  @if(translucent) last.slot = rays.last.triangle;
  let hit = nearest_hit(primary_ray(vec2f(rays.x, rays.y)), last, view.cull);
  // The factor is a power of two, which does not round, so that rays continue right behind it.
  let depth = select(hit.t / space.per_view_length, FARTHEST, hit.slot == NO_TRIANGLE);
  let hits = MeshHits(depth, hit.slot);
  return MeshTrace(hits, hit.tests);
}

// Each invocation loads a triangle of a batch, as many of them as there is memory for on every adapter.
override batch_size = min(invocations, 256u);
var<workgroup> batch: array<MeshTriangle, batch_size>;
var<workgroup> batch_items: array<u32, batch_size>;

// All invocations of the workgroup must call it.
@if(!quads && !primary_bvh)
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
          trace.hits = intersect(rays, batch[index], batch_items[index], trace.hits);
        }
      }
      workgroupBarrier();
    }
  }
  return trace;
}
