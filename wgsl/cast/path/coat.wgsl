// A clear, rough coat on surfaces, in directions about a normal along z. src/transfer/light/coat.ts has the same, and
// src/transfer/light/albedo.ts the sources.

import package::cast::light::hemisphere::point_at_angle;
import package::cast::path::path_frame::frame;

const STRAIGHT_ON = 0.04;
const COAT_COSINES = 32u;
const COAT_PI = 3.141592653589793;

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
  let unshadowed = 1.0 / (1.0 + shadowed(seen.z) + shadowed(lit.z));
  let rest = 1.0 - clamp(dot(seen, normal), 0.0, 1.0);
  let reflected = frame.coat * (STRAIGHT_ON + (1.0 - STRAIGHT_ON) * rest * rest * rest * rest * rest);
  return reflected * normals_at(normal) * unshadowed / (4.0 * seen.z);
}

// Probability per steradian that `draw_mirrored` draws `lit`.
fn mirrored_density(seen: vec3f, lit: vec3f) -> f32 {
  return normals_at(normalize(seen + lit)) / (1.0 + shadowed(seen.z)) / (4.0 * seen.z);
}

// The direction to which `seen` is mirrored by a normal that is drawn as often as it is seen; it may lie below the surface.
fn draw_mirrored(seen: vec3f, u: vec2f) -> vec3f {
  let width = frame.coat_width;
  let stretched = normalize(vec3f(width * seen.xy, seen.z));
  let across = length(stretched.xy);
  let right = select(vec3f(1.0, 0.0, 0.0), vec3f(-stretched.y, stretched.x, 0.0) / across, across > 0.0);
  let up = cross(stretched, right);
  let point = sqrt(u.x) * point_at_angle(u32(u.y * 0x1p+32f));
  let half = 0.5 * (1.0 + stretched.z);
  let t = (1.0 - half) * sqrt(max(1.0 - point.x * point.x, 0.0)) + half * point.y;
  let rest = sqrt(max(0.0, 1.0 - point.x * point.x - t * t));
  let drawn = point.x * right + t * up + rest * stretched;
  let normal = normalize(vec3f(width * drawn.xy, max(drawn.z, 0.0)));
  return 2.0 * dot(seen, normal) * normal - seen;
}

fn normals_at(normal: vec3f) -> f32 {
  let width = frame.coat_width;
  let tilted = width * width * normal.z * normal.z + dot(normal.xy, normal.xy);
  return width * width / (COAT_PI * tilted * tilted);
}

// Smith's lambda of a direction, of whose height this is the cosine.
fn shadowed(cosine: f32) -> f32 {
  let width = frame.coat_width;
  return 0.5 * (sqrt(1.0 + width * width * (1.0 - cosine * cosine) / (cosine * cosine)) - 1.0);
}
