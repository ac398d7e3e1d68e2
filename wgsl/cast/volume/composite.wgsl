// Composites a ray's samples over one another, front to back.

import package::cast::volume::ray::{CastRay, SampleRange, sample_place, sample_places};
import package::cast::frame::image::image;
import package::cast::ray::layers::RayLayers;
@if(mask) import package::cast::volume::mask::{style_at, style_color, style_opacity};
@if(shade) import package::cast::volume::shade::shade;
@if(gradient_opacity) import package::cast::volume::transfer::gradient_opacity;
import package::cast::volume::skip::{brick_walk, next_samples};
import package::cast::volume::transfer::classify;
import package::cast::volume::sample::{sample_gradient, sample_volume};
import package::cast::volume::volume_frame::volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let places = sample_places(ray);
  // By themselves, since a struct that changes in a loop costs more on SwiftShader.
  var color = met.color;
  var opacity = met.opacity;
  var taken = 0u;
  let walk = brick_walk(places);
  // Whole numbers, which f32 are faster.
  let end = f32(range.end);
  var run = next_samples(walk, f32(range.first), end);
  var skipped = run.x - f32(range.first);
  while run.x < run.y {
    for (var k = run.x; k < run.y; k += 1.0) {
      let position = sample_place(places, k);
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
      @if(scale_opacity) alpha = 1.0 - pow(max(1.0 - alpha, 0.0), volume.opacity_exponent);
      let weight = (1.0 - opacity) * alpha;
      @if(shade) material = vec4f(shade(material.rgb, gradient, ray.place), material.w);
      color += weight * material.rgb;
      opacity += weight;
      if opacity >= image.opaque { break; }
    }
    if opacity >= image.opaque { break; }
    let next = next_samples(walk, run.y, end);
    skipped += next.x - run.y;
    run = next;
  }
  var layers = met;
  layers.color = color;
  layers.opacity = opacity;
  layers.samples += taken;
  layers.skipped += u32(skipped);
  return layers;
}
