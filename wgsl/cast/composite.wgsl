// Composites a ray's samples over one another, front to back.

import package::cast::cast_ray::{CastRay, SampleRange};
import package::cast::frame::frame;
@if(mask) import package::cast::mask::{style_at, style_color, style_opacity};
@if(shade) import package::cast::shade::shade;
import package::cast::traced::{Traced, sample_places};
@if(gradient_opacity) import package::cast::transfer::gradient_opacity;
import package::cast::transfer::classify;
import package::cast::volume::{sample_gradient, sample_volume};

fn trace(ray: CastRay, range: SampleRange) -> Traced {
  let places = sample_places(ray);
  var color = vec3f(0.0);
  var opacity = 0.0;
  var taken = 0u;
  for (var k = range.first; k < range.end; k += 1u) {
    let position = places.first + f32(k) * places.stride;
    @if(mask) let style = style_at(position);
    @if(mask) if style == 0u { continue; }
    let texel = sample_volume(position);
    taken += 1u;
    if texel < frame.visible_low || texel > frame.visible_high { continue; }
    var material = classify(texel);
    @if(mask) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
    @if(shade || gradient_opacity) let gradient = sample_gradient(position);
    @if(gradient_opacity) material.w *= gradient_opacity(length(gradient));
    var alpha = material.w;
    if frame.opacity_exponent != 1.0 {
      alpha = 1.0 - pow(max(1.0 - alpha, 0.0), frame.opacity_exponent);
    }
    let weight = (1.0 - opacity) * alpha;
    @if(shade) material = vec4f(shade(material.rgb, gradient, ray.place), material.w);
    color += weight * material.rgb;
    opacity += weight;
    if opacity >= frame.opaque { break; }
  }
  return Traced(color, opacity, taken);
}
