// Tests an invocation's rays against a triangle, and keeps the nearest hits.

import package::cast::mesh::edges::{edges_of_camera, is_inside};
import package::cast::mesh::hits::{MeshHits, MeshRays};
import package::cast::mesh::view::{MeshTriangle, orthographic};

// The lower id wins among hits at the same distance, so that the order of the tests makes no difference.
@if(!quads)
fn intersect(rays: MeshRays, triangle: MeshTriangle, id: u32, hits: MeshHits) -> MeshHits {
  let film = vec2f(rays.x, rays.y);
  let edges = edges_of_camera(film, triangle);
  if !is_inside(edges) {
    return hits;
  }
  let e = edges.minuends - edges.subtrahends;
  let sum = e.x + e.y + e.z;
  let interpolated = (e.x * triangle.a.z + e.y * triangle.b.z + e.z * triangle.c.z) / sum;
  // Rounding must not put a hit before the slab that its triangle is in.
  let depth = max(interpolated, triangle.a.w);
  let is_nearer = depth < hits.depth || (depth == hits.depth && id < hits.triangle);
  @if(!translucent) let is_next = is_nearer;
  @else let is_next = is_nearer
    && (depth > rays.last.depth || (depth == rays.last.depth && id > rays.last.triangle));
  if sum != 0.0 && depth > 0.0 && is_next {
    return MeshHits(depth, id);
  }
  return hits;
}

// Tests four rays; WGSL has no vectors of vectors, so the test is written out.
@else
fn intersect(rays: MeshRays, triangle: MeshTriangle, id: u32, hits: MeshHits) -> MeshHits {
  if orthographic {
    return intersect_sheared(
      triangle.a.x - rays.x, triangle.a.y - rays.y,
      triangle.b.x - rays.x, triangle.b.y - rays.y,
      triangle.c.x - rays.x, triangle.c.y - rays.y,
      rays, triangle, id, hits,
    );
  }
  return intersect_sheared(
    triangle.a.x - rays.x * triangle.a.z, triangle.a.y - rays.y * triangle.a.z,
    triangle.b.x - rays.x * triangle.b.z, triangle.b.y - rays.y * triangle.b.z,
    triangle.c.x - rays.x * triangle.c.z, triangle.c.y - rays.y * triangle.c.z,
    rays, triangle, id, hits,
  );
}

fn intersect_sheared(
  ax: vec4f, ay: vec4f, bx: vec4f, by: vec4f, cx: vec4f, cy: vec4f,
  rays: MeshRays, triangle: MeshTriangle, id: u32, hits: MeshHits,
) -> MeshHits {
  let minuend_a = cx * by;
  let minuend_b = ax * cy;
  let minuend_c = bx * ay;
  let subtrahend_a = cy * bx;
  let subtrahend_b = ay * cx;
  let subtrahend_c = by * ax;
  let inside =
    ((minuend_a >= subtrahend_a) & (minuend_b >= subtrahend_b) & (minuend_c >= subtrahend_c)) |
    ((minuend_a <= subtrahend_a) & (minuend_b <= subtrahend_b) & (minuend_c <= subtrahend_c));
  if !any(inside) {
    return hits;
  }
  let a = minuend_a - subtrahend_a;
  let b = minuend_b - subtrahend_b;
  let c = minuend_c - subtrahend_c;
  let sum = a + b + c;
  let depth = max((a * triangle.a.z + b * triangle.b.z + c * triangle.c.z) / sum, vec4f(triangle.a.w));
  let nearer = (depth < hits.depth) | ((depth == hits.depth) & (vec4u(id) < hits.triangle));
  var taken = inside & (sum != vec4f(0.0)) & (depth > vec4f(0.0)) & nearer;
  @if(translucent) taken &= (depth > rays.last.depth) | ((depth == rays.last.depth) & (vec4u(id) > rays.last.triangle));
  return MeshHits(select(hits.depth, depth, taken), select(hits.triangle, vec4u(id), taken));
}
