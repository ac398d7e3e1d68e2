// Albedos: the shares of light that colours scatter. src/transfer/light/albedo.ts has the same, and the sources.

import package::cast::light::hemisphere::{from_normal, point_at_angle};
import package::cast::path::directions::on_sphere;
import package::cast::path::path_frame::frame;

const MATERIAL_PI = 3.141592653589793;

// The share of light that a colour reflects: colours are encoded for screens, unless light is counted in their space.
fn reflectance(color: vec3f) -> vec3f {
  if frame.is_linear == 0u { return color; }
  return select(pow((color + 0.055) / 1.055, vec3f(2.4)), color / 12.92, color <= vec3f(0.04045));
}

// The share of light that collisions of a medium scatter, for that of one that scatters to all sides alike.
fn similar_albedo(albedo: vec3f) -> vec3f {
  return albedo / (1.0 - frame.anisotropy * (1.0 - albedo));
}

// Probability per steradian that light is scattered by an angle of this cosine.
fn phase_of(cosine: f32) -> f32 {
  let g = frame.anisotropy;
  let away = max(1.0 + g * g - 2.0 * g * cosine, 1e-12);
  return (1.0 - g * g) / (4.0 * MATERIAL_PI * away * sqrt(away));
}

// The direction in which a medium scatters light that moves along another.
fn scattered_about(u: vec2f, direction: vec3f) -> vec3f {
  let g = frame.anisotropy;
  if g == 0.0 { return on_sphere(u); }
  let square = (1.0 - g * g) / (1.0 + g - 2.0 * g * u.x);
  let height = clamp((1.0 + g * g - square * square) / (2.0 * g), -1.0, 1.0);
  return from_normal(vec3f(sqrt(1.0 - height * height) * point_at_angle(u32(u.y * 0x1p+32f)), height), direction);
}

// The share of light that a surface in a volume scatters at each collision so that all of it has a reflectance.
fn surface_albedo(reflected: vec3f) -> vec3f {
  return reflected / (1.0 - 0.51 * (1.0 - reflected));
}

// The share of light that a medium scatters at each collision so that, thick, it has a reflectance.
fn medium_albedo(reflected: vec3f) -> vec3f {
  return (1.0 - exp(-reflected * (5.09406 + reflected * (-2.61188 + reflected * 4.31805)))) / (1.0 - exp(-6.80023));
}
