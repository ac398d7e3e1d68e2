// Sums what the regression may err by along rows.

import package::cast::denoise::planes::{ERRORS, ROW_ERRORS, first_around, index_of, is_in_strip, last_around, load, side, store};

const RADIUS = 5u;

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if !is_in_strip(pixel) { return; }
  var sum = vec4f(0.0);
  let last = last_around(pixel, RADIUS).x;
  for (var x = first_around(pixel, RADIUS).x; x <= last; x++) { sum += load(ERRORS, index_of(vec2u(x, pixel.y))); }
  store(ROW_ERRORS, index_of(pixel), sum);
}
