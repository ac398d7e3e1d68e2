// A clear, rough coat on surfaces, in directions about a normal along z. src/transfer/light/coat.ts has the same, and
// src/transfer/light/albedo.ts the sources.

import package::cast::path::surface::visible_normals::{draw_visible_normal, normals_at, shadowed, visible_mirrored_density};
import package::cast::path::path_frame::frame;

const STRAIGHT_ON = 0.04;
const COAT_COSINES = 32u;

// The share of the light of a cosine to the normal that a coat reflects.
fn coat_albedo(cosine: f32) -> f32 {
  let at = clamp(cosine, 0.0, 1.0) * f32(COAT_COSINES - 1u);
  let low = min(u32(at), COAT_COSINES - 2u);
  return mix(known_albedo(low), known_albedo(low + 1u), at - f32(low));
}

fn known_albedo(index: u32) -> f32 {
  return frame.coat_albedos[index >> 2u][index & 3u];
}

// Light that comes from `lit` and is reflected to `seen`, times the cosine of `lit`; both above the surface.
fn coat_reflects(seen: vec3f, lit: vec3f) -> f32 {
  let normal = normalize(seen + lit);
  let unshadowed = 1.0 / (1.0 + shadowed(seen.z, frame.coat_width) + shadowed(lit.z, frame.coat_width));
  let rest = 1.0 - clamp(dot(seen, normal), 0.0, 1.0);
  let reflected = frame.coat * (STRAIGHT_ON + (1.0 - STRAIGHT_ON) * rest * rest * rest * rest * rest);
  return reflected * normals_at(normal, frame.coat_width) * unshadowed / (4.0 * seen.z);
}

// Probability per steradian that `draw_mirrored` draws `lit`.
fn mirrored_density(seen: vec3f, lit: vec3f) -> f32 {
  return visible_mirrored_density(seen, lit, frame.coat_width);
}

// The direction to which `seen` is mirrored by a normal that is drawn as often as it is seen; it may lie below the surface.
fn draw_mirrored(seen: vec3f, u: vec2f) -> vec3f {
  let normal = draw_visible_normal(seen, frame.coat_width, u);
  return 2.0 * dot(seen, normal) * normal - seen;
}
