// Writes what a frame shows of a pixel, or adds it to the frames before.

import package::cast::frame::image::{image, output};
@if(tone) import package::cast::path::tone::toned;
import package::shared::background::over_background;

// A colour, multiplied by its opacity and without the background, and its opacity.
fn write_color(index: u32, color: vec4f) {
  @if(!float_color) let mean = color;
  @else let mean = accumulate(index, color) / image.frames;
  @if(tone) let shown = toned(mean);
  @else let shown = mean;
  output[index] = pack4x8unorm(over_background(shown.rgb, shown.w, vec4f(image.background, image.background_opacity)));
}

fn accumulate(index: u32, color: vec4f) -> vec4f {
  let at = image.first_color + 4u * index;
  var total = color;
  if image.frames > 1.0 {
    total += bitcast<vec4f>(vec4u(output[at], output[at + 1u], output[at + 2u], output[at + 3u]));
  }
  let words = bitcast<vec4u>(total);
  output[at] = words.x;
  output[at + 1u] = words.y;
  output[at + 2u] = words.z;
  output[at + 3u] = words.w;
  return total;
}
