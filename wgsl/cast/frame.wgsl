// What a frame's kernels know of its camera, volume and image; src/cast/frame-uniforms.ts writes it.

import package::shared::ray::Ray;

// Lengths are in units of the volume's smallest spacing, positions and directions in index space.
struct Frame {
  // A pixel (x, y), counted right and up from the image's centre, looks from `eye` + x · eye_right + y · eye_up
  // along `forward` + x · right + y · up.
  eye: vec3f,
  // Length of (`right` · x) for x = 1 in the world, 0 where rays are parallel.
  pixel_slope: f32,
  eye_right: vec3f,
  // Distance between samples.
  step: f32,
  eye_up: vec3f,
  // Step over the length that opacities are given for.
  opacity_exponent: f32,
  forward: vec3f,
  // Accumulated opacity at which a ray is done; above 1 it never is.
  opaque: f32,
  right: vec3f,
  image_width: u32,
  up: vec3f,
  image_height: u32,
  volume_size: vec3f,
  // A texel's place in the transfer table, 0 … 1 over its width, is (texel − low) · scale + start.
  table_scale: f32,
  // Texels outside this interval are wholly transparent.
  visible_low: f32,
  visible_high: f32,
  table_low: f32,
  // 1 where the background shows through, 0 for straight alpha.
  background_opacity: f32,
  background: vec3f,
  table_start: f32,
}

// The ray through the centre of a pixel, counted from the top left.
fn camera_ray(frame: Frame, pixel: vec2u) -> Ray {
  let x = f32(pixel.x) + 0.5 - 0.5 * f32(frame.image_width);
  let y = 0.5 * f32(frame.image_height) - f32(pixel.y) - 0.5;
  let slant = sqrt(1.0 + frame.pixel_slope * frame.pixel_slope * (x * x + y * y));
  return Ray(
    frame.eye + x * frame.eye_right + y * frame.eye_up,
    (frame.forward + x * frame.right + y * frame.up) / slant,
  );
}
