// Light that samples of a step share which are hardly seen. To first order, light at their mean position, by weight, is the mean of what
// each would have.

import package::cast::volume::entry::{SampleStep, opacity_of_length};
import package::cast::volume::labels::mask::{style_at, style_color, style_opacity};
import package::cast::volume::material::{MaterialFrame, light_material, scale_opacity, scale_transparency};
import package::cast::volume::own_color::voxel_color;

struct LitStep {
  // The samples' opacity together.
  opacity: f32,
  // Sums of colours and of numbers in the step, by the samples' shares of that opacity.
  color: vec3f,
  moment: f32,
  // Their share of the ray's opacity.
  of_ray: f32,
  // Style of the first that is visible.
  style: u32,
}

fn no_step() -> LitStep {
  var none: LitStep;
  return none;
}

// Returns the sample's opacity.
fn add_to_step(step: ptr<function, LitStep>, classified: vec4f, own: SampleStep, frame: MaterialFrame, number: f32) -> f32 {
  let position = own.position;
  let style = style_at(position);
  let color = style_color(style, voxel_color(position, classified.rgb));
  var opacity = classified.w * style_opacity(style);
  if scale_opacity { opacity = 1.0 - scale_transparency(max(1.0 - opacity, 0.0), frame); }
  opacity = opacity_of_length(opacity, own.length);
  let share = (1.0 - (*step).opacity) * opacity;
  if (share > 0.0) & ((*step).opacity == 0.0) { (*step).style = style; }
  (*step).opacity += share;
  (*step).color += share * color;
  (*step).moment += share * number;
  return opacity;
}

// The samples' share of the ray's colour.
fn light_step(step: LitStep, position: vec3f, frame: MaterialFrame) -> vec3f {
  return step.of_ray * light_material(step.color / step.opacity, position, step.style, frame);
}
