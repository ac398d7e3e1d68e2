// Finds where a ray first crosses a value, or several values until it is opaque, and lights the surfaces there.

import package::cast::volume::ray::{CastRay, SamplePositions, SampleRange, distance_at, is_thin, sample_position, sample_positions};
import package::cast::ray::layers::{RayLayers, put_behind};
import package::cast::volume::label_edge::label_edge;
import package::cast::volume::mask::{style_at, style_color};
import package::cast::volume::cut_face::find_entry;
import package::cast::volume::shade::shade;
import package::cast::volume::surface::meet_volume;
import package::cast::paged::pages::{enter_page, page_ray};
import package::cast::volume::skip::{brick_ray, next_samples};
import package::cast::volume::own_color::own_color;
import package::cast::volume::transfer::classify;
import package::cast::frame::image::image;
import package::cast::volume::sample::{sample_gradient, sample_volume, sample_voxels};
import package::cast::volume::volume_frame::volume;

// A crossing is found to 2⁻¹¹ of a step.
const BISECTIONS = 10u;

// Steps from a cut to the first sample behind it, but for rounding.
@if(clip) const CUT_REACH = 1.001;
// Below all texels.
@if(clip || mask) const OUTSIDE = -3e38;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  var layers = met;
  let bricks = brick_ray(positions);
  let range_first = f32(range.first);
  let range_end = f32(range.end);
  @if(!paged) let start = range_first;
  @if(paged) let start = select(range_first, max(range_first, f32(met.next)), met.waits);
  @if(paged) layers.waits = false;
  @if(paged) let pages = page_ray(positions);
  var run = next_samples(bricks, start, range_end);
  // Surfaces that a cut leaves open are closed by it. Bricks show crossings alone: the first sample is looked at anyway.
  @if(clip) let entry = find_entry(ray);
  // Thin intervals begin at the cut.
  @if(clip) let first_behind = distance_at(ray, range_first) - entry.distance;
  @if(clip) let is_near = select(first_behind < CUT_REACH * ray.step, range_first == 0.0, is_thin(ray));
  @if(clip) let is_cut = entry.distance >= 0.0 && is_near && range_first < range_end;
  @if(clip) if is_cut && start == range_first && run.x > start { run = vec2f(start, start + 1.0); }
  var skipped = run.x - start;
  // Consecutive runs share a sample: crossings before it must not count twice.
  @if(isosurfaces && !clip) let nothing_before = range_first;
  @if(isosurfaces && clip) let nothing_before = select(range_first, range_first - 1.0, is_cut);
  @if(isosurfaces && !paged) var compared = nothing_before;
  @if(isosurfaces && paged) var compared = select(nothing_before, max(nothing_before, met.kept), met.waits);
  while run.x < run.y {
    @if(paged) run.y = enter_page(pages, run.x, run.y);
    @if(paged) if run.y <= run.x {
      layers.waits = true;
      break;
    }
    // A crossing may lie between the last sample of one brick and the first of the next.
    let first = max(run.x - 1.0, range_first);
    let end = min(run.y + 1.0, range_end);
    // Whether there is a sample before to compare with, and its texel.
    var connected = false;
    var before = 0.0;
    @if(mask) var style_before = 0u;
    for (var k = first; k < end; k += 1.0) {
      let position = sample_position(positions, k);
      @if(!mask) let texel = sample_volume(position);
      @if(!mask) layers.samples += 1u;
      // What a mask hides is outside of every surface, so that its boundary closes them.
      @if(mask) let style = style_at(position);
      @if(mask) var texel = OUTSIDE;
      @if(mask) if style != 0u {
        texel = sample_volume(position);
        layers.samples += 1u;
      }
      @if(mask) let own_style = select(style, style_before, style == 0u);
      @if(clip) let is_face = is_cut && k == range_first;
      @if(clip) if is_face {
        connected = true;
        before = OUTSIDE;
      }
      // Visits them in the order in which they are met.
      @if(isosurfaces) for (var n = 0u; n < volume.iso_count && connected && k > compared; n += 1u) {
        let surface = volume.isosurfaces[select(volume.iso_count - 1u - n, n, texel >= before)];
        if (before >= surface.texel) != (texel >= surface.texel) {
          @if(!clip) let found = bisect(sample_position(positions, k - 1.0), position, surface.texel, before >= surface.texel);
          @if(clip) var found = vec4f(entry_position(ray, positions, entry.distance), 0.0);
          @if(clip) if !is_face { found = bisect(sample_position(positions, k - 1.0), position, surface.texel, before >= surface.texel); }
          let crossing = found.xyz;
          @if(meshes) let distance = distance_of(ray, positions, crossing);
          @if(meshes) if distance >= ray.leave || distance < met.reached { continue; }
          var color = surface.color;
          @if(mask) color = style_color(own_style, color);
          var gradient = sample_gradient(crossing);
          @if(mask) if found.w > 0.0 { gradient = label_edge(crossing, own_style).normal / volume.shading_gain; }
          @if(clip) if is_face { gradient = entry.normal / volume.shading_gain; }
          layers = put_behind(layers, shade(color, gradient, crossing, ray.pixel), surface.opacity);
          @if(surface) if layers.opacity >= image.surface_opacity {
            layers = meet_volume(layers, ray, crossing, distance_of(ray, positions, crossing));
          }
          if layers.opacity >= image.opaque {
            layers.skipped += u32(skipped);
            return layers;
          }
        }
      }
      @if(!isosurfaces) if connected && (texel >= volume.iso) != (before >= volume.iso) {
        @if(!clip) let found = bisect(sample_position(positions, k - 1.0), position, volume.iso, before >= volume.iso);
        @if(clip) var found = vec4f(entry_position(ray, positions, entry.distance), 0.0);
        @if(clip) if !is_face { found = bisect(sample_position(positions, k - 1.0), position, volume.iso, before >= volume.iso); }
        let crossing = found.xyz;
        @if(meshes) if distance_of(ray, positions, crossing) >= ray.leave {
          layers.skipped += u32(skipped);
          return layers;
        }
        @if(!own_colors) var color = classify(volume.iso).rgb;
        @if(own_colors) var color = own_color(crossing);
        @if(mask) color = style_color(own_style, color);
        layers.skipped += u32(skipped);
        @if(surface) layers = meet_volume(layers, ray, crossing, distance_of(ray, positions, crossing));
        var gradient = sample_gradient(crossing);
        @if(mask) if found.w > 0.0 { gradient = label_edge(crossing, own_style).normal / volume.shading_gain; }
        @if(clip) if is_face { gradient = entry.normal / volume.shading_gain; }
        return put_behind(layers, shade(color, gradient, crossing, ray.pixel), 1.0);
      }
      @if(isosurfaces) compared = max(compared, k);
      connected = true;
      before = texel;
      @if(mask) style_before = style;
    }
    let next = next_samples(bricks, run.y, range_end);
    skipped += next.x - run.y;
    run = next;
  }
  layers.skipped += u32(skipped);
  @if(paged) layers.next = u32(run.x);
  @if(paged && isosurfaces) layers.kept = compared;
  return layers;
}

@if(clip)
fn entry_position(ray: CastRay, positions: SamplePositions, distance: f32) -> vec3f {
  return sample_position(positions, (distance - ray.enter) / ray.step - ray.phase);
}

// Takes a position on the ray, from where the ray starts.
@if(meshes || surface)
fn distance_of(ray: CastRay, positions: SamplePositions, position: vec3f) -> f32 {
  let steps = dot(position - positions.first, positions.stride) / dot(positions.stride, positions.stride);
  return distance_at(ray, steps);
}

// The crossing, and 1 where a mask ends there instead of values.
fn bisect(start: vec3f, end: vec3f, iso: f32, start_above: bool) -> vec4f {
  var low = start;
  var high = end;
  for (var round = 0u; round < BISECTIONS; round += 1u) {
    let middle = 0.5 * (low + high);
    if (texel_at(middle) >= iso) == start_above {
      low = middle;
    } else {
      high = middle;
    }
  }
  // The point between may be hidden.
  @if(mask) if style_at(select(low, high, start_above)) == 0u {
    return vec4f(select(high, low, start_above), 1.0);
  }
  return vec4f(0.5 * (low + high), 0.0);
}

fn texel_at(position: vec3f) -> f32 {
  @if(mask) if style_at(position) == 0u { return OUTSIDE; }
  @if(!shared_gradients) return sample_volume(position);
  @if(shared_gradients) return sample_voxels(position);
}
