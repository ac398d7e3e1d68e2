// A matt surface, beneath a coat where there is one: what it scatters, and where to. src/reference/path/coated-surface.ts has the same.

import package::cast::light::hemisphere::from_normal;
import package::cast::path::surface::coat::{coat_albedo, coat_reflects, draw_mirrored, mirrored_density};
import package::cast::path::directions::{about_axis, about_normal};
import package::cast::path::surface::response::Response;
import package::cast::path::surface::visible_normals::LEAST_HEIGHT;
import package::cast::path::path_frame::frame;
import package::cast::path::random::random;

const SURFACE_PI = 3.141592653589793;

struct CoatedSurface {
  normal: vec3f,
  // To where its light goes.
  seen: vec3f,
  // The share of light that the matt layer reflects.
  reflected: vec3f,
}

struct Scattered {
  direction: vec3f,
  // Factor of the light that comes from there.
  weight: vec3f,
  // Probability per steradian that the direction is taken.
  density: f32,
}

@if(coat)
fn scatter_on(surface: CoatedSurface, u: vec2f, state: ptr<function, u32>) -> Scattered {
  let seen = about_axis(surface.seen, surface.normal);
  var lit: vec3f;
  if random(state) < coat_chance(surface, seen.z) {
    lit = from_normal(draw_mirrored(seen, u), surface.normal);
  } else {
    lit = about_normal(u, surface.normal);
  }
  let response = response_to(surface, lit);
  let weight = select(vec3f(0.0), response.share / response.density, response.density > 0.0);
  return Scattered(lit, weight, response.density);
}
@else
fn scatter_on(surface: CoatedSurface, u: vec2f, state: ptr<function, u32>) -> Scattered {
  let lit = about_normal(u, surface.normal);
  return Scattered(lit, surface.reflected, response_to(surface, lit).density);
}

@if(coat)
fn response_to(surface: CoatedSurface, lit: vec3f) -> Response {
  let cosine = dot(lit, surface.normal);
  if cosine <= 0.0 { return Response(vec3f(0.0), 0.0); }
  let matt = cosine / SURFACE_PI;
  let seen = about_axis(surface.seen, surface.normal);
  if seen.z < LEAST_HEIGHT { return Response(surface.reflected * matt, matt); }
  let mirrored = about_axis(lit, surface.normal);
  let through = (1.0 - coat_albedo(seen.z)) * (1.0 - coat_albedo(cosine)) / (1.0 - frame.coat_mean);
  let chance = coat_chance(surface, seen.z);
  return Response(
    surface.reflected * matt * through + coat_reflects(seen, mirrored),
    (1.0 - chance) * matt + chance * mirrored_density(seen, mirrored),
  );
}
@else
fn response_to(surface: CoatedSurface, lit: vec3f) -> Response {
  let cosine = dot(lit, surface.normal);
  if cosine <= 0.0 { return Response(vec3f(0.0), 0.0); }
  let matt = cosine / SURFACE_PI;
  return Response(surface.reflected * matt, matt);
}

// How often a direction is taken by the coat: as much of the light as it may reflect.
fn coat_chance(surface: CoatedSurface, height: f32) -> f32 {
  if height < LEAST_HEIGHT { return 0.0; }
  let coated = coat_albedo(height);
  let matt = (1.0 - coated) * max(surface.reflected.x, max(surface.reflected.y, surface.reflected.z));
  return coated / max(coated + matt, 1e-6);
}
