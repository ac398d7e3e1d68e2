// The colour and opacity that a sample of a composite has for a step of its ray.

import package::cast::volume::gradient::{Gradients, load_gradients, sample_gradient_by};
import package::cast::volume::labels::mask::{style_at, style_color, style_opacity};
import package::cast::volume::own_color::voxel_color;
import package::cast::volume::shade::{LIGHTS_SAMPLES, RayLight, ray_light, shade_labeled, shade_own_cut};
import package::cast::volume::transfer::{HAS_GRADIENT_OPACITY, gradient_opacity};
import package::cast::volume::ray::{CastRay, is_thin, thin_steps};
import package::cast::volume::volume_frame::volume;

// Whether steps are not as long as the length that opacities are given for.
override scale_opacity = false;
// Whether they are 1 to 63 quarters of it: roots and products then stand for `pow`, which took a quarter of the time of fine frames on
// SwiftShader. Thin intervals are stretched in the end.
override quarter_steps = false;

// Values that the materials of a ray's samples have in common.
struct MaterialFrame {
  pixel: vec2f,
  // The length of a step in units of opacity.
  exponent: f32,
  // That length in quarters.
  quarters: u32,
  // Loaded where LOADS_FIRST says so.
  light: RayLight,
  gradients: Gradients,
}

// Adapters on the CPU, whose samplers filter the table, load what the samples share before the first: SwiftShader does not hoist it (lit
// looks take 0.89 of the time). GPUs do as they like, short of registers.
@if(table_filter) const LOADS_FIRST = true;
@else const LOADS_FIRST = false;

const TAKES_GRADIENTS = LIGHTS_SAMPLES || HAS_GRADIENT_OPACITY;

fn material_frame(ray: CastRay) -> MaterialFrame {
  var frame: MaterialFrame;
  frame.pixel = ray.pixel;
  frame.exponent = volume.opacity_exponent;
  if is_thin(ray) { frame.exponent *= thin_steps(ray); }
  frame.quarters = u32(round(4.0 * volume.opacity_exponent));
  if LOADS_FIRST && LIGHTS_SAMPLES { frame.light = ray_light(ray.pixel); }
  if LOADS_FIRST && TAKES_GRADIENTS { frame.gradients = load_gradients(); }
  return frame;
}

// Values for a sample that stands for several, where the frame is for one.
fn lengthen(frame: MaterialFrame, samples: f32) -> MaterialFrame {
  var long = frame;
  long.exponent *= samples;
  long.quarters *= u32(samples);
  return long;
}

fn light_of(frame: MaterialFrame) -> RayLight {
  if LOADS_FIRST { return frame.light; }
  return ray_light(frame.pixel);
}

@if(shade || gradient_opacity)
fn gradient_at(position: vec3f, frame: MaterialFrame) -> vec3f {
  if LOADS_FIRST { return sample_gradient_by(frame.gradients, position); }
  return sample_gradient_by(load_gradients(), position);
}
// Nothing of unlit samples asks for it.
@else
fn gradient_at(position: vec3f, frame: MaterialFrame) -> vec3f {
  return vec3f(0.0);
}

fn step_material(classified: vec4f, position: vec3f, frame: MaterialFrame) -> vec4f {
  let style = style_at(position);
  let color = style_color(style, voxel_color(position, classified.rgb));
  var opacity = classified.w * style_opacity(style);
  let gradient = gradient_at(position, frame);
  opacity *= gradient_opacity(length(gradient));
  if scale_opacity { opacity = 1.0 - scale_transparency(max(1.0 - opacity, 0.0), frame); }
  return vec4f(light_color(color, gradient, position, style, frame), opacity);
}

// The transparency of a step, where that of a unit of length is given.
fn scale_transparency(transparency: f32, frame: MaterialFrame) -> f32 {
  if quarter_steps { return raise_to_quarters(transparency, frame.quarters); }
  return pow(transparency, frame.exponent);
}

fn raise_to_quarters(base: f32, quarters: u32) -> f32 {
  let half = sqrt(base);
  let of_quarter = select(1.0, sqrt(half), (quarters & 1u) != 0u);
  let of_half = select(1.0, half, (quarters & 2u) != 0u);
  let of_one = select(1.0, base, (quarters & 4u) != 0u);
  let two = base * base;
  let of_two = select(1.0, two, (quarters & 8u) != 0u);
  let four = two * two;
  let of_four = select(1.0, four, (quarters & 16u) != 0u);
  let of_eight = select(1.0, four * four, (quarters & 32u) != 0u);
  return of_quarter * of_half * of_one * of_two * of_four * of_eight;
}

// A colour in the light of a position; the style is that of the label there.
fn light_material(color: vec3f, position: vec3f, style: u32, frame: MaterialFrame) -> vec3f {
  return light_color(color, gradient_at(position, frame), position, style, frame);
}

@if(shade)
fn light_color(color: vec3f, gradient: vec3f, position: vec3f, style: u32, frame: MaterialFrame) -> vec3f {
  let lit = shade_labeled(light_of(frame), color, gradient, position, style);
  return shade_own_cut(lit, color, position, frame.pixel);
}
@else
fn light_color(color: vec3f, gradient: vec3f, position: vec3f, style: u32, frame: MaterialFrame) -> vec3f {
  return color;
}
