// Tests four rays against a triangle, and keeps the nearest hits.

import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::hits::{MeshHits, MeshRays};
import package::cast::mesh::view::{MeshTriangle, orthographic};

// Tests four rays; WGSL has no vectors of vectors, so the test is written out.
fn intersect_four(rays: MeshRays, triangle: MeshTriangle, id: u32, hits: MeshHits) -> MeshHits {
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
  if TRANSLUCENT { taken &= (depth > rays.last.depth) | ((depth == rays.last.depth) & (vec4u(id) > rays.last.triangle)); }
  return MeshHits(select(hits.depth, depth, taken), select(hits.triangle, vec4u(id), taken));
}
