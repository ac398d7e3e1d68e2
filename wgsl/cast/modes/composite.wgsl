// Composites a ray's samples over one another, front to back.

import package::cast::frame::image::image;
import package::cast::fused::fused_sample::{FusedSum, put_fused_sample};
import package::cast::fused::seen_through::{SeenThrough, sees_through};
import package::cast::modes::even_block::accumulate_block;
import package::cast::paged::pages::PAGED;
import package::cast::ray::layers::RayLayers;
import package::cast::volume::entry::{SampleStep, finds_entries, opacity_of_length, step_from_entry};
import package::cast::volume::even_step::{BLOCK_SAMPLES, judges_steps};
import package::cast::volume::labels::mask::is_shown;
import package::cast::volume::lit_step::{add_to_step, light_step, no_step};
import package::cast::volume::material::{MaterialFrame, TAKES_GRADIENTS, lengthen, material_frame, quarter_steps, scale_opacity, step_material};
import package::cast::volume::ray::{CastRay, SHOWS_PART, SamplePositions, SampleRange, distance_at, is_thin, sample_position, sample_positions, thin_steps};
import package::cast::volume::sample::sample_volume;
import package::cast::volume::surface::surface_of_volume;
import package::cast::volume::transfer::{Classifier, classify_by, load_classifier};
import package::cast::volume::volume_frame::volume;
import package::cast::ray::layers::Surface;

// Samples that are fetched and classified together, so that none waits for the fetches of the one before.
@if(ahead) const SAMPLES = 4.0;
@else const SAMPLES = 1.0;
// Samples of a step that are hardly seen share the light of their mean position.
@if(shared_light) const SHARES_LIGHT = true;
@else const SHARES_LIGHT = false;

// Values that all samples of a ray share, loaded once: SwiftShader does not hoist loads of uniforms out of loops.
struct ModeRay {
  ray: CastRay,
  positions: SamplePositions,
  // The first sample of the ray: nothing is entered before it.
  first: f32,
  // The first one to take.
  begin: f32,
  opaque: f32,
  // Texels outside this interval are wholly transparent.
  visible_low: f32,
  visible_high: f32,
  classifier: Classifier,
  material: MaterialFrame,
  // That of a sample that stands for `SAMPLES`.
  step_material: MaterialFrame,
  // The steps that a sample of fused volumes stands for.
  @if(fused) steps: f32,
}

struct ModeState {
  // Colour times opacity, and opacity.
  sum: vec4f,
  taken: u32,
  // The last sample that was visible; negative before.
  seen: f32,
  // The sample at which the opacity becomes a surface's; negative before.
  surface_sample: f32,
  @if(surface) surface: Surface,
  @if(fused) through: SeenThrough,
}

fn mode_ray(met: RayLayers, ray: CastRay, range: SampleRange) -> ModeRay {
  var mode: ModeRay;
  mode.ray = ray;
  mode.positions = sample_positions(ray);
  mode.first = f32(ray.first);
  mode.begin = f32(range.first);
  mode.opaque = image.opaque;
  mode.visible_low = volume.visible_low;
  mode.visible_high = volume.visible_high;
  mode.classifier = load_classifier();
  mode.material = material_frame(ray);
  mode.step_material = lengthen(mode.material, SAMPLES);
  @if(fused) mode.steps = select(1.0, thin_steps(ray), is_thin(ray));
  return mode;
}

fn begin_ray(met: RayLayers, mode: ModeRay) -> ModeState {
  var state: ModeState;
  state.sum = vec4f(met.color, met.opacity);
  state.surface_sample = -1.0;
  state.seen = -2.0;
  @if(surface) state.surface = met.surface;
  @if(fused) state.through = met.through;
  return state;
}

fn begin_run(state: ptr<function, ModeState>, run: vec2f) {
}

fn samples_of_run(run: vec2f, end: f32, mode: ModeRay) -> vec2f {
  return run;
}

// Samples that are judged together, or share light, have numbers from a multiple on, wherever a ray begins with them.
fn next_sample(k: f32) -> f32 {
  if judges_steps { return BLOCK_SAMPLES * floor(k / BLOCK_SAMPLES) + BLOCK_SAMPLES; }
  if SHARES_LIGHT { return SAMPLES * floor(k / SAMPLES) + SAMPLES; }
  return k + SAMPLES;
}

fn is_done(state: ModeState, mode: ModeRay) -> bool {
  @if(fused) if sees_through { return min(state.sum.w, state.through.hidden) >= mode.opaque; }
  return state.sum.w >= mode.opaque;
}

// Notes the surface where its sample is at hand: in pages before the next one is entered, else at the end.
fn note_surface(state: ptr<function, ModeState>, mode: ModeRay) {
  @if(surface) if (*state).surface_sample >= 0.0 {
    let k = (*state).surface_sample;
    (*state).surface = surface_of_volume((*state).surface, mode.ray, sample_position(mode.positions, k), distance_at(mode.ray, k));
  }
}

fn end_ray(met: RayLayers, state: ModeState, mode: ModeRay, waits: bool) -> RayLayers {
  var last = state;
  @if(!fused) if (!scale_opacity || quarter_steps) && is_thin(mode.ray) { stretch(&last, met, mode); }
  if !PAGED { note_surface(&last, mode); }
  var layers = met;
  layers.color = last.sum.rgb;
  layers.opacity = last.sum.w;
  layers.samples += last.taken;
  @if(surface) layers.surface = last.surface;
  @if(fused) layers.through = last.through;
  return layers;
}

// Makes the last sample of a thin interval, the only one, as many steps long as it stands for.
@if(!fused)
fn stretch(state: ptr<function, ModeState>, met: RayLayers, mode: ModeRay) {
  let left = 1.0 - met.opacity;
  let layer = ((*state).sum - vec4f(met.color, met.opacity)) / max(left, 1e-20);
  let opacity = 1.0 - pow(max(1.0 - layer.w, 0.0), thin_steps(mode.ray));
  (*state).sum = vec4f(met.color, met.opacity) + left * opacity * vec4f(layer.rgb / max(layer.w, 1e-20), 1.0);
  @if(surface) {
    let is_surface = (*state).sum.w > met.opacity && (*state).sum.w >= image.surface_opacity;
    (*state).surface_sample = select(-1.0, 0.0, is_surface);
    (*state).surface = met.surface;
    if PAGED { note_surface(state, mode); }
  }
}

// Accumulates samples k … k + `SAMPLES` − 1, up to `end` and until the ray is opaque.
@if(!ahead)
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  accumulate_one(state, mode, k);
}
@if(ahead && !shade && !table_filter)
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  accumulate_step(state, mode, k, end);
}
@if(ahead && !shade && table_filter)
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  if judges_steps {
    accumulate_block(state, mode, k, end);
  } else {
    accumulate_step(state, mode, k, end);
  }
}

@if(ahead && !shade)
fn accumulate_step(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  @if(table_filter) if !accumulate_four(state, mode, k, end) { return; }
  @else if takes_four(state, mode, k, end) { return; }
  // Samples that end a ray, or by which it enters something, are accumulated again, one by one: asking before each whether the ray is
  // opaque took 4 % of the time on an H100. On the CPU, where the other rays of a subgroup wait meanwhile, asking is quicker:
  // SwiftShader's fine frames take 0.88 of the time.
  for (var next = k; next < min(k + SAMPLES, end) && (*state).sum.w < image.opaque; next += 1.0) {
    accumulate_one(state, mode, next);
  }
}

// Accumulates four samples where none of them ends the ray.
fn takes_four(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) -> bool {
  var four = *state;
  let enters = accumulate_four(&four, mode, k, end);
  var is_before_end = !enters && four.sum.w < image.opaque;
  @if(surface) is_before_end = is_before_end && (four.surface_sample >= 0.0 || four.sum.w < image.surface_opacity);
  if is_before_end { *state = four; }
  return is_before_end;
}

@if(ahead && shade)
fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  let first = next_sample(k) - SAMPLES;
  let numbers = vec4f(first) + vec4f(0.0, 1.0, 2.0, 3.0);
  let a = sample_position(mode.positions, numbers.x);
  let b = sample_position(mode.positions, numbers.y);
  let c = sample_position(mode.positions, numbers.z);
  let d = sample_position(mode.positions, numbers.w);
  let texels = vec4f(sample_volume(a), sample_volume(b), sample_volume(c), sample_volume(d));
  let in_mask = vec4<bool>(is_shown(a), is_shown(b), is_shown(c), is_shown(d));
  let met_by_ray = (numbers >= vec4f(k)) & (numbers < vec4f(end)) & in_mask;
  let visible = (texels >= vec4f(mode.visible_low)) & (texels <= vec4f(mode.visible_high)) & in_mask;
  var shown = met_by_ray & visible;
  if any(shown) {
    if SHARES_LIGHT && SHOWS_PART { shown |= met_by_neighbours(mode.ray, numbers, end) & visible; }
    light_samples(state, mode, first, texels, met_by_ray, shown);
  } else {
    (*state).taken += count_true(met_by_ray);
  }
}

// A loop: written out, the light takes four times as long to compile, and longer to run on the CPU.
@if(ahead && shade && !shared_light)
fn light_samples(
  state: ptr<function, ModeState>, mode: ModeRay, first: f32, texels: vec4f, met_by_ray: vec4<bool>, shown: vec4<bool>,
) {
  for (var n = 0u; n < u32(SAMPLES); n += 1u) {
    let k = first + f32(n);
    let is_before_end = (*state).sum.w < mode.opaque;
    (*state).taken += select(0u, 1u, met_by_ray[n] & is_before_end);
    if shown[n] & is_before_end {
      put_visible(state, mode, k, texels[n]);
    }
  }
}

// Samples of a step that lie in the cells of other parts: what they show is theirs, but the light of the step is that of the whole.
fn met_by_neighbours(ray: CastRay, numbers: vec4f, end: f32) -> vec4<bool> {
  let before = (numbers < vec4f(f32(ray.of_cell.first))) & (numbers >= vec4f(f32(ray.of_all.first)));
  // Rays that end sooner have met a surface.
  let goes_on = end >= f32(ray.of_cell.end);
  let behind = (numbers >= vec4f(f32(ray.of_cell.end))) & (numbers < vec4f(f32(ray.of_all.end))) & vec4<bool>(goes_on);
  return before | behind;
}

// Opacity of samples together from which on they are lit without those that follow. It is their own, whatever lies before them: parts of
// volumes know nothing of the others, and share light as the whole does.
override least_alone = 0.01;

@if(shared_light)
fn light_samples(
  state: ptr<function, ModeState>, mode: ModeRay, first: f32, texels: vec4f, met_by_ray: vec4<bool>, shown: vec4<bool>,
) {
  var step = no_step();
  for (var n = 0u; n < u32(SAMPLES); n += 1u) {
    let k = first + f32(n);
    let is_before_end = (*state).sum.w < mode.opaque;
    (*state).taken += select(0u, 1u, met_by_ray[n] & is_before_end);
    let is_seen = shown[n] & is_before_end;
    let own = step_of(state, mode, k, texels[n], is_seen);
    let classified = hide(classify_by(mode.classifier, own.texel), is_seen);
    let opacity = add_to_step(&step, classified, own, mode.material, own.place - first);
    let is_own = !SHOWS_PART || met_by_ray[n];
    let weight = select(0.0, (1.0 - (*state).sum.w) * opacity, is_own);
    (*state).sum.w += weight;
    step.of_ray += weight;
    mark_surface(state, k);
    if step.opacity > select(least_alone, 0.0, k == first + SAMPLES - 1.0) {
      let middle = sample_position(mode.positions, first + step.moment / step.opacity);
      (*state).sum += vec4f(light_step(step, middle, mode.material), 0.0);
      step = no_step();
    }
  }
}

// The step of sample k, which is visible where `is_seen`, from its entry on.
fn step_of(state: ptr<function, ModeState>, mode: ModeRay, k: f32, texel: f32, is_seen: bool) -> SampleStep {
  let whole = SampleStep(k, sample_position(mode.positions, k), texel, 1.0);
  if !finds_entries { return whole; }
  let may_enter = is_seen & ((*state).seen != k - 1.0) & (k > mode.first);
  (*state).seen = select((*state).seen, k, is_seen);
  return step_from_entry(whole, mode.positions, may_enter);
}

// Composites sample k, which is visible.
@if(!fused)
fn put_visible(state: ptr<function, ModeState>, mode: ModeRay, k: f32, texel: f32) {
  let step = step_of(state, mode, k, texel, true);
  let classified = classify_by(mode.classifier, step.texel);
  (*state).sum = put_sample((*state).sum, classified, step.position, mode.material, step.length);
  mark_surface(state, k);
}

// Counts the samples that a ray meets: none where the mask shows nothing, and none behind what is opaque. Of fused volumes,
// all are sampled at each position.
@if(!fused)
fn accumulate_one(state: ptr<function, ModeState>, mode: ModeRay, k: f32) {
  let position = sample_position(mode.positions, k);
  if !is_shown(position) { return; }
  let texel = sample_volume(position);
  (*state).taken += 1u;
  if (texel >= mode.visible_low) & (texel <= mode.visible_high) {
    put_visible(state, mode, k, texel);
  }
}
@if(fused)
fn accumulate_one(state: ptr<function, ModeState>, mode: ModeRay, k: f32) {
  (*state).taken += 1u;
  let before = FusedSum((*state).sum, (*state).through);
  var step = SampleStep(k, sample_position(mode.positions, k), 0.0, 1.0);
  // A loop: written out, the fetches of all volumes take four times as long to compile.
  for (var turn = 0u; turn < 2u; turn += 1u) {
    let sum = put_fused_sample(before, step.position, mode.material, mode.steps, step.length);
    (*state).sum = sum.met;
    (*state).through = sum.through;
    if !finds_entries || turn > 0u { break; }
    step = step_of(state, mode, k, 0.0, sum.met.w > before.met.w);
    if step.length == 1.0 { break; }
  }
  mark_surface(state, k);
}

fn mark_surface(state: ptr<function, ModeState>, k: f32) {
  @if(surface) if (*state).surface_sample < 0.0 && (*state).sum.w >= image.surface_opacity { (*state).surface_sample = k; }
}

// Returns whether the ray enters something, which is left to `accumulate_one`.
fn accumulate_four(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) -> bool {
  let a = sample_position(mode.positions, k);
  let b = sample_position(mode.positions, k + 1.0);
  let c = sample_position(mode.positions, k + 2.0);
  let d = sample_position(mode.positions, k + 3.0);
  let texels = vec4f(sample_volume(a), sample_volume(b), sample_volume(c), sample_volume(d));
  var met_by_ray = vec4<bool>(true);
  if k + SAMPLES > end { met_by_ray = vec4f(k) + vec4f(0.0, 1.0, 2.0, 3.0) < vec4f(end); }
  met_by_ray &= vec4<bool>(is_shown(a), is_shown(b), is_shown(c), is_shown(d));
  let shown = met_by_ray & (texels >= vec4f(mode.visible_low)) & (texels <= vec4f(mode.visible_high));
  if any(shown) {
    if finds_entries {
      let may_enter = ((*state).seen != k - 1.0) & (k > mode.first);
      if any(shown & vec4<bool>(may_enter, !shown.x, !shown.y, !shown.z)) { return true; }
      (*state).seen = select((*state).seen, k + 3.0, shown.w);
    }
    let sum_a = put_sample((*state).sum, hide(classify_by(mode.classifier, texels.x), shown.x), a, mode.material, 1.0);
    let to_b = !ENDS || sum_a.w < mode.opaque;
    let sum_b = put_sample(sum_a, hide(classify_by(mode.classifier, texels.y), shown.y & to_b), b, mode.material, 1.0);
    let to_c = !ENDS || sum_b.w < mode.opaque;
    let sum_c = put_sample(sum_b, hide(classify_by(mode.classifier, texels.z), shown.z & to_c), c, mode.material, 1.0);
    let to_d = !ENDS || sum_c.w < mode.opaque;
    (*state).sum = put_sample(sum_c, hide(classify_by(mode.classifier, texels.w), shown.w & to_d), d, mode.material, 1.0);
    met_by_ray &= vec4<bool>(true, to_b, to_c, to_d);
    @if(table_filter && surface) mark_first(state, k, shown, vec4f(sum_a.w, sum_b.w, sum_c.w, (*state).sum.w));
  }
  (*state).taken += count_true(met_by_ray);
  return false;
}

// Whether samples end with an opaque ray; where those that end it are accumulated again, all are put.
@if(table_filter) const ENDS = true;
@else const ENDS = false;

// Marks the first of four samples from k on that is visible and behind which the opacity is a surface's.
fn mark_first(state: ptr<function, ModeState>, k: f32, shown: vec4<bool>, opacities: vec4f) {
  let reached = shown & (opacities >= vec4f(image.surface_opacity));
  if (*state).surface_sample >= 0.0 || !any(reached) { return; }
  (*state).surface_sample = k + select(select(select(3.0, 2.0, reached.z), 1.0, reached.y), 0.0, reached.x);
}

fn count_true(flags: vec4<bool>) -> u32 {
  let ones = select(vec4u(0u), vec4u(1u), flags);
  return ones.x + ones.y + ones.z + ones.w;
}

fn hide(material: vec4f, is_shown: bool) -> vec4f {
  return vec4f(material.rgb, select(0.0, material.w, is_shown));
}

struct VisibleSample {
  k: i32,
  texel: f32,
}

// The first visible one of samples `first` … `stop` − 1, or `stop`.
fn next_visible(state: ptr<function, ModeState>, mode: ModeRay, first: i32, stop: i32) -> VisibleSample {
  var found = stop;
  var texel = 0.0;
  for (var n = first; n < stop; n += 1) {
    let position = sample_position(mode.positions, f32(n));
    texel = sample_volume(position);
    var is_visible = (texel >= mode.visible_low) & (texel <= mode.visible_high);
    let is_there = is_shown(position);
    is_visible &= is_there;
    (*state).taken += select(0u, 1u, is_there);
    if is_visible {
      found = n;
      break;
    }
  }
  return VisibleSample(found, texel);
}

fn accumulate_visible(state: ptr<function, ModeState>, mode: ModeRay, sample: VisibleSample) {
  put_visible(state, mode, f32(sample.k), sample.texel);
}

// Composites a sample behind those in front of it, given as premultiplied colour and opacity. It stands for a number of steps.
@if(!fused)
fn put_sample(met: vec4f, classified: vec4f, position: vec3f, frame: MaterialFrame, length: f32) -> vec4f {
  var material = classified;
  if !TAKES_GRADIENTS || classified.w > 0.0 { material = step_material(classified, position, frame); }
  let weight = (1.0 - met.w) * opacity_of_length(material.w, length);
  return met + weight * vec4f(material.rgb, 1.0);
}
