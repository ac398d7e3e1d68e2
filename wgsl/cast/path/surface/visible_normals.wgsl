// Normals of the facets of a rough surface, about its own normal along z: GGX. src/transfer/light/visible-normals.ts has the same, and
// src/transfer/light/albedo.ts the sources.

import package::cast::light::hemisphere::point_at_angle;

// Height of a direction from which on facets are seen: below, they are seen from within, or divided by next to nothing.
const LEAST_HEIGHT = 1e-3;
const FACET_PI = 3.141592653589793;

// How many facets have a normal, per steradian and area of the surface.
fn normals_at(normal: vec3f, width: f32) -> f32 {
  let tilted = width * width * normal.z * normal.z + dot(normal.xy, normal.xy);
  return width * width / (FACET_PI * tilted * tilted);
}

// Smith's lambda of a direction, of whose height this is the cosine.
fn shadowed(cosine: f32, width: f32) -> f32 {
  return 0.5 * (sqrt(1.0 + width * width * (1.0 - cosine * cosine) / (cosine * cosine)) - 1.0);
}

// A normal, drawn as often as it is seen from a direction above the surface.
fn draw_visible_normal(seen: vec3f, width: f32, u: vec2f) -> vec3f {
  let stretched = normalize(vec3f(width * seen.xy, seen.z));
  let across = length(stretched.xy);
  let right = select(vec3f(1.0, 0.0, 0.0), vec3f(-stretched.y, stretched.x, 0.0) / across, across > 0.0);
  let up = cross(stretched, right);
  let point = sqrt(u.x) * point_at_angle(u32(u.y * 0x1p+32f));
  let half = 0.5 * (1.0 + stretched.z);
  let t = (1.0 - half) * sqrt(max(1.0 - point.x * point.x, 0.0)) + half * point.y;
  let rest = sqrt(max(0.0, 1.0 - point.x * point.x - t * t));
  let drawn = point.x * right + t * up + rest * stretched;
  return normalize(vec3f(width * drawn.xy, max(drawn.z, 0.0)));
}

// Probability per steradian that `draw_visible_normal` mirrors what is seen from a direction to another one.
fn visible_mirrored_density(seen: vec3f, lit: vec3f, width: f32) -> f32 {
  return normals_at(normalize(seen + lit), width) / (1.0 + shadowed(seen.z, width)) / (4.0 * seen.z);
}
