// The colour of a surface where a primary ray hits it.

import package::cast::mesh::bins::{triangles, view};
import package::cast::mesh::edges::{edge_barycentrics, edges_of_camera};
import package::cast::ray::hit::Hit;
import package::cast::mesh::arena::faces;
import package::cast::mesh::appearance::appearance;
import package::cast::light::lights::{lifted, place_of, scene_lights};
import package::cast::light::shadow::is_in_shadow;
import package::cast::light::through_volume::{arriving_through, openness_at};
import package::cast::mesh::material::{IMAGE_COUNT, material_images, materials};
import package::cast::mesh::surface_point::{SurfacePoint, color_in_lights, lit_color, mesh_normal, normal_between, opacity_seen_along, shaded_color, smooth_normals, surface_color, surface_normal};
import package::cast::mesh::view::{MeshTriangle, orthographic};
import package::cast::light::trace_light::trace_light;
import package::cast::light::tree_ray::{primary_ray, surface_of_pixel};

// The colour of a hit's surface, and the opacity that its material gives it. `pixel` is in pixels from the image's centre,
// `rotation` rotates the rays of ambient occlusion.
fn shade_mesh(pixel: vec2f, hit: Hit, surface: SurfacePoint, rotation: u32) -> vec4f {
  let film = pixel * view.pixel;
  var opacity = 1.0;
  @if(translucent) if materials {
    opacity = opacity_seen_along(surface, direction_through(film), surface_color(surface));
    // Cut out of its triangle, or seen from behind.
    if opacity == 0.0 { return vec4f(0.0); }
  }
  return vec4f(shade_surface(film, hit, surface, rotation), opacity);
}

@if(traced)
fn shade_surface(film: vec2f, hit: Hit, surface: SurfacePoint, rotation: u32) -> vec3f {
  return trace_light(surface, primary_ray(film), hit.depth, rotation);
}
// Lit by a list, of which bins tell the shadows of one light.
@elif(lights)
fn shade_surface(film: vec2f, hit: Hit, surface: SurfacePoint, rotation: u32) -> vec3f {
  let ahead = direction_through(film);
  let facing = facing_normal(surface, ahead);
  let start = off_surface(film, hit.depth, facing);
  let place = lifted(place_of(start), facing);
  var arriving = arriving_through(place);
  if is_in_shadow(start) { arriving[scene_lights.in_bins] = 0.0; }
  let ambient = appearance.lighting.ambient * openness_at(place);
  return color_in_lights(ambient, surface, surface_color(surface), ahead, arriving);
}
// Lit by the only light, which casts shadows.
@elif(shadows)
fn shade_surface(film: vec2f, hit: Hit, surface: SurfacePoint, rotation: u32) -> vec3f {
  let ahead = direction_through(film);
  let color = surface_color(surface);
  if is_in_shadow(off_surface(film, hit.depth, facing_normal(surface, ahead))) {
    return shaded_color(appearance.lighting.ambient, surface, color);
  }
  return lit_color(appearance.lighting.ambient, surface, color, ahead);
}
// Lit by the only light. Shadows are left out here, since adapters on the CPU would compile what they take all the same.
@else
fn shade_surface(film: vec2f, hit: Hit, surface: SurfacePoint, rotation: u32) -> vec3f {
  return lit_color(appearance.lighting.ambient, surface, surface_color(surface), direction_through(film));
}

fn facing_normal(surface: SurfacePoint, ahead: vec3f) -> vec3f {
  return select(1.0, -1.0, dot(surface.flat_normal, ahead) > 0.0) * surface.flat_normal;
}

// The world distance of a hit at a depth.
fn mesh_distance(pixel: vec2f, depth: f32) -> f32 {
  if orthographic { return depth / view.unit; }
  return depth * length(vec3f(pixel * view.pixel, 1.0)) / view.unit;
}

// The world normal that a surface is lit by, on the eye's side.
fn normal_seen(pixel: vec2f, surface: SurfacePoint) -> vec3f {
  let normal = surface_normal(surface);
  return select(normal, -normal, dot(normal, direction_through(pixel * view.pixel)) > 0.0);
}

// The world direction of a primary ray.
fn direction_through(film: vec2f) -> vec3f {
  if orthographic { return view.forward; }
  return normalize(view.forward + film.x * view.right + film.y * view.up);
}

// The surface of a hit.
@if(primary_bvh)
fn surface_seen(pixel: vec2f, hit: Hit) -> SurfacePoint {
  return surface_of_pixel(primary_ray(pixel * view.pixel), hit.triangle, pixel_width_at(hit.depth));
}

// The world width of a pixel at a depth.
fn pixel_width_at(depth: f32) -> f32 {
  if orthographic { return view.pixel / view.unit; }
  return view.pixel * depth / view.unit;
}

@if(!primary_bvh)
fn surface_seen(pixel: vec2f, hit: Hit) -> SurfacePoint {
  var surface: SurfacePoint;
  surface.face = faces[hit.triangle];
  surface.barycentrics = barycentrics_at(pixel * view.pixel, hit.triangle);
  if smooth_normals {
    surface.flat_normal = view_normal(triangles[hit.triangle]);
  } else {
    surface.flat_normal = mesh_normal(surface.face);
  }
  surface.pixel_width = pixel_width_at(hit.depth);
  if materials { surface.images = material_images(surface.face, surface.barycentrics, surface.pixel_width, 0u, IMAGE_COUNT); }
  return surface;
}

fn barycentrics_at(film: vec2f, id: u32) -> vec3f {
  return edge_barycentrics(edges_of_camera(film, triangles[id]));
}

// The triangle's own normal in the world, of what is at hand: good enough for the few vertices without normals, and for
// where rays from the surface start.
fn view_normal(triangle: MeshTriangle) -> vec3f {
  // A view's axes are a left hand's.
  let normal = normal_between(triangle.c.xyz - triangle.a.xyz, triangle.b.xyz - triangle.a.xyz);
  return normal.x * view.right + normal.y * view.up + normal.z * view.forward;
}

// Camera coordinates, offset from the surface towards the eye, the side of the normal.
fn off_surface(film: vec2f, depth: f32, facing: vec3f) -> vec3f {
  var hit = vec3f(film, depth);
  var distance = depth;
  if !orthographic {
    hit = vec3f(film, 1.0) * depth;
    distance = length(hit);
  }
  let normal = vec3f(dot(view.right, facing), dot(view.up, facing), dot(view.forward, facing));
  return hit + appearance.ray_offset * distance * normal;
}
