// Rays in the space of the tree of all meshes, and the triangles that they hit there: watertight, as mesh_edges.wgsl says.

import package::bvh::segment::invert;
import package::bvh::slot_triangle::{NO_TRIANGLE, SlotTriangle};
import package::bvh::tree::slots;
import package::bvh::traversal::ray::{DONE, TraversalRay, traversal_ray};
import package::bvh::traversal::any_order::{next_leaf, start_traversal};
import package::bvh::traversal::near_first::{next_near_leaf, start_near_traversal};
import package::bvh::wide_node::{leaf_count, leaf_first};
import package::cast::ray::hit::FARTHEST;
import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::arena::faces;
import package::cast::mesh::bins::view;
import package::cast::mesh::view::orthographic;
import package::cast::mesh::edges::{EdgeProducts, edge_barycentrics, edge_products, is_inside};
import package::cast::mesh::material::{IMAGE_COUNT, is_blocking, material_images, materials};
import package::cast::mesh::geometry::part::MeshSpace;
import package::cast::mesh::surface_point::{SurfacePoint, mesh_normal, normal_between, smooth_normals};

@group(0) @binding(27) var<uniform> space: MeshSpace;

struct TreeRay {
  start: vec3f,
  direction: vec3f,
}

// A hit of the tree, in lengths of the ray's direction. The slot is NO_TRIANGLE if there is none.
struct TreeHit {
  t: f32,
  slot: u32,
  // Tests that it took to find it.
  tests: u32,
}

// A hit before all that a ray may hit.
fn before_tree_hits() -> TreeHit {
  return TreeHit(-1.0, NO_TRIANGLE, 0u);
}

// The direction is unnormalised, so that t equals view depth.
fn primary_ray(film: vec2f) -> TreeRay {
  let aside = film.x * view.right + film.y * view.up;
  if orthographic { return TreeRay(space.eye + space.per_view_length * aside, view.forward); }
  return TreeRay(space.eye, view.forward + aside);
}

// A ray's direction as S. Woop, C. Benthin and I. Wald shear it: "Watertight ray/triangle intersection", JCGT 2(1), 2013.
struct Shear {
  // The axis along which it is the longest: it becomes z.
  axis: u32,
  // Change of x and y for each unit of z.
  slope: vec2f,
  per_unit: f32,
}

fn shear_along(direction: vec3f) -> Shear {
  let lengths = abs(direction);
  var axis = 2u;
  if lengths.x > lengths.z && lengths.x >= lengths.y {
    axis = 0u;
  } else if lengths.y > lengths.z {
    axis = 1u;
  }
  let rotated = rotate_axes(direction, axis);
  return Shear(axis, rotated.xy / rotated.z, 1.0 / rotated.z);
}

fn rotate_axes(v: vec3f, axis: u32) -> vec3f {
  return select(select(v, v.zxy, axis == 1u), v.yzx, axis == 0u);
}

struct ShearedTriangle {
  edges: EdgeProducts,
  // Depths of the triangle's corners along the ray.
  z: vec3f,
}

fn shear_triangle(triangle: SlotTriangle, start: vec3f, shear: Shear) -> ShearedTriangle {
  let a = rotate_axes(triangle.a - start, shear.axis);
  let b = rotate_axes(triangle.b - start, shear.axis);
  let c = rotate_axes(triangle.c - start, shear.axis);
  let z = vec3f(a.z, b.z, c.z);
  return ShearedTriangle(edge_products(vec3f(a.x, b.x, c.x) - shear.slope.x * z, vec3f(a.y, b.y, c.y) - shear.slope.y * z), z);
}

// Distance to the triangle's plane, or -1 if the ray does not hit the triangle, or sees a side that is left out: `cull` is as
// in `MeshView`.
fn hit_distance(triangle: SlotTriangle, start: vec3f, shear: Shear, cull: f32) -> f32 {
  let sheared = shear_triangle(triangle, start, shear);
  let functions = sheared.edges.minuends - sheared.edges.subtrahends;
  let area = functions.x + functions.y + functions.z;
  let t = dot(functions, sheared.z) * shear.per_unit / area;
  // The corners of a triangle that is none are all zero, and a fused subtraction may leave it an area.
  let is_hit = triangle.id != NO_TRIANGLE && is_inside(sheared.edges) && area != 0.0 && t > 0.0 && cull * area * shear.per_unit >= 0.0;
  return select(-1.0, t, is_hit);
}

fn traversal_along(ray: TreeRay) -> TraversalRay {
  return traversal_ray(ray.start, vec3f(invert(ray.direction.x), invert(ray.direction.y), invert(ray.direction.z)));
}

// The nearest one behind `last`, of those as near as each other the triangle of the lowest id.
fn nearest_hit(ray: TreeRay, last: TreeHit, cull: f32) -> TreeHit {
  let traversal = traversal_along(ray);
  let shear = shear_along(ray.direction);
  var last_id = 0u;
  if TRANSLUCENT { last_id = select(slots[last.slot].id, 0u, last.slot == NO_TRIANGLE); }
  var hit = before_tree_hits();
  hit.t = FARTHEST;
  var hit_id = NO_TRIANGLE;
  var height = start_near_traversal();
  loop {
    // The limit is as far beyond as rounding may have put the entry into a box, so that no order makes a difference.
    let leaf = next_near_leaf(traversal, hit.t * (1.0 + 0x1p-18f), &height);
    if leaf == DONE {
      return hit;
    }
    let first = leaf_first(leaf);
    let end = first + leaf_count(leaf);
    hit.tests += end - first;
    for (var slot = first; slot < end; slot += 1u) {
      let triangle = slots[slot];
      let t = hit_distance(triangle, ray.start, shear, cull);
      let is_nearer = t > 0.0 && (t < hit.t || (t == hit.t && triangle.id < hit_id));
      let is_next = is_nearer && (!TRANSLUCENT || t > last.t || (t == last.t && triangle.id > last_id));
      if is_next {
        hit.t = t;
        hit.slot = slot;
        hit_id = triangle.id;
      }
    }
  }
}

// Whether a triangle that lets no light through is nearer than `longest`.
fn is_blocked(ray: TreeRay, longest: f32) -> bool {
  let traversal = traversal_along(ray);
  let shear = shear_along(ray.direction);
  var height = start_traversal();
  loop {
    let leaf = next_leaf(traversal, longest, &height);
    if leaf == DONE {
      return false;
    }
    let first = leaf_first(leaf);
    let end = first + leaf_count(leaf);
    for (var slot = first; slot < end; slot += 1u) {
      let triangle = slots[slot];
      let t = hit_distance(triangle, ray.start, shear, 0.0);
      if t > 0.0 && t < longest {
        if !TRANSLUCENT { return true; }
        let edges = shear_triangle(triangle, ray.start, shear).edges;
        if is_blocking(faces[triangle.id], edge_barycentrics(edges)) { return true; }
      }
    }
  }
}

fn surface_on(ray: TreeRay, slot: u32) -> SurfacePoint {
  return surface_of_pixel(ray, slot, 0.0);
}

fn surface_of_pixel(ray: TreeRay, slot: u32, pixel_width: f32) -> SurfacePoint {
  let triangle = slots[slot];
  var surface: SurfacePoint;
  surface.face = faces[triangle.id];
  surface.barycentrics = edge_barycentrics(shear_triangle(triangle, ray.start, shear_along(ray.direction)).edges);
  if smooth_normals {
    surface.flat_normal = normal_between(triangle.b - triangle.a, triangle.c - triangle.a);
  } else {
    surface.flat_normal = mesh_normal(surface.face);
  }
  surface.pixel_width = pixel_width;
  if materials { surface.images = material_images(surface.face, surface.barycentrics, pixel_width, 0u, IMAGE_COUNT); }
  return surface;
}
