// Entries of rays into what is visible, between two samples. A sample in the middle of a step that begins with nothing would stand for the
// whole of it: rings, where opacity steps.

import package::cast::fused::fused_sample::is_any_visible;
import package::cast::volume::labels::mask::is_shown;
import package::cast::volume::ray::{SamplePositions, sample_position};
import package::cast::volume::sample::sample_volume;
import package::cast::volume::volume_frame::volume;

// Whether points of entry are searched: in quality `fine`, where opacity rises steeply from zero.
override finds_entries = false;

// Halvings of the step in which an entry lies, as in src/reference/volume/samples/find-entries.ts.
const HALVINGS = 4u;
const LAST_TURN = HALVINGS + 1u;

// A sample, and the length in steps that it stands for; its place is among the numbers of the samples.
struct SampleStep {
  place: f32,
  position: vec3f,
  texel: f32,
  length: f32,
}

// The step of sample k, from where the ray enters what is visible if that lies between the sample before and this one, with the
// sample in its middle.
fn step_from_entry(whole: SampleStep, positions: SamplePositions, may_enter: bool) -> SampleStep {
  var step = whole;
  if !finds_entries { return step; }
  let k = whole.place;
  var hidden = k - 1.0;
  var width = 1.0;
  // The sample before, the halvings, and the middle of what is left, by a single call, since compilers inline each. No turn at
  // all where nothing is entered: SwiftShader runs branches that no ray takes.
  for (var turn = select(LAST_TURN + 1u, 0u, may_enter); turn <= LAST_TURN; turn += 1u) {
    let entry = hidden + width;
    let middle = 0.5 * (entry + k + 0.5);
    let place = select(select(entry, hidden, turn == 0u), middle, turn == LAST_TURN);
    let position = sample_position(positions, place);
    let is_seen = is_visible(position);
    if turn == 0u && is_seen { break; }
    // Behind the sample, something thin may have ended.
    if turn == LAST_TURN && is_seen { step = SampleStep(middle, position, sample_volume(position), k + 0.5 - entry); }
    if turn > 0u { hidden += select(width, 0.0, is_seen); }
    width *= 0.5;
  }
  return step;
}

// Makes an opacity of a step that of a longer or a shorter one.
fn opacity_of_length(opacity: f32, length: f32) -> f32 {
  if !finds_entries || length == 1.0 { return opacity; }
  return 1.0 - pow(max(1.0 - opacity, 0.0), length);
}

@if(fused)
fn is_visible(position: vec3f) -> bool {
  return is_any_visible(position);
}
@else
fn is_visible(position: vec3f) -> bool {
  if !is_shown(position) { return false; }
  let texel = sample_volume(position);
  return (texel >= volume.visible_low) & (texel <= volume.visible_high);
}
