// Writes what a frame shows of a pixel, or adds it to the frames before.

import package::cast::frame::image::{image, output};
import package::shared::background::over_background;

// Colours stay premultiplied floats, and may be summed over frames.
override sums_colors = false;

// Adds a colour, multiplied by its opacity and without the background, and its opacity to those of the frames before. Returns the mean
// of all.
fn mean_with(index: u32, color: vec4f) -> vec4f {
  if !sums_colors { return color; }
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
  return total / image.frames;
}

fn write_shown(index: u32, shown: vec4f) {
  output[index] = pack4x8unorm(over_background(shown.rgb, shown.w, vec4f(image.background, image.background_opacity)));
}
