// Composites a ray's samples over one another, front to back.

import package::cast::cast_ray::{CastRay, SampleRange, sample_places};
import package::cast::image::image;
import package::cast::layers::RayLayers;
@if(mask) import package::cast::mask::{style_at, style_color, style_opacity};
@if(shade) import package::cast::shade::shade;
@if(gradient_opacity) import package::cast::transfer::gradient_opacity;
import package::cast::transfer::classify;
import package::cast::volume::{sample_gradient, sample_volume};
import package::cast::volume_frame::volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let places = sample_places(ray);
  // By themselves, since a struct that changes in a loop costs more on SwiftShader.
  var color = met.color;
  var opacity = met.opacity;
  var taken = 0u;
  for (var k = range.first; k < range.end; k += 1u) {
    let position = places.first + f32(k) * places.stride;
    @if(mask) let style = style_at(position);
    @if(mask) if style == 0u { continue; }
    let texel = sample_volume(position);
    taken += 1u;
    if texel < volume.visible_low || texel > volume.visible_high { continue; }
    var material = classify(texel);
    @if(mask) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
    @if(shade || gradient_opacity) let gradient = sample_gradient(position);
    @if(gradient_opacity) material.w *= gradient_opacity(length(gradient));
    var alpha = material.w;
    if volume.opacity_exponent != 1.0 {
      alpha = 1.0 - pow(max(1.0 - alpha, 0.0), volume.opacity_exponent);
    }
    let weight = (1.0 - opacity) * alpha;
    @if(shade) material = vec4f(shade(material.rgb, gradient, ray.place), material.w);
    color += weight * material.rgb;
    opacity += weight;
    if opacity >= image.opaque { break; }
  }
  var layers = met;
  layers.color = color;
  layers.opacity = opacity;
  layers.samples += taken;
  return layers;
}
