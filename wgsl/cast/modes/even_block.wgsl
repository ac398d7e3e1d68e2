// Accumulates unlit steps of composites four at a time: one sample stands for a step over whose values opacity and colour hardly vary.

import package::cast::frame::image::image;
import package::cast::modes::composite::{ModeRay, ModeState, SAMPLES, accumulate_step, next_sample, put_sample};
import package::cast::paged::pages::first_in_page;
import package::cast::volume::even_step::{BLOCK_SAMPLES, BLOCK_STEPS, Steps, load_steps, reaches};
import package::cast::volume::material::MaterialFrame;
import package::cast::volume::ray::sample_position;
import package::cast::volume::transfer::classify_range;

// Accumulates the four steps of sample k, whichever of theirs it is that a ray comes to first: skipping changes nothing. Steps that lie in
// several pages or parts of the volume have four samples each, since their ends are not all there.
@if(ahead && !shade && table_filter)
fn accumulate_block(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  let block = next_sample(k) - BLOCK_SAMPLES;
  var steps: Steps;
  let firsts = vec4f(block) + SAMPLES * vec4f(0.0, 1.0, 2.0, 3.0);
  var is_met = (firsts + SAMPLES > vec4f(k)) & (firsts < vec4f(end));
  let is_whole = (block >= max(mode.begin, first_in_page())) & (block + BLOCK_SAMPLES <= end);
  if is_whole {
    steps = load_steps(mode.positions, block);
    is_met = reaches(steps, mode.visible_low, mode.visible_high);
    (*state).taken += 5u;
  }
  if !any(is_met) { return; }
  // Steps that begin with nothing visible may lie in a brick that is skipped, and what shows in the next one.
  let may_be_even = vec4<bool>(is_whole) & (steps.first >= vec4f(mode.visible_low)) & (steps.first <= vec4f(mode.visible_high));
  for (var n = 0u; n < BLOCK_STEPS; n += 1u) {
    let first = firsts[n];
    if is_met[n] & ((*state).sum.w < mode.opaque) {
      var is_put = false;
      if may_be_even[n] { is_put = puts_even(state, mode, first, steps.middle[n], steps.half[n]); }
      // A loop: adapters on the CPU run branches that no ray takes.
      for (var turn = select(0u, 1u, is_put); turn < 1u; turn += 1u) {
        accumulate_step(state, mode, max(first, k), min(end, first + SAMPLES));
      }
    }
  }
}

// Puts one sample for the step of samples from k on, if it hardly varies.
@if(ahead && !shade && table_filter)
fn puts_even(state: ptr<function, ModeState>, mode: ModeRay, k: f32, texel: f32, half: f32) -> bool {
  let classified = classify_range(mode.classifier, texel, half);
  if classified.w < 0.0 { return false; }
  let position = sample_position(mode.positions, k + 0.5 * (SAMPLES - 1.0));
  let before = (*state).sum;
  (*state).sum = put_sample(before, classified, position, mode.step_material, 1.0);
  @if(surface) if (*state).surface_sample < 0.0 && (*state).sum.w >= image.surface_opacity {
    (*state).surface_sample = k + surface_of_even(before, classified, position, mode.material);
  }
  return true;
}

// Which of a step's samples has the surface in it, where each is like the one that is put for all.
@if(ahead && !shade && table_filter)
fn surface_of_even(before: vec4f, classified: vec4f, position: vec3f, frame: MaterialFrame) -> f32 {
  var n = 0.0;
  var sum = put_sample(before, classified, position, frame, 1.0);
  while n < SAMPLES - 1.0 && sum.w < image.surface_opacity {
    sum = put_sample(sum, classified, position, frame, 1.0);
    n += 1.0;
  }
  return n;
}
