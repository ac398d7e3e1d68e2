// Steps of `fine` over whose values opacity and colour hardly vary: one sample stands for the four of each, as
// src/reference/volume/samples/even-steps.ts has it.

import package::cast::volume::ray::{SamplePositions, sample_position};
import package::cast::volume::sample::sample_volume;

// Whether steps are judged, in quality `fine`.
override judges_steps = false;

const STEP_SAMPLES = 4.0;
// Steps that are judged together, and their samples.
const BLOCK_STEPS = 4u;
const BLOCK_SAMPLES = 16.0;

// Share of the change of slope by which values between two samples may go beyond both: those of a peak in the middle.
const BEYOND = 0.5;

// Four steps: the values at their first samples, and the ranges in which all of theirs are taken to lie.
struct Steps {
  first: vec4f,
  middle: vec4f,
  half: vec4f,
}

fn load_steps(positions: SamplePositions, block: f32) -> Steps {
  let first = vec4f(
    sample_volume(sample_position(positions, block)),
    sample_volume(sample_position(positions, block + STEP_SAMPLES)),
    sample_volume(sample_position(positions, block + 2.0 * STEP_SAMPLES)),
    sample_volume(sample_position(positions, block + 3.0 * STEP_SAMPLES)),
  );
  let next = vec4f(first.yzw, sample_volume(sample_position(positions, block + BLOCK_SAMPLES)));
  let slope = next - first;
  // That of the first step is told by the next one, so that a block needs no other.
  let bend = abs(slope.yzw - slope.xyz).xxyz;
  return Steps(first, 0.5 * (first + next), 0.5 * abs(slope) + BEYOND * bend);
}

// Which of the steps may have a value in an interval.
fn reaches(steps: Steps, low: f32, high: f32) -> vec4<bool> {
  return (steps.middle + steps.half >= vec4f(low)) & (steps.middle - steps.half <= vec4f(high));
}
