// Tests a ray against a triangle, and keeps the nearest hit.

import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::edges::{edges_of_camera, is_inside};
import package::cast::mesh::hits::{MeshHits, MeshRays};
import package::cast::mesh::view::MeshTriangle;

// The lower id wins among hits at the same distance, so that the order of the tests makes no difference.
fn intersect_one(rays: MeshRays, triangle: MeshTriangle, id: u32, hits: MeshHits) -> MeshHits {
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
  let is_next = is_nearer
    && (!TRANSLUCENT || depth > rays.last.depth || (depth == rays.last.depth && id > rays.last.triangle));
  if sum != 0.0 && depth > 0.0 && is_next {
    return MeshHits(depth, id);
  }
  return hits;
}
