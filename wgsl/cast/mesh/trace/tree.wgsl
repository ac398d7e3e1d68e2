// Finds the triangle that a primary ray hits next through the tree of all meshes, without barriers.

import package::cast::light::tree_ray::{before_tree_hits, nearest_hit, primary_ray, space};
import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::bins::view;
import package::cast::mesh::hits::{MeshHits, MeshRays};
import package::cast::mesh::trace::trace::{MeshTrace, start_trace};
import package::cast::ray::hit::{FARTHEST, NO_TRIANGLE};

fn trace_meshes(rays: MeshRays, tile: u32, local: u32) -> MeshTrace {
  if !rays.present {
    return start_trace();
  }
  var last = before_tree_hits();
  if TRANSLUCENT {
    last.t = rays.last.depth * space.per_view_length;
    last.slot = rays.last.triangle;
  }
  let hit = nearest_hit(primary_ray(vec2f(rays.x, rays.y)), last, view.cull);
  // The factor is a power of two, which does not round, so that rays continue right behind it.
  let depth = select(hit.t / space.per_view_length, FARTHEST, hit.slot == NO_TRIANGLE);
  return MeshTrace(MeshHits(depth, hit.slot), hit.tests);
}

fn any_left(local: u32, left: bool) -> bool {
  return left;
}
