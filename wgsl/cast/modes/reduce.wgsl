// Reduces a ray's samples to one value, the largest, the smallest, the mean or an integral, and shows it in its colour.

import package::cast::ray::layers::{RayLayers, put_behind};
import package::cast::volume::labels::mask::is_shown;
import package::cast::volume::ray::{CastRay, SHOWS_PART, SamplePositions, SampleRange, refine, sample_position, sample_positions};
import package::cast::volume::sample::sample_volume;
import package::cast::volume::transfer::classify;
import package::cast::volume::volume_frame::volume;

const SAMPLES = 1.0;

// The smallest value is wanted, not the largest.
override minip = false;
// Attenuations are summed, not values.
override xray = false;

struct ModeRay {
  ray: CastRay,
  positions: SamplePositions,
  first: f32,
  end: f32,
  // The ends of the interval, counted in samples.
  ends: vec2f,
}

struct ModeState {
  value: f32,
  taken: u32,
  // The first sample of the run, the texel before the last one, and the last one.
  run_first: f32,
  before: f32,
  texel: f32,
}

fn mode_ray(met: RayLayers, ray: CastRay, range: SampleRange) -> ModeRay {
  let ends = (vec2f(ray.start, ray.stop) - ray.enter) / ray.step - ray.phase;
  return ModeRay(ray, sample_positions(ray), f32(range.first), f32(range.end), ends);
}

fn begin_ray(met: RayLayers, mode: ModeRay) -> ModeState {
  return ModeState(met.kept, met.samples, 0.0, 0.0, 0.0);
}

fn begin_run(state: ptr<function, ModeState>, run: vec2f) {
  if refine {
    (*state).run_first = run.x;
    (*state).before = nothing();
    (*state).texel = nothing();
  }
}

// Each sample is compared with both of its neighbours, which may be beyond the run.
fn samples_of_run(run: vec2f, end: f32, mode: ModeRay) -> vec2f {
  if refine { return vec2f(max(run.x - 1.0, mode.first), run.y + 1.0); }
  return run;
}

fn next_sample(k: f32) -> f32 {
  return k + SAMPLES;
}

fn is_done(state: ModeState, mode: ModeRay) -> bool {
  return false;
}

fn has_value(state: ModeState) -> bool {
  return state.taken > 0u;
}

fn note_surface(state: ptr<function, ModeState>, mode: ModeRay) {
}

fn end_ray(met: RayLayers, state: ModeState, mode: ModeRay, waits: bool) -> RayLayers {
  var layers = met;
  layers.kept = state.value;
  layers.samples = state.taken;
  if state.taken > 0u && !waits {
    layers.reduced = vec2f(state.value, f32(state.taken));
    @if(average) let value = select(state.value / f32(state.taken), state.value, xray);
    @else let value = state.value;
    // The value of a part is not yet that of the ray.
    if !SHOWS_PART { layers = put_behind(layers, classify(value).rgb, 1.0); }
  }
  return layers;
}

@if(average)
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  let position = sample_position(mode.positions, k);
  if !is_shown(position) { return; }
  let texel = sample_volume(position);
  if xray {
    // Lengths are multiplied at once: a resumed ray has an integral already.
    let attenuation = max(texel * volume.attenuation_scale + volume.attenuation_offset, 0.0);
    (*state).value += attenuation * mode.ray.step * volume.world_per_unit;
  } else {
    (*state).value += texel;
  }
  (*state).taken += 1u;
}
@else
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  if refine {
    compare_with_neighbors(state, mode, k);
    return;
  }
  let position = sample_position(mode.positions, k);
  if !is_shown(position) { return; }
  add_value(state, sample_volume(position));
}

fn add_value(state: ptr<function, ModeState>, texel: f32) {
  (*state).value = select(beyond((*state).value, texel), texel, (*state).taken == 0u);
  (*state).taken += 1u;
}

// Takes the sample before sample k, between its neighbours.
fn compare_with_neighbors(state: ptr<function, ModeState>, mode: ModeRay, k: f32) {
  var behind = nothing();
  if k < mode.end { behind = texel_at(sample_position(mode.positions, k)); }
  let texel = (*state).texel;
  let is_there = texel != nothing() && k > (*state).run_first;
  if is_there { add_value(state, texel); }
  if is_there && may_hide_peak((*state).before, texel, behind, (*state).value) {
    let peak = find_peak(mode.positions, max(k - 2.0, mode.ends.x), min(k, mode.ends.y));
    (*state).value = beyond((*state).value, peak);
  }
  (*state).before = texel;
  (*state).texel = behind;
}

// The texel of what a mask hides.
fn nothing() -> f32 {
  return select(-3e38, 3e38, minip);
}

fn texel_at(position: vec3f) -> f32 {
  if !is_shown(position) { return nothing(); }
  return sample_volume(position);
}

fn beyond(a: f32, b: f32) -> f32 {
  if minip { return min(a, b); }
  return max(a, b);
}

// Whether what is between a sample and its neighbours may be beyond a value: where neither neighbour is beyond the sample, and the
// slope to one of them, continued, is beyond the value.
fn may_hide_peak(before: f32, texel: f32, behind: f32, value: f32) -> bool {
  let is_peak = beyond(beyond(before, texel), behind) == texel;
  let slope = max(apart(texel, before), apart(texel, behind));
  if minip { return is_peak && texel - slope < value; }
  return is_peak && texel + slope > value;
}

fn apart(texel: f32, neighbor: f32) -> f32 {
  return select(abs(texel - neighbor), 1e38, neighbor == nothing());
}

// Steps of the search, which leave 0.06 of its interval.
const SEARCH_STEPS = 6u;
const GOLDEN_SHARE = 0.6180339887498949;

// The value beyond all that golden-section search meets between two places: J. Kiefer, "Sequential minimax search for a
// maximum", 1953.
fn find_peak(positions: SamplePositions, first: f32, last: f32) -> f32 {
  var low = first;
  var high = last;
  var near = high - GOLDEN_SHARE * (high - low);
  var far = low + GOLDEN_SHARE * (high - low);
  var at_near = texel_at(sample_position(positions, near));
  var at_far = texel_at(sample_position(positions, far));
  var peak = beyond(at_near, at_far);
  for (var step = 0u; step < SEARCH_STEPS; step += 1u) {
    if beyond(at_near, at_far) == at_near {
      high = far;
      far = near;
      at_far = at_near;
      near = high - GOLDEN_SHARE * (high - low);
      at_near = texel_at(sample_position(positions, near));
    } else {
      low = near;
      near = far;
      at_near = at_far;
      far = low + GOLDEN_SHARE * (high - low);
      at_far = texel_at(sample_position(positions, far));
    }
    peak = beyond(peak, beyond(at_near, at_far));
  }
  return peak;
}
