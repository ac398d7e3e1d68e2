// Directions that light is scattered to.

import package::cast::light::hemisphere::{from_normal, point_at_angle};

// A direction, all of which are as likely.
fn on_sphere(u: vec2f) -> vec3f {
  let height = 1.0 - 2.0 * u.x;
  return vec3f(sqrt(max(1.0 - height * height, 0.0)) * point_at_angle(u32(u.y * 0x1p+32f)), height);
}

// A direction, as likely as its cosine to a normal says.
fn about_normal(u: vec2f, normal: vec3f) -> vec3f {
  let local = vec3f(sqrt(u.x) * point_at_angle(u32(u.y * 0x1p+32f)), sqrt(max(1.0 - u.x, 0.0)));
  return from_normal(local, normal);
}

// A point of the unit disk, all of which are as likely.
fn on_disk(u: vec2f) -> vec2f {
  return sqrt(u.x) * point_at_angle(u32(u.y * 0x1p+32f));
}

// A direction about the normal as z.
fn about_axis(direction: vec3f, normal: vec3f) -> vec3f {
  let right = from_normal(vec3f(1.0, 0.0, 0.0), normal);
  let up = from_normal(vec3f(0.0, 1.0, 0.0), normal);
  return vec3f(dot(direction, right), dot(direction, up), dot(direction, normal));
}
