// An invocation's rays in the view of the meshes, and the triangles that they meet next.

import package::bvh::tree::slots;
import package::cast::ray::hit::{Hit, NO_TRIANGLE};
@if(quads) import package::cast::ray::four::{Bools, Floats, Uints, next_ray, nth_float, nth_uint};
@else import package::cast::ray::one::{Bools, Floats, Uints, next_ray, nth_float, nth_uint};

struct MeshRays {
  // Places at depth 1 in perspective, at any depth in parallel projection.
  x: Floats,
  y: Floats,
  present: Bools,
  // The hits that they have met last: where surfaces are translucent, only what is behind them counts.
  last: MeshHits,
}

// NO_TRIANGLE where there is none. Hits of the tree call a triangle by its slot.
struct MeshHits {
  depth: Floats,
  triangle: Uints,
}

// The number that a triangle which was hit has among those of all meshes.
fn triangle_of(named: u32) -> u32 {
  @if(!primary_bvh) return named;
  @else return select(slots[named].id, NO_TRIANGLE, named == NO_TRIANGLE);
}

// Hits before all that a ray may hit.
fn before_all_hits() -> MeshHits {
  return MeshHits(Floats(-1.0), Uints(NO_TRIANGLE));
}

fn hit_of(hits: MeshHits, n: u32) -> Hit {
  return Hit(nth_float(hits.depth, n), nth_uint(hits.triangle, n));
}

// The first ray from `n` on that hits a triangle, or RAYS.
fn next_hit(hits: MeshHits, n: u32) -> u32 {
  return next_ray(hits.triangle != Uints(NO_TRIANGLE), n);
}
