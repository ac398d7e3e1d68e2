// Light that samples of a step share which are hardly seen. To first order, light at their mean position, by weight, is the mean of what
// each would have.

import package::cast::volume::entry::{SampleStep, opacity_of_length};
import package::cast::volume::mask::{style_at, style_color, style_opacity};
import package::cast::volume::material::{MaterialFrame, light_material, scale_opacity, scale_transparency};
import package::cast::volume::own_color::own_color;

struct LitStep {
  // The samples' opacity together.
  opacity: f32,
  // Sums of colours and of numbers in the step, by the samples' shares of that opacity.
  color: vec3f,
  moment: f32,
  // Their share of the ray's opacity.
  of_ray: f32,
  // Style of the first that is visible.
  @if(mask) style: u32,
}

fn no_step() -> LitStep {
  var none: LitStep;
  return none;
}

// Returns the sample's opacity.
fn add_to_step(step: ptr<function, LitStep>, classified: vec4f, own: SampleStep, frame: MaterialFrame, number: f32) -> f32 {
  let position = own.position;
  var material = classified;
  @if(own_colors) material = vec4f(own_color(position), material.w);
  @if(mask) let style = style_at(position);
  @if(mask) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
  if scale_opacity { material.w = 1.0 - scale_transparency(max(1.0 - material.w, 0.0), frame); }
  material.w = opacity_of_length(material.w, own.length);
  let share = (1.0 - (*step).opacity) * material.w;
  @if(mask) if (share > 0.0) & ((*step).opacity == 0.0) { (*step).style = style; }
  (*step).opacity += share;
  (*step).color += share * material.rgb;
  (*step).moment += share * number;
  return material.w;
}

// The samples' share of the ray's colour.
fn light_step(step: LitStep, position: vec3f, frame: MaterialFrame) -> vec3f {
  @if(!mask) let style = 0u;
  @else let style = step.style;
  return step.of_ray * light_material(step.color / step.opacity, position, style, frame);
}
