// Reduces a ray's samples to one value, the largest, the smallest or the mean, and shows it in its colour.

import package::cast::cast_ray::{CastRay, SampleRange, sample_places};
import package::cast::layers::{RayLayers, put_behind};
@if(mask) import package::cast::mask::style_at;
import package::cast::transfer::classify;
import package::cast::volume::sample_volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let places = sample_places(ray);
  var value = 0.0;
  var taken = 0u;
  for (var k = range.first; k < range.end; k += 1u) {
    let position = places.first + f32(k) * places.stride;
    @if(mask) if style_at(position) == 0u { continue; }
    let texel = sample_volume(position);
    @if(mip) value = select(max(value, texel), texel, taken == 0u);
    @if(minip) value = select(min(value, texel), texel, taken == 0u);
    @if(average) value += texel;
    taken += 1u;
  }
  if taken == 0u {
    return met;
  }
  @if(average) value /= f32(taken);
  var layers = put_behind(met, classify(value).rgb, 1.0);
  layers.samples += taken;
  return layers;
}
