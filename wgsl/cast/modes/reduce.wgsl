// Reduces a ray's samples to one value, the largest, the smallest, the mean or an integral, and shows it in its colour.

import package::cast::volume::ray::{CastRay, SamplePositions, SampleRange, sample_position, sample_positions};
import package::cast::ray::layers::{RayLayers, put_behind};
import package::cast::volume::mask::style_at;
import package::cast::paged::pages::{enter_page, page_ray};
import package::cast::volume::skip::{BrickRay, brick_ray, next_samples, next_samples_beyond};
import package::cast::volume::transfer::classify;
import package::cast::volume::sample::sample_volume;
import package::cast::volume::volume_frame::volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  @if(!paged) var value = 0.0;
  @if(!paged) var taken = 0u;
  @if(paged) var value = met.kept;
  @if(paged) var taken = met.samples;
  @if(paged) let pages = page_ray(positions);
  @if(paged) var waits = false;
  // The ends of the interval, counted in samples.
  @if(refine) let ends = (vec2f(ray.start, ray.stop) - ray.enter) / ray.step - ray.phase;
  var skipped = 0.0;
  let bricks = brick_ray(positions);
  let end = f32(range.end);
  @if(!paged || !refine) var k = f32(range.first);
  // Neighbours of the first sample may lie before it.
  @if(paged && refine) var k = f32(max(range.first, met.next));
  while k < end {
    var run = next_run(bricks, k, end, taken > 0u, value);
    skipped += run.x - k;
    k = run.x;
    @if(paged) if k < run.y {
      run.y = enter_page(pages, k, run.y);
      waits = run.y <= k;
      if waits { break; }
    }
    @if(!refine) for (; k < run.y; k += 1.0) {
      let position = sample_position(positions, k);
      @if(mask) if style_at(position) == 0u { continue; }
      let texel = sample_volume(position);
      @if(mip) value = select(max(value, texel), texel, taken == 0u);
      @if(minip) value = select(min(value, texel), texel, taken == 0u);
      @if(average && !xray) value += texel;
      // Lengths are multiplied at once: a resumed ray has an integral already.
      @if(xray) value += max(texel * volume.attenuation_scale + volume.attenuation_offset, 0.0) * ray.step * volume.world_per_unit;
      taken += 1u;
    }
    @if(refine) {
      // Each sample is compared with both of its neighbours, which may be beyond the run.
      let stop = min(run.y + 1.0, end);
      var before = NOTHING;
      var texel = NOTHING;
      for (var next = max(run.x - 1.0, f32(range.first)); next <= run.y; next += 1.0) {
        var behind = NOTHING;
        if next < stop { behind = texel_at(sample_position(positions, next)); }
        let is_there = texel != NOTHING && next > run.x;
        if is_there {
          value = select(beyond(value, texel), texel, taken == 0u);
          taken += 1u;
        }
        if is_there && may_hide_peak(before, texel, behind, value) {
          value = beyond(value, find_peak(positions, max(next - 2.0, ends.x), min(next, ends.y)));
        }
        before = texel;
        texel = behind;
      }
      k = run.y;
    }
  }
  var layers = met;
  @if(paged) layers.waits = waits;
  @if(paged) layers.next = u32(k);
  @if(paged) layers.kept = value;
  @if(!paged) let is_shown = taken > 0u;
  @if(paged) let is_shown = taken > 0u && !waits;
  if is_shown {
    @if(values) layers.reduced = vec2f(value, f32(taken));
    @if(average && !xray) value /= f32(taken);
    // The value of a part is not yet that of the ray.
    @if(!part) layers = put_behind(layers, classify(value).rgb, 1.0);
  }
  @if(!paged) layers.samples += taken;
  @if(paged) layers.samples = taken;
  layers.skipped += u32(skipped);
  return layers;
}

// The next samples that may change the value, if there is one yet.
@if(average)
fn next_run(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  return next_samples(bricks, first, end);
}
@if(!average)
fn next_run(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  return next_samples_beyond(bricks, first, end, has_value, value);
}

// What a mask hides.
@if(refine && mip) const NOTHING = -3e38;
@if(refine && minip) const NOTHING = 3e38;

@if(refine)
fn texel_at(position: vec3f) -> f32 {
  @if(mask) if style_at(position) == 0u { return NOTHING; }
  return sample_volume(position);
}

@if(refine && mip)
fn beyond(a: f32, b: f32) -> f32 {
  return max(a, b);
}
@if(refine && minip)
fn beyond(a: f32, b: f32) -> f32 {
  return min(a, b);
}

// Whether what is between a sample and its neighbours may be beyond a value: where neither neighbour is beyond the sample, and the
// slope to one of them, continued, is beyond the value.
@if(refine)
fn may_hide_peak(before: f32, texel: f32, behind: f32, value: f32) -> bool {
  let is_peak = beyond(beyond(before, texel), behind) == texel;
  let reach = max(apart(texel, before), apart(texel, behind));
  @if(mip) return is_peak && texel + reach > value;
  @if(minip) return is_peak && texel - reach < value;
}

@if(refine)
fn apart(texel: f32, neighbor: f32) -> f32 {
  return select(abs(texel - neighbor), 1e38, neighbor == NOTHING);
}

// Steps of the search, which leave 0.06 of its interval.
@if(refine) const SEARCH_STEPS = 6u;
@if(refine) const GOLDEN_SHARE = 0.6180339887498949;

// The value beyond all that golden-section search meets between two places: J. Kiefer, "Sequential minimax search for a
// maximum", 1953.
@if(refine)
fn find_peak(positions: SamplePositions, first: f32, last: f32) -> f32 {
  var low = first;
  var high = last;
  var near = high - GOLDEN_SHARE * (high - low);
  var far = low + GOLDEN_SHARE * (high - low);
  var at_near = texel_at(sample_position(positions, near));
  var at_far = texel_at(sample_position(positions, far));
  var peak = beyond(at_near, at_far);
  for (var step = 0u; step < SEARCH_STEPS; step += 1u) {
    if beyond(at_near, at_far) == at_near {
      high = far;
      far = near;
      at_far = at_near;
      near = high - GOLDEN_SHARE * (high - low);
      at_near = texel_at(sample_position(positions, near));
    } else {
      low = near;
      near = far;
      at_near = at_far;
      far = low + GOLDEN_SHARE * (high - low);
      at_far = texel_at(sample_position(positions, far));
    }
    peak = beyond(peak, beyond(at_near, at_far));
  }
  return peak;
}
