// Mixes the regression with the colours that the paths found, by what both err by around a pixel: the less noise there is, the
// more of it is as it was.

import package::cast::denoise::planes::{
  COLOR, REGRESSED, ROW_ERRORS, denoising, first_around, index_of, is_in_strip, last_around, load, side,
};

const RADIUS = 5u;
const LEAST_ERROR = 1e-9;

// Colours, times their opacities and without a background, and opacities.
@group(0) @binding(2) var<storage, read_write> denoised: array<vec4f>;

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  let row = denoising.strip_row + pixel.y;
  if !is_in_strip(pixel) || row < denoising.first_row || row >= denoising.end_row { return; }
  var errors = vec4f(0.0);
  let last = last_around(pixel, RADIUS).y;
  for (var y = first_around(pixel, RADIUS).y; y <= last; y++) { errors += load(ROW_ERRORS, index_of(vec2u(pixel.x, y))); }
  let share = clamp(errors.x / max(errors.y, LEAST_ERROR), 0.0, 1.0);
  let index = index_of(pixel);
  let color = load(COLOR, index);
  let mixed = max(mix(color, load(REGRESSED, index), share), vec4f(0.0));
  denoised[row * denoising.width + pixel.x] = vec4f(mixed.rgb, min(mixed.w, 1.0));
}
