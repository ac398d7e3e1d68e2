// Composites the segments between neighbouring samples by the integral of the transfer function over their values: Engel,
// Kraus and Ertl, "High-quality pre-integrated volume rendering using hardware-accelerated pixel shading", 2001, with the
// integral functions of its section 4 instead of a table over pairs of values, so that fine structure is not lost.

import package::cast::volume::ray::{CastRay, SampleRange, sample_position, sample_positions};
import package::cast::frame::image::image;
import package::cast::ray::layers::{RayLayers, put_behind};
@if(surface) import package::cast::volume::surface::{distance_of_sample, meet_volume};
import package::cast::volume::skip::{brick_ray, next_samples};
import package::cast::volume::transfer::{classify, table_coordinate};
import package::cast::volume::sample::sample_volume;
import package::cast::volume::volume_frame::volume;

// On the boundaries of the transfer table's cells and in units of one: the integrals of colour times extinction, and of
// extinction.
@group(0) @binding(12) var integrals: texture_2d<f32>;

// Engel's integrals leave out what a segment's front takes from its back: denser ones are composited in parts this dense.
const MAX_PART_DEPTH = 0.3;
const MAX_PARTS = 32.0;
// Segments that span fewer cells take the middle's extinction: the difference of two integrals would be rounding.
const MIN_SPAN = 4.0;
// Keeps the extinction of opaque values finite; src/transfer/integral-table.ts knows it too.
const MAX_OPACITY = 0.9999;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  var layers = met;
  let bricks = brick_ray(positions);
  let end = f32(range.end);
  var run = next_samples(bricks, f32(range.first), end);
  var skipped = run.x - f32(range.first);
  while run.x < run.y && layers.opacity < image.opaque {
    var front = sample_volume(sample_position(positions, run.x - 0.5));
    for (var k = run.x; k < run.y; k += 1.0) {
      let back = sample_volume(sample_position(positions, k + 0.5));
      layers.samples += 1u;
      if max(front, back) >= volume.visible_low && min(front, back) <= volume.visible_high {
        let depth = mean_extinction(front, back).w * volume.opacity_exponent;
        let parts = clamp(ceil(depth / MAX_PART_DEPTH), 1.0, MAX_PARTS);
        for (var part = 0.0; part < parts; part += 1.0) {
          let mean = mean_extinction(mix(front, back, part / parts), mix(front, back, (part + 1.0) / parts));
          let alpha = 1.0 - exp(-mean.w * volume.opacity_exponent / parts);
          layers = put_behind(layers, mean.rgb / max(mean.w, 1e-20), alpha);
        }
        @if(surface) if layers.opacity >= image.surface_opacity {
          layers = meet_volume(layers, ray, sample_position(positions, k), distance_of_sample(ray, k));
        }
        if layers.opacity >= image.opaque { break; }
      }
      front = back;
    }
    let next = next_samples(bricks, run.y, end);
    skipped += next.x - run.y;
    run = next;
  }
  layers.skipped += u32(skipped);
  return layers;
}

// Colour times extinction, and extinction a unit of length, averaged over the values between two texels.
fn mean_extinction(front: f32, back: f32) -> vec4f {
  let span = table_coordinate(back) - table_coordinate(front);
  if abs(span) < MIN_SPAN {
    return extinction(0.5 * (front + back));
  }
  return (integral(back) - integral(front)) / span;
}

fn extinction(texel: f32) -> vec4f {
  let material = classify(texel);
  let density = -log(1.0 - min(material.w, MAX_OPACITY));
  return vec4f(material.rgb * density, density);
}

// The integral up to a texel; beyond the table's ends it goes on with the extinction there.
fn integral(texel: f32) -> vec4f {
  let coordinate = table_coordinate(texel);
  let inside = clamp(coordinate, 0.0, volume.table_cells);
  let before = min(floor(inside), volume.table_cells - 1.0);
  let start = u32(before);
  var value = mix(
    textureLoad(integrals, vec2u(start, 0u), 0),
    textureLoad(integrals, vec2u(start + 1u, 0u), 0),
    inside - before,
  );
  if coordinate != inside {
    value += (coordinate - inside) * extinction(texel);
  }
  return value;
}
