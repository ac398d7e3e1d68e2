// Means and variances of the colours and guides of a frame, and their averages over three by three pixels.

import package::cast::denoise::planes::{
  ALBEDO_DEPTH, BLURRED, COLOR, GUIDE_VARIANCES, NORMAL, VARIANCE,
  denoising, first_around, index_of, is_in_strip, last_around, side, store,
};
import package::cast::path::guide_words::{
  ALBEDO_DEVIATIONS, COLOR_DEVIATIONS, DEPTH_DEVIATIONS, GUIDE_WORDS, NORMALS, NORMAL_DEVIATIONS,
};

// The accumulated frame.
@group(0) @binding(2) var<storage, read> words: array<f32>;

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if !is_in_strip(pixel) { return; }
  let own = index_of(pixel);
  let own_word = denoising.strip_row * denoising.width + own;
  let guides = denoising.first_guides + GUIDE_WORDS * own_word;
  store(COLOR, own, mean_at(denoising.first_color + 4u * own_word));
  store(ALBEDO_DEPTH, own, mean_at(guides));
  store(NORMAL, own, vec4f(mean_at(guides + NORMALS).xyz, 0.0));

  var sum = vec4f(0.0);
  var variances = vec4f(0.0);
  var guide_variances = vec4f(0.0);
  var count = 0.0;
  let last = last_around(pixel, 1u);
  for (var at = first_around(pixel, 1u); at.y <= last.y; at.y += 1u) {
    for (at.x = first_around(pixel, 1u).x; at.x <= last.x; at.x += 1u) {
      let index = denoising.strip_row * denoising.width + index_of(at);
      let guides_at = denoising.first_guides + GUIDE_WORDS * index;
      sum += mean_at(denoising.first_color + 4u * index);
      variances += words_at(guides_at + COLOR_DEVIATIONS);
      guide_variances += vec4f(words[guides_at + ALBEDO_DEVIATIONS], words[guides_at + NORMAL_DEVIATIONS], words[guides_at + DEPTH_DEVIATIONS], 0.0);
      count += 1.0;
    }
  }
  // The variance of a mean of frames, of their squared deviations.
  let share = 1.0 / (count * denoising.frames * (denoising.frames - 1.0));
  store(VARIANCE, own, share * variances);
  store(GUIDE_VARIANCES, own, share * guide_variances);
  store(BLURRED, own, sum / count);
}

fn mean_at(at: u32) -> vec4f {
  return words_at(at) / denoising.frames;
}

fn words_at(at: u32) -> vec4f {
  return vec4f(words[at], words[at + 1u], words[at + 2u], words[at + 3u]);
}
