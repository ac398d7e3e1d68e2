// Metal, varnish and glass of meshes: where a path goes on to from there. src/reference/path/send-on.ts has the same, and
// src/transfer/light/albedo.ts the sources.

import package::cast::light::hemisphere::from_normal;
import package::cast::path::directions::{about_axis, about_normal};
import package::cast::path::surface::response::Response;
import package::cast::path::surface::visible_normals::{LEAST_HEIGHT, draw_visible_normal, normals_at, shadowed};

// Parts of a surface that send a path on.
const LOBE_MATT = 0u;
const LOBE_MIRROR = 1u;
const LOBE_REFRACTING = 2u;

struct FinishedSurface {
  // The shading normal, and the normal of the triangle, on the side that is seen.
  normal: vec3f,
  side: vec3f,
  // To where its light goes.
  seen: vec3f,
  // The share of light that it reflects as matt or metal, or lets through there and back.
  color: vec3f,
  metallic: f32,
  // Width of the distribution of normals.
  width: f32,
  // Index of refraction of what is beyond the surface over that of what is before it.
  ior: f32,
  transmission: f32,
}

struct SentOn {
  direction: vec3f,
  weight: vec3f,
  lobe: u32,
}

// A surface that is seen from below its shading normal is that of its triangle.
fn seen_from_above(surface: FinishedSurface) -> FinishedSurface {
  var upright = surface;
  if dot(surface.seen, surface.normal) < LEAST_HEIGHT { upright.normal = surface.side; }
  return upright;
}

// Shares of light that facets mirror, at the cosine to their normals: of a dielectric, and of the surface.
struct Mirrored {
  dielectric: f32,
  share: vec3f,
  // How often a path is mirrored.
  chance: f32,
}

fn mirrored_by(surface: FinishedSurface, cosine: f32) -> Mirrored {
  let straight = (surface.ior - 1.0) / (surface.ior + 1.0);
  let rest = pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0);
  var dielectric = mix(straight * straight, 1.0, rest);
  if surface.transmission > 0.0 { dielectric = mirrored_by_glass(cosine, surface.ior); }
  let share = mix(vec3f(dielectric), mix(surface.color, vec3f(1.0), rest), surface.metallic);
  let most = max(share.x, max(share.y, share.z));
  return Mirrored(dielectric, share, select(most, 1.0, surface.metallic >= 1.0 || dielectric >= 1.0));
}

// Fresnel's equations, for light without polarization; 1 where all of it is reflected within.
fn mirrored_by_glass(cosine: f32, ior: f32) -> f32 {
  let beyond = 1.0 - (1.0 - cosine * cosine) / (ior * ior);
  if beyond <= 0.0 { return 1.0; }
  let refracted = sqrt(beyond);
  let across = (cosine - ior * refracted) / (cosine + ior * refracted);
  let along = (ior * cosine - refracted) / (ior * cosine + refracted);
  return 0.5 * (across * across + along * along);
}

// @param facet draws a facet, and `matt` a direction of the matt layer; `events` decide between the lobes.
fn send_on(surface: FinishedSurface, facet: vec2f, matt: vec2f, events: vec2f) -> SentOn {
  let seen = about_axis(surface.seen, surface.normal);
  let normal = draw_visible_normal(seen, surface.width, facet);
  let cosine = max(dot(seen, normal), 0.0);
  let mirrored = mirrored_by(surface, cosine);
  if events.x < mirrored.chance {
    let direction = from_normal(2.0 * cosine * normal - seen, surface.normal);
    return SentOn(direction, mirrored.share / mirrored.chance, LOBE_MIRROR);
  }
  let rest = (1.0 - surface.metallic) * (1.0 - mirrored.dielectric) / (1.0 - mirrored.chance);
  if events.y < surface.transmission {
    let ior = surface.ior;
    let refracted = sqrt(max(1.0 - (1.0 - cosine * cosine) / (ior * ior), 0.0));
    let direction = from_normal((cosine / ior - refracted) * normal - seen / ior, surface.normal);
    return SentOn(direction, rest * sqrt(surface.color), LOBE_REFRACTING);
  }
  return SentOn(about_normal(matt, surface.normal), rest * surface.color, LOBE_MATT);
}

// How often, per steradian, facets mirror what is seen to a direction, which may be below the surface.
fn facets_towards(surface: FinishedSurface, lit: vec3f) -> vec2f {
  let seen = about_axis(surface.seen, surface.normal);
  let sum = seen + about_axis(lit, surface.normal);
  let size = length(sum);
  if size < 1e-6 || sum.z <= 0.0 { return vec2f(0.0); }
  let normal = sum / size;
  let density = normals_at(normal, surface.width) / (1.0 + shadowed(seen.z, surface.width)) / (4.0 * seen.z);
  return vec2f(density, dot(seen, normal));
}

// The mirror reflection only.
fn mirrored_to(surface: FinishedSurface, lit: vec3f) -> Response {
  let facets = facets_towards(surface, lit);
  let mirrored = mirrored_by(surface, facets.y);
  return Response(facets.x * mirrored.share, facets.x * mirrored.chance);
}
