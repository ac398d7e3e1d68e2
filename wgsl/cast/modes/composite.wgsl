// Composites a ray's samples over one another, front to back.

import package::cast::volume::ray::{CastRay, SamplePositions, SampleRange, distance_at, is_thin, sample_position, sample_positions, thin_steps};
import package::cast::frame::image::image;
import package::cast::ray::layers::RayLayers;
import package::cast::fused::fused_bricks::{fused_bricks, next_fused_samples};
import package::cast::fused::fused_sample::put_fused_sample;
import package::cast::volume::mask::style_at;
import package::cast::volume::material::{MaterialFrame, material_frame, step_material};
import package::cast::volume::surface::meet_volume;
import package::cast::paged::pages::{enter_page, page_ray};
import package::cast::volume::skip::{brick_ray, look_up_brick, next_samples};
import package::cast::volume::transfer::{Classifier, classify_by, load_classifier};
import package::cast::volume::sample::sample_volume;
import package::cast::volume::volume_frame::volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  // Kept as separate variables: SwiftShader is slower with a struct mutated in a loop.
  var sum = vec4f(met.color, met.opacity);
  let opaque = image.opaque;
  let visible = load_visible(ray);
  var taken = 0u;
  // The sample that the surface is at, of rays that look for one.
  var surface = -1.0;
  @if(paged) var layers = met;
  @if(!fused) let bricks = brick_ray(positions);
  @if(fused) let bricks = fused_bricks(positions);
  // Whole numbers, which f32 are faster.
  let end = f32(range.end);
  @if(!flat && !fused) var run = next_samples(bricks, f32(range.first), end);
  @if(fused) var run = next_fused_samples(bricks, f32(range.first), end);
  @if(!flat && count) var skipped = run.x - f32(range.first);
  @if(paged) let pages = page_ray(positions);
  @if(paged) var waits = false;
  @if(!flat) while run.x < run.y {
    @if(paged) run.y = enter_page(pages, run.x, run.y);
    @if(paged) if run.y <= run.x {
      waits = true;
      break;
    }
    @if(!seek) var k = run.x;
    @if(!paged) let last = end;
    @if(paged) let last = run.y;
    // One way out: at each, SwiftShader blends by masks what the loop changes.
    @if(!seek) for (; (k < run.y) & (sum.w < opaque); k += SAMPLES) {
      sum = put_samples(sum, visible, positions, k, last, ray.pixel, &taken, &surface);
    }
    // Each ray looks for its next visible sample, and all are lit together: SwiftShader would light hidden ones too. Tint adds no
    // counter to loops over whole numbers up to a constant.
    @if(seek) let stop = i32(run.y);
    @if(seek) var upcoming = i32(run.x);
    @if(seek) while (upcoming < stop) & (sum.w < opaque) {
      var seen = stop;
      var texel = 0.0;
      for (var n = upcoming; n < stop; n += 1) {
        let position = sample_position(positions, f32(n));
        texel = sample_volume(position);
        var is_visible = (texel >= visible.low) & (texel <= visible.high);
        @if(mask) let is_there = style_at(position) != 0u;
        @if(mask) is_visible &= is_there;
        @if(mask && count) taken += select(0u, 1u, is_there);
        @if(!mask && count) taken += 1u;
        if is_visible {
          seen = n;
          break;
        }
      }
      if seen < stop {
        let k = f32(seen);
        sum = put_sample(sum, classify_by(visible.classifier, texel), sample_position(positions, k), visible.frame);
        @if(surface) if surface < 0.0 && sum.w >= image.surface_opacity { surface = k; }
      }
      upcoming = seen + 1;
    }
    // The page of the surface is not entered any more later.
    @if(paged && surface) if surface >= 0.0 {
      layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
    }
    if sum.w >= opaque { break; }
    // The last samples may lie behind the run: the next one starts after them.
    @if(!paged && !seek) let reached = max(k, run.y);
    @if(paged || seek) let reached = run.y;
    @if(!fused) let next = next_samples(bricks, reached, end);
    @if(fused) let next = next_fused_samples(bricks, reached, end);
    @if(count) skipped += max(next.x - reached, 0.0);
    run = next;
  }
  // A leap or a few samples at a time, so that rays which leap hardly delay the others of their subgroup.
  @if(flat && count) var skipped = 0.0;
  @if(flat) var stop = -1.0;
  @if(flat) var k = f32(range.first);
  @if(flat && paged) var page_end = -1.0;
  @if(flat) while k < end {
    if k >= stop {
      let lookup = look_up_brick(bricks, k, end);
      stop = lookup.stop;
      if !lookup.is_active {
        @if(count) skipped += stop - k;
        k = stop;
        continue;
      }
    }
    @if(paged) if k >= page_end {
      page_end = enter_page(pages, k, end);
      if page_end <= k {
        waits = true;
        break;
      }
    }
    @if(!paged) let last = end;
    @if(paged) let last = page_end;
    sum = put_samples(sum, visible, positions, k, last, ray.pixel, &taken, &surface);
    @if(paged && surface) if surface >= 0.0 {
      layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
    }
    if sum.w >= opaque { break; }
    @if(!paged) k += SAMPLES;
    @if(paged) k = min(k + SAMPLES, page_end);
  }
  @if(!paged) var layers = met;
  // The last of a thin interval is the only one.
  @if(!scale_opacity && !fused) if is_thin(ray) {
    sum = stretch(met, sum, thin_steps(ray));
    @if(surface) surface = select(-1.0, 0.0, sum.w > met.opacity && sum.w >= image.surface_opacity);
    @if(paged && surface) layers.surface = met.surface;
    @if(paged && surface) if surface >= 0.0 {
      layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
    }
  }
  layers.color = sum.rgb;
  layers.opacity = sum.w;
  @if(count) layers.samples += taken;
  @if(count) layers.skipped += u32(skipped);
  @if(paged) layers.waits = waits;
  @if(paged && !flat) layers.next = u32(run.x);
  @if(paged && flat) layers.next = u32(k);
  @if(surface && !paged) if surface >= 0.0 {
    layers = meet_volume(layers, ray, sample_position(positions, surface), distance_at(ray, surface));
  }
  return layers;
}

// Layers of which the last, of a step's length, is made so many steps long.
@if(!scale_opacity && !fused)
fn stretch(met: RayLayers, sum: vec4f, steps: f32) -> vec4f {
  let left = 1.0 - met.opacity;
  let layer = (sum - vec4f(met.color, met.opacity)) / max(left, 1e-20);
  let opacity = 1.0 - pow(max(1.0 - layer.w, 0.0), steps);
  return vec4f(met.color, met.opacity) + left * opacity * vec4f(layer.rgb / max(layer.w, 1e-20), 1.0);
}

// Which texels show anything, and what: the same for all samples of a ray.
struct Visible {
  // Texels outside this interval are wholly transparent.
  low: f32,
  high: f32,
  classifier: Classifier,
  frame: MaterialFrame,
  // The steps that a sample stands for.
  @if(fused) steps: f32,
}

fn load_visible(ray: CastRay) -> Visible {
  @if(!fused) return Visible(volume.visible_low, volume.visible_high, load_classifier(), material_frame(ray));
  @if(fused) {
    let steps = select(1.0, thin_steps(ray), is_thin(ray));
    return Visible(volume.visible_low, volume.visible_high, load_classifier(), material_frame(ray), steps);
  }
}

// Samples that are fetched and classified together, so that none waits for the fetches of the one before.
@if(ahead) const SAMPLES = 4.0;
@if(!ahead) const SAMPLES = 1.0;

// Puts samples k … k + `SAMPLES` − 1 behind what a ray has met, up to `end` and until it is opaque.
fn put_samples(
  met: vec4f,
  visible: Visible,
  positions: SamplePositions,
  k: f32,
  end: f32,
  pixel: vec2f,
  taken: ptr<function, u32>,
  surface: ptr<function, f32>,
) -> vec4f {
  @if(!ahead) return put_sample_at(met, visible, positions, k, pixel, taken, surface);
  @if(ahead) {
    var count = 0u;
    let all = put_four(met, visible, positions, k, end, pixel, &count);
    var is_before_end = all.w < image.opaque;
    @if(surface) is_before_end = is_before_end && (*surface >= 0.0 || all.w < image.surface_opacity);
    if is_before_end {
      *taken += count;
      return all;
    }
    // Those that end a ray are put again, one by one: asking before each whether the ray is opaque took 4 % of the time on
    // an H100.
    var sum = met;
    for (var next = k; next < min(k + SAMPLES, end) && sum.w < image.opaque; next += 1.0) {
      sum = put_sample_at(sum, visible, positions, next, pixel, taken, surface);
    }
    return sum;
  }
}

// Counts the samples that a ray meets: none where the mask shows nothing, and none behind what is opaque. Of fused volumes,
// all are sampled at each position.
fn put_sample_at(
  met: vec4f,
  visible: Visible,
  positions: SamplePositions,
  k: f32,
  pixel: vec2f,
  taken: ptr<function, u32>,
  surface: ptr<function, f32>,
) -> vec4f {
  let position = sample_position(positions, k);
  @if(mask && !fused) if style_at(position) == 0u { return met; }
  @if(!fused) let texel = sample_volume(position);
  @if(count) *taken += 1u;
  var sum = met;
  @if(!fused) let is_visible = (texel >= visible.low) & (texel <= visible.high);
  @if(fused) let is_visible = true;
  if is_visible {
    @if(!fused) sum = put_sample(met, classify_by(visible.classifier, texel), position, visible.frame);
    @if(fused) sum = put_fused_sample(met, position, visible.frame, visible.steps);
    @if(surface) if *surface < 0.0 && sum.w >= image.surface_opacity { *surface = k; }
  }
  return sum;
}

@if(ahead)
fn put_four(
  met: vec4f,
  visible: Visible,
  positions: SamplePositions,
  k: f32,
  end: f32,
  pixel: vec2f,
  taken: ptr<function, u32>,
) -> vec4f {
  let a = sample_position(positions, k);
  let b = sample_position(positions, k + 1.0);
  let c = sample_position(positions, k + 2.0);
  let d = sample_position(positions, k + 3.0);
  let texels = vec4f(sample_volume(a), sample_volume(b), sample_volume(c), sample_volume(d));
  var met_by_ray = vec4<bool>(true);
  if k + SAMPLES > end { met_by_ray = vec4f(k) + vec4f(0.0, 1.0, 2.0, 3.0) < vec4f(end); }
  @if(mask) met_by_ray &= vec4<bool>(style_at(a) != 0u, style_at(b) != 0u, style_at(c) != 0u, style_at(d) != 0u);
  @if(count) *taken = count_true(met_by_ray);
  let shown = met_by_ray & (texels >= vec4f(visible.low)) & (texels <= vec4f(visible.high));
  if !any(shown) { return met; }
  let sum_a = put_sample(met, hide(classify_by(visible.classifier, texels.x), shown.x), a, visible.frame);
  let sum_b = put_sample(sum_a, hide(classify_by(visible.classifier, texels.y), shown.y), b, visible.frame);
  let sum_c = put_sample(sum_b, hide(classify_by(visible.classifier, texels.z), shown.z), c, visible.frame);
  return put_sample(sum_c, hide(classify_by(visible.classifier, texels.w), shown.w), d, visible.frame);
}

@if(ahead && count)
fn count_true(flags: vec4<bool>) -> u32 {
  let ones = select(vec4u(0u), vec4u(1u), flags);
  return ones.x + ones.y + ones.z + ones.w;
}

@if(ahead)
fn hide(material: vec4f, is_shown: bool) -> vec4f {
  return vec4f(material.rgb, select(0.0, material.w, is_shown));
}

// A sample behind what a ray has met, which is colour times opacity, and opacity.
@if(!fused)
fn put_sample(met: vec4f, classified: vec4f, position: vec3f, frame: MaterialFrame) -> vec4f {
  @if(!shade && !gradient_opacity) let material = step_material(classified, position, frame);
  @if(shade || gradient_opacity) var material = classified;
  @if(shade || gradient_opacity) if classified.w > 0.0 { material = step_material(classified, position, frame); }
  let weight = (1.0 - met.w) * material.w;
  return met + weight * vec4f(material.rgb, 1.0);
}
