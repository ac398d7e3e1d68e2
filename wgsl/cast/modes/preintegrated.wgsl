// Composites the segments between neighbouring samples by the integral of the transfer function over their values: Engel,
// Kraus and Ertl, "High-quality pre-integrated volume rendering using hardware-accelerated pixel shading", 2001, with the
// integral functions of its section 4 instead of a table over pairs of values, so that fine structure is not lost. Unlike
// there, segments along which the appearance changes much are sampled anew in pieces, since values change linearly only nearly, and
// each is lit where the middle of its opacity is.

import package::cast::volume::ray::{CastRay, SamplePositions, SampleRange, distance_at, sample_position, sample_positions, step_of};
import package::cast::frame::image::image;
import package::cast::ray::layers::RayLayers;
import package::cast::volume::mask::{style_at, style_color, style_opacity};
import package::cast::volume::shade::{shade, shade_labeled, shade_own_cut};
import package::cast::volume::transfer::{classify, gradient_opacity, table_coordinate};
import package::cast::volume::surface::meet_volume;
import package::cast::paged::pages::{enter_page, page_ray};
import package::cast::volume::skip::{brick_ray, next_samples};
import package::cast::volume::sample::{sample_gradient, sample_volume};
import package::cast::volume::volume_frame::volume;

// Integrals of colour times extinction, and of extinction, up to the boundaries of the transfer table's cells and in units of
// one.
@group(0) @binding(12) var integrals: texture_2d<f32>;

// Engel's integrals leave out what a segment's front takes from its back: denser ones are composited in parts this dense.
const MAX_PART_DEPTH = 0.2;
const MAX_PARTS = 32.0;
// The place of a lit segment's opacity is known to a fraction of a part.
@if(shade || gradient_opacity) const LEAST_PARTS = 4.0;
@if(!shade && !gradient_opacity) const LEAST_PARTS = 1.0;
// Segments that span fewer cells take the middle's extinction: the difference of two integrals would be rounding.
const MIN_SPAN = 4.0;
// Keeps the extinction of opaque values finite; src/transfer/table/integral-table.ts knows it too.
const MAX_OPACITY = 0.9999;

// Ends of segments that are fetched together, so that none waits for the fetch of the one before.
@if(ahead) const SEGMENTS = 4.0;
@if(!ahead) const SEGMENTS = 1.0;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  // Start and end of the ray's part, along the samples.
  let part = vec2f(step_of(ray, ray.start), step_of(ray, ray.stop));
  // Kept as separate variables: SwiftShader is slower with a struct mutated in a loop.
  var sum = vec4f(met.color, met.opacity);
  var taken = 0u;
  // Place of the surface along the samples, of rays that look for one.
  var surface = -1.0;
  @if(paged) var layers = met;
  let bricks = brick_ray(positions);
  let end = f32(range.end);
  var run = next_samples(bricks, f32(range.first), end);
  var skipped = run.x - f32(range.first);
  @if(paged) let pages = page_ray(positions);
  @if(paged) var waits = false;
  while run.x < run.y && sum.w < image.opaque {
    @if(paged) run.y = enter_page(pages, run.x, run.y);
    @if(paged) if run.y <= run.x {
      waits = true;
      break;
    }
    var k = run.x;
    @if(!paged) let last = end;
    @if(paged) let last = run.y;
    // However far the first sample of all is, its segment begins where the ray does.
    var front_at = select(max(k - 0.5, part.x), part.x, k == 0.0);
    var front = sample_volume(sample_position(positions, front_at));
    for (; k < run.y; k += SEGMENTS) {
      front = put_segments(&sum, positions, k, front_at, min(part.y, last - 0.5), front, ray.pixel, &taken, &surface);
      front_at = k + SEGMENTS - 0.5;
      if sum.w >= image.opaque { break; }
    }
    // The page of the surface is not entered any more later.
    @if(paged && surface) if surface >= 0.0 {
      layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
    }
    // The last segments may lie behind the run: the next one starts after them.
    @if(!paged) let reached = max(k, run.y);
    @if(paged) let reached = run.y;
    let next = next_samples(bricks, reached, end);
    skipped += max(next.x - reached, 0.0);
    run = next;
  }
  @if(!paged) var layers = met;
  layers.color = sum.rgb;
  layers.opacity = sum.w;
  layers.samples += taken;
  layers.skipped += u32(skipped);
  @if(paged) layers.waits = waits;
  @if(paged) layers.next = u32(run.x);
  @if(surface && !paged) if surface >= 0.0 {
    layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
  }
  return layers;
}

// Puts the segments from sample k on, of which the first begins at `start`, up to `stop`. Returns the texel at their end.
fn put_segments(
  sum: ptr<function, vec4f>,
  positions: SamplePositions,
  k: f32,
  start: f32,
  stop: f32,
  front: f32,
  pixel: vec2f,
  taken: ptr<function, u32>,
  surface: ptr<function, f32>,
) -> f32 {
  @if(!ahead) {
    let segment_end = min(k + 0.5, stop);
    let back = sample_volume(sample_position(positions, segment_end));
    *taken += 1u;
    if max(front, back) >= volume.visible_low && min(front, back) <= volume.visible_high && start < segment_end {
      *sum = put_segment(*sum, positions, vec2f(start, segment_end), front, back, pixel);
      @if(surface) if *surface < 0.0 && (*sum).w >= image.surface_opacity { *surface = 0.5 * (start + segment_end); }
    }
    return back;
  }
  @if(ahead) {
    let ends = min(vec4f(k) + vec4f(0.5, 1.5, 2.5, 3.5), vec4f(stop));
    let starts = vec4f(start, ends.xyz);
    let backs = vec4f(
      sample_volume(sample_position(positions, ends.x)),
      sample_volume(sample_position(positions, ends.y)),
      sample_volume(sample_position(positions, ends.z)),
      sample_volume(sample_position(positions, ends.w)),
    );
    let fronts = vec4f(front, backs.xyz);
    let present = starts < ends;
    let shown = present & (max(fronts, backs) >= vec4f(volume.visible_low)) & (min(fronts, backs) <= vec4f(volume.visible_high));
    for (var n = 0u; n < 4u; n += 1u) {
      if !present[n] || (*sum).w >= image.opaque { break; }
      *taken += 1u;
      if shown[n] {
        *sum = put_segment(*sum, positions, vec2f(starts[n], ends[n]), fronts[n], backs[n], pixel);
        @if(surface) if *surface < 0.0 && (*sum).w >= image.surface_opacity { *surface = 0.5 * (starts[n] + ends[n]); }
      }
    }
    return backs.w;
  }
}

// A segment behind what a ray has met, which is colour times opacity, and opacity. `ends` are places along the samples.
fn put_segment(met: vec4f, positions: SamplePositions, ends: vec2f, front: f32, back: f32, pixel: vec2f) -> vec4f {
  let exponent = volume.opacity_exponent * (ends.y - ends.x);
  var sum = met;
  var pieces = select(1.0, PIECES, is_steep(front, back, exponent));
  @if(mask) if style_at(sample_position(positions, ends.x)) != style_at(sample_position(positions, ends.y)) { pieces = PIECES; }
  let length = (ends.y - ends.x) / pieces;
  var start = front;
  for (var piece = 0.0; piece < pieces; piece += 1.0) {
    var end = back;
    if piece + 1.0 < pieces { end = sample_volume(sample_position(positions, ends.x + (piece + 1.0) * length)); }
    sum = put_piece(sum, positions, ends.x + piece * length, length, start, end, pixel);
    start = end;
  }
  return sum;
}

// Values change linearly along a piece of a segment only nearly: where that would show, there are as many.
const PIECES = 4.0;
// Difference of opacities, or of colours times opacity, that shows.
const STEEP = 0x1p-6;

fn is_steep(front: f32, back: f32, exponent: f32) -> bool {
  let span = abs(table_coordinate(back) - table_coordinate(front));
  if span < MIN_SPAN { return false; }
  let a = layer_of(front, exponent);
  let b = layer_of(back, exponent);
  let middle = 1.0 - exp(-mean_extinction(front, back, span).w * exponent);
  return any(abs(a - b) > vec4f(STEEP)) || max(abs(a.w - middle), abs(b.w - middle)) > STEEP;
}

// The layer of a length of one value.
fn layer_of(texel: f32, exponent: f32) -> vec4f {
  let mean = extinction(texel);
  let alpha = 1.0 - exp(-mean.w * exponent);
  return alpha * vec4f(mean.rgb / max(mean.w, 1e-20), 1.0);
}

// Adds the piece of `steps` steps from place k of the samples on.
fn put_piece(met: vec4f, positions: SamplePositions, k: f32, steps: f32, front: f32, back: f32, pixel: vec2f) -> vec4f {
  var factor = 1.0;
  // Labels are not interpolated: the middle's holds.
  @if(mask) let style = style_at(sample_position(positions, k + 0.5 * steps));
  @if(mask) if style == 0u { return met; }
  @if(mask) factor = style_opacity(style);
  let exponent = volume.opacity_exponent * steps;
  var segment = integrate(front, back, exponent, factor);
  if segment.layer.w <= 0.0 { return met; }
  @if(shade || gradient_opacity) let position = sample_position(positions, k + segment.center * steps);
  @if(shade || gradient_opacity) let gradient = sample_gradient(position);
  @if(gradient_opacity) segment = integrate(front, back, exponent, factor * gradient_opacity(length(gradient)));
  let alpha = segment.layer.w;
  var color = segment.layer.rgb / max(alpha, 1e-20);
  @if(mask) color = style_color(style, color);
  @if(shade && !mask) var lit = shade(color, gradient, position, pixel);
  @if(shade && mask) var lit = shade_labeled(color, gradient, position, style, pixel);
  @if(shade && clip) lit = shade_own_cut(lit, color, position, pixel);
  @if(shade) color = lit;
  return met + (1.0 - met.w) * alpha * vec4f(color, 1.0);
}

struct Segment {
  // Colour times opacity, and opacity.
  layer: vec4f,
  // The middle of its opacity, from 0 at its front to 1.
  @if(shade || gradient_opacity) center: f32,
}

// `exponent` is its length in units of opacity, `factor` what opacities are multiplied by.
fn integrate(front: f32, back: f32, exponent: f32, factor: f32) -> Segment {
  let span = abs(table_coordinate(back) - table_coordinate(front));
  let whole = mean_extinction(front, back, span);
  let parts = select(clamp(ceil(whole.w * exponent / MAX_PART_DEPTH), LEAST_PARTS, MAX_PARTS), 1.0, span < MIN_SPAN);
  var layer = vec4f(0.0);
  @if(shade || gradient_opacity) var moment = 0.0;
  for (var part = 0.0; part < parts; part += 1.0) {
    var mean = whole;
    if parts > 1.0 { mean = mean_extinction(mix(front, back, part / parts), mix(front, back, (part + 1.0) / parts), span / parts); }
    let weight = (1.0 - layer.w) * opacity_over(mean.w, factor, exponent / parts);
    layer += weight * vec4f(mean.rgb / max(mean.w, 1e-20), 1.0);
    @if(shade || gradient_opacity) moment += weight * (part + 0.5);
  }
  @if(!shade && !gradient_opacity) return Segment(layer);
  @if(shade || gradient_opacity) return Segment(layer, moment / (parts * max(layer.w, 1e-20)));
}

// Opacity of a length of one extinction; the factor is of the opacity of a unit.
fn opacity_over(mean_extinction: f32, factor: f32, exponent: f32) -> f32 {
  @if(!mask && !gradient_opacity) return 1.0 - exp(-mean_extinction * exponent);
  @if(mask || gradient_opacity) return 1.0 - pow(1.0 - factor * (1.0 - exp(-mean_extinction)), exponent);
}

// Colour times extinction, and extinction a unit of length, averaged over the values between two texels, which are so many
// cells apart.
fn mean_extinction(front: f32, back: f32, span: f32) -> vec4f {
  if span < MIN_SPAN {
    return extinction(0.5 * (front + back));
  }
  return (integral(max(front, back)) - integral(min(front, back))) / span;
}

fn extinction(texel: f32) -> vec4f {
  let material = classify(texel);
  let density = -log(1.0 - min(material.w, MAX_OPACITY));
  return vec4f(material.rgb * density, density);
}

// The integral up to a texel; beyond the table's ends it continues with the extinction there.
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
