// The colour and opacity that a sample of a composite has for a step of its ray.

@if(mask) import package::cast::volume::mask::{style_at, style_color, style_opacity};
@if(own_colors) import package::cast::volume::own_color::own_color;
@if(shade && !mask) import package::cast::volume::shade::shade;
@if(shade && mask) import package::cast::volume::shade::shade_labeled;
@if(shade && clip) import package::cast::volume::shade::shade_own_cut;
@if(gradient_opacity) import package::cast::volume::transfer::gradient_opacity;
@if(shade || gradient_opacity) import package::cast::volume::sample::sample_gradient;
@if(scale_opacity) import package::cast::volume::volume_frame::volume;

fn step_material(classified: vec4f, position: vec3f, pixel: vec2f) -> vec4f {
  var material = classified;
  @if(own_colors) material = vec4f(own_color(position), material.w);
  @if(mask) let style = style_at(position);
  @if(mask) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
  @if(shade || gradient_opacity) let gradient = sample_gradient(position);
  @if(gradient_opacity) material.w *= gradient_opacity(length(gradient));
  @if(scale_opacity) material.w = 1.0 - pow(max(1.0 - material.w, 0.0), volume.opacity_exponent);
  @if(shade && !mask) var lit = shade(material.rgb, gradient, position, pixel);
  @if(shade && mask) var lit = shade_labeled(material.rgb, gradient, position, style, pixel);
  @if(shade && clip) lit = shade_own_cut(lit, material.rgb, position, pixel);
  @if(shade) material = vec4f(lit, material.w);
  return material;
}
