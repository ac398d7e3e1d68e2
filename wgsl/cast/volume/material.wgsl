// The colour and opacity that a sample of a composite has for a step of its ray.

import package::cast::volume::mask::{style_at, style_color, style_opacity};
import package::cast::volume::own_color::own_color;
import package::cast::volume::shade::{RayLight, ray_light, shade_by, shade_labeled, shade_own_cut};
import package::cast::volume::transfer::gradient_opacity;
import package::cast::volume::sample::{Gradients, load_gradients, sample_gradient_by};
import package::cast::volume::ray::{CastRay, is_thin, thin_steps};
import package::cast::volume::volume_frame::volume;

// Whether steps are not as long as the length that opacities are given for.
override scale_opacity = false;
// Whether they are 1 to 63 quarters of it: roots and products then stand for `pow`, which took a quarter of the time of fine frames on
// SwiftShader. Thin intervals are stretched in the end.
override quarter_steps = false;

// Values that the materials of a ray's samples have in common. Adapters on the CPU, whose samplers filter the table, load it before the
// first: SwiftShader does not hoist it (lit looks take 0.89 of the time). GPUs do as they like, short of registers.
struct MaterialFrame {
  pixel: vec2f,
  // The length of a step in units of opacity.
  exponent: f32,
  // That length in quarters.
  quarters: u32,
  @if(table_filter && shade) light: RayLight,
  @if(table_filter && (shade || gradient_opacity)) gradients: Gradients,
}

fn material_frame(ray: CastRay) -> MaterialFrame {
  let pixel = ray.pixel;
  var frame: MaterialFrame;
  frame.pixel = pixel;
  frame.exponent = volume.opacity_exponent;
  if is_thin(ray) { frame.exponent *= thin_steps(ray); }
  frame.quarters = u32(round(4.0 * volume.opacity_exponent));
  @if(table_filter && shade) frame.light = ray_light(pixel);
  @if(table_filter && (shade || gradient_opacity)) frame.gradients = load_gradients();
  return frame;
}

fn light_of(frame: MaterialFrame) -> RayLight {
  @if(table_filter) return frame.light;
  @else return ray_light(frame.pixel);
}

fn gradients_of(frame: MaterialFrame) -> Gradients {
  @if(table_filter) return frame.gradients;
  @else return load_gradients();
}

fn step_material(classified: vec4f, position: vec3f, frame: MaterialFrame) -> vec4f {
  var material = classified;
  @if(own_colors) material = vec4f(own_color(position), material.w);
  @if(mask) let style = style_at(position);
  @if(mask) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
  @if(shade || gradient_opacity) let gradient = sample_gradient_by(gradients_of(frame), position);
  @if(gradient_opacity) material.w *= gradient_opacity(length(gradient));
  if scale_opacity { material.w = 1.0 - scale_transparency(max(1.0 - material.w, 0.0), frame); }
  @if(shade && !mask) var lit = shade_by(light_of(frame), material.rgb, gradient, position);
  @if(shade && mask) var lit = shade_labeled(material.rgb, gradient, position, style, frame.pixel);
  @if(shade && clip) lit = shade_own_cut(lit, material.rgb, position, frame.pixel);
  @if(shade) material = vec4f(lit, material.w);
  return material;
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
  let gradient = sample_gradient_by(gradients_of(frame), position);
  @if(!mask) var lit = shade_by(light_of(frame), color, gradient, position);
  @else var lit = shade_labeled(color, gradient, position, style, frame.pixel);
  @if(clip) lit = shade_own_cut(lit, color, position, frame.pixel);
  return lit;
}
