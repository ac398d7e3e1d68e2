// A matt surface beneath a coat: what it scatters, and where to. src/reference/path/coated-surface.ts has the same.

import package::cast::light::hemisphere::from_normal;
import package::cast::path::surface::coat::{coat_albedo, coat_reflects, draw_mirrored, mirrored_density};
import package::cast::path::directions::{about_axis, about_normal};
import package::cast::path::surface::visible_normals::LEAST_HEIGHT;
import package::cast::path::path_frame::frame;

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
}

fn scatter_on(surface: CoatedSurface, u: vec2f, lobe: f32) -> Scattered {
  let seen = about_axis(surface.seen, surface.normal);
  var lit: vec3f;
  if lobe < coat_chance(surface, seen.z) {
    lit = from_normal(draw_mirrored(seen, u), surface.normal);
  } else {
    lit = about_normal(u, surface.normal);
  }
  let density = surface_density(surface, lit);
  return Scattered(lit, select(vec3f(0.0), surface_share(surface, lit) / density, density > 0.0));
}

// The share of light from `lit` that goes to where the surface is seen, per steradian, times the cosine of `lit`.
fn surface_share(surface: CoatedSurface, lit: vec3f) -> vec3f {
  let cosine = dot(lit, surface.normal);
  if cosine <= 0.0 { return vec3f(0.0); }
  let seen = about_axis(surface.seen, surface.normal);
  let matt = surface.reflected * cosine / SURFACE_PI;
  if seen.z < LEAST_HEIGHT { return matt; }
  let through = (1.0 - coat_albedo(seen.z)) * (1.0 - coat_albedo(cosine)) / (1.0 - frame.coat_mean);
  return matt * through + coat_reflects(seen, about_axis(lit, surface.normal));
}

// Probability per steradian that `scatter_on` takes a direction.
fn surface_density(surface: CoatedSurface, lit: vec3f) -> f32 {
  let cosine = dot(lit, surface.normal);
  if cosine <= 0.0 { return 0.0; }
  let seen = about_axis(surface.seen, surface.normal);
  let chance = coat_chance(surface, seen.z);
  if chance == 0.0 { return cosine / SURFACE_PI; }
  return (1.0 - chance) * cosine / SURFACE_PI + chance * mirrored_density(seen, about_axis(lit, surface.normal));
}

// How often a direction is taken by the coat: as much of the light as it may reflect.
fn coat_chance(surface: CoatedSurface, height: f32) -> f32 {
  if height < LEAST_HEIGHT { return 0.0; }
  let coated = coat_albedo(height);
  let matt = (1.0 - coated) * max(surface.reflected.x, max(surface.reflected.y, surface.reflected.z));
  return coated / max(coated + matt, 1e-6);
}
