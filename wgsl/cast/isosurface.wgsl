// Finds where a ray first crosses a value, and lights the surface there.

import package::cast::cast_ray::{CastRay, SampleRange};
import package::cast::frame::frame;
@if(mask) import package::cast::mask::{style_at, style_color};
import package::cast::shade::shade;
import package::cast::traced::{Traced, sample_places};
import package::cast::transfer::classify;
import package::cast::volume::{sample_gradient, sample_volume};

// A crossing is found to 2⁻¹¹ of a step.
const BISECTIONS = 10u;

fn trace(ray: CastRay, range: SampleRange) -> Traced {
  let places = sample_places(ray);
  var taken = 0u;
  // Whether the sample before is there to compare with, and on which side of the surface it was.
  var connected = false;
  var was_above = false;
  for (var k = range.first; k < range.end; k += 1u) {
    let position = places.first + f32(k) * places.stride;
    @if(mask) let style = style_at(position);
    @if(mask) if style == 0u { connected = false; continue; }
    let above = sample_volume(position) >= frame.iso;
    taken += 1u;
    if connected && above != was_above {
      let hit = bisect(position - places.stride, position, was_above);
      var color = classify(frame.iso).rgb;
      @if(mask) color = style_color(style, color);
      return Traced(shade(color, sample_gradient(hit), ray.place), 1.0, taken);
    }
    connected = true;
    was_above = above;
  }
  return Traced(vec3f(0.0), 0.0, taken);
}

fn bisect(start: vec3f, end: vec3f, start_above: bool) -> vec3f {
  var low = start;
  var high = end;
  for (var round = 0u; round < BISECTIONS; round += 1u) {
    let middle = 0.5 * (low + high);
    if (sample_volume(middle) >= frame.iso) == start_above {
      low = middle;
    } else {
      high = middle;
    }
  }
  return 0.5 * (low + high);
}
