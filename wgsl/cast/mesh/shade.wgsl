// The colour of a surface where a ray from the eye hits it.

@if(!eye_bvh) import package::cast::mesh::bins::triangles;
import package::cast::mesh::bins::view;
@if(!eye_bvh) import package::cast::mesh::edges::corner_shares;
@if(!eye_bvh && orthographic) import package::cast::mesh::edges::edges_along_axis;
@if(!eye_bvh && !orthographic) import package::cast::mesh::edges::edges_from_eye;
import package::cast::ray::hit::Hit;
@if(!eye_bvh) import package::cast::mesh::arena::faces;
@if(!traced) import package::cast::mesh::look::look;
@if(shadows && !traced) import package::cast::light::shadow::is_in_shadow;
import package::cast::mesh::surface_point::{SurfacePoint, lit_color, shaded_color, surface_color};
@if(surface) import package::cast::mesh::surface_point::surface_normal;
@if(smooth) import package::cast::mesh::surface_point::normal_between;
@if(!smooth) import package::cast::mesh::surface_point::mesh_normal;
@if(smooth) import package::cast::mesh::view::MeshTriangle;
@if(traced) import package::cast::light::trace_light::trace_light;
@if(traced || eye_bvh) import package::cast::light::tree_ray::eye_ray;
@if(eye_bvh) import package::cast::light::tree_ray::surface_on;

// `pixel_place` is in pixels from the image's centre, `turn` turns the rays of ambient occlusion.
fn shade_mesh(pixel_place: vec2f, hit: Hit, turn: u32) -> vec3f {
  let place = pixel_place * view.pixel;
  let surface = surface_seen(place, hit);
  @if(traced) let ray = eye_ray(place);
  @if(traced) return trace_light(surface, ray, hit.depth, turn);
  @if(!traced) {
    let ahead = direction_through(place);
    let color = surface_color(surface);
    @if(shadows) if is_in_shadow(shadow_start(place, hit.depth, surface.flat_normal, ahead)) {
      return shaded_color(look.lighting.ambient, color);
    }
    return lit_color(look.lighting.ambient, surface, color, ahead);
  }
}

// The world distance of a hit at a depth.
@if(surface)
fn mesh_distance(pixel_place: vec2f, depth: f32) -> f32 {
  @if(orthographic) return depth / view.unit;
  @if(!orthographic) return depth * length(vec3f(pixel_place * view.pixel, 1.0)) / view.unit;
}

// The world normal that a surface is lit by, on the eye's side.
@if(surface)
fn normal_seen(pixel_place: vec2f, hit: Hit) -> vec3f {
  let place = pixel_place * view.pixel;
  let normal = surface_normal(surface_seen(place, hit));
  return select(normal, -normal, dot(normal, direction_through(place)) > 0.0);
}

// The world direction of a ray from the eye.
fn direction_through(place: vec2f) -> vec3f {
  @if(orthographic) return view.forward;
  @if(!orthographic) return normalize(view.forward + place.x * view.right + place.y * view.up);
}

@if(eye_bvh)
fn surface_seen(place: vec2f, hit: Hit) -> SurfacePoint {
  return surface_on(eye_ray(place), hit.triangle);
}
@if(!eye_bvh)
fn surface_seen(place: vec2f, hit: Hit) -> SurfacePoint {
  let face = faces[hit.triangle];
  @if(smooth || vertex_colors) let shares = shares_at(place, hit.triangle);
  @if(smooth) return SurfacePoint(face, shares, view_normal(triangles[hit.triangle]));
  @if(!smooth && vertex_colors) return SurfacePoint(face, shares, mesh_normal(face));
  @if(!smooth && !vertex_colors) return SurfacePoint(face, mesh_normal(face));
}

@if(!eye_bvh && (smooth || vertex_colors))
fn shares_at(place: vec2f, id: u32) -> vec3f {
  @if(orthographic) return corner_shares(edges_along_axis(place, triangles[id]));
  @if(!orthographic) return corner_shares(edges_from_eye(place, triangles[id]));
}

// The triangle's own normal in the world, of what is at hand: good enough for the few vertices without normals, and for
// where rays from the surface start.
@if(!eye_bvh && smooth)
fn view_normal(triangle: MeshTriangle) -> vec3f {
  // A view's axes are a left hand's.
  let normal = normal_between(triangle.c.xyz - triangle.a.xyz, triangle.b.xyz - triangle.a.xyz);
  return normal.x * view.right + normal.y * view.up + normal.z * view.forward;
}

// In the camera's view, off the surface on the eye's side.
@if(shadows && !traced)
fn shadow_start(place: vec2f, depth: f32, flat_normal: vec3f, ahead: vec3f) -> vec3f {
  @if(orthographic) let hit = vec3f(place, depth);
  @if(!orthographic) let hit = vec3f(place, 1.0) * depth;
  @if(orthographic) let distance = depth;
  @if(!orthographic) let distance = length(hit);
  let side = select(1.0, -1.0, dot(flat_normal, ahead) > 0.0);
  let normal = vec3f(dot(view.right, flat_normal), dot(view.up, flat_normal), dot(view.forward, flat_normal));
  return hit + side * look.ray_offset * distance * normal;
}
