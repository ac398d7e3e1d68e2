// What a frame's kernels know of its camera, volume and image; src/cast/frame-uniforms.ts writes it.

import package::shared::ray::Ray;

// Camera and sampling in index space, lengths in units of the volume's smallest spacing. A pixel (x, y), counted right
// and up from the image's centre, looks from `eye` + x · eye_right + y · eye_up along `forward` + x · right + y · up.
struct View {
  eye: vec3f,
  // Length of (`right` · x) for x = 1 in the world, 0 where rays are parallel.
  pixel_slope: f32,
  eye_right: vec3f,
  // Distance between samples.
  step: f32,
  eye_up: vec3f,
  forward: vec3f,
  right: vec3f,
  up: vec3f,
}

struct Frame {
  view: View,
  // What rounding to f32 took from `view`.
  view_low: View,
  volume_size: vec3f,
  // Step over the length that opacities are given for.
  opacity_exponent: f32,
  // Accumulated opacity at which a ray is done; above 1 it never is.
  opaque: f32,
  // A texel's place in the transfer table, 0 … 1 over its width, is (texel − low) · scale + start.
  table_low: f32,
  table_scale: f32,
  table_start: f32,
  // Texels outside this interval are wholly transparent.
  visible_low: f32,
  visible_high: f32,
  image_width: u32,
  image_height: u32,
  background: vec3f,
  // 1 where the background shows through, 0 for straight alpha.
  background_opacity: f32,
}

// A pixel's place, counted right and up from the image's centre; exact.
fn pixel_place(frame: Frame, pixel: vec2u) -> vec2f {
  return vec2f(
    f32(pixel.x) + 0.5 - 0.5 * f32(frame.image_width),
    0.5 * f32(frame.image_height) - f32(pixel.y) - 0.5,
  );
}

// The ray through a place of the image.
fn camera_ray(view: View, place: vec2f) -> Ray {
  let slant = sqrt(1.0 + view.pixel_slope * view.pixel_slope * dot(place, place));
  return Ray(
    view.eye + place.x * view.eye_right + place.y * view.eye_up,
    (view.forward + place.x * view.right + place.y * view.up) / slant,
  );
}
