// Finds where a ray first crosses a value, or several values until it is opaque, and lights the surfaces there.

import package::cast::frame::image::image;
import package::cast::ray::layers::{RayLayers, put_behind};
import package::cast::volume::cut_face::{Entry, find_entry};
import package::cast::volume::labels::label_edge::label_edge;
import package::cast::volume::labels::mask::{style_at, style_color};
import package::cast::volume::own_color::voxel_color;
import package::cast::volume::ray::{CLIPS, CastRay, SamplePositions, SampleRange, distance_at, is_thin, sample_position, sample_positions};
import package::cast::volume::gradient::{SHARES_VOXELS, sample_gradient};
import package::cast::volume::sample::{sample_volume, sample_voxels};
import package::cast::volume::shade::shade;
import package::cast::volume::surface::surface_of_volume;
import package::cast::volume::transfer::classify;
import package::cast::volume::volume_frame::{Isosurface, isosurfaces, volume};

const SAMPLES = 1.0;

// A crossing is found to 2⁻¹¹ of a step.
const BISECTIONS = 10u;
// Steps from a cut to the first sample behind it, but for rounding.
const CUT_REACH = 1.001;
// Below all texels.
const OUTSIDE = -3e38;

struct ModeRay {
  ray: CastRay,
  positions: SamplePositions,
  first: f32,
  // Surfaces that a cut leaves open are closed by it.
  entry: Entry,
  is_cut: bool,
}

struct ModeState {
  layers: RayLayers,
  taken: u32,
  is_done: bool,
  // Whether there is a sample before to compare with, its texel and its style.
  connected: bool,
  before: f32,
  style_before: u32,
  // Consecutive runs share a sample: crossings before this one do not count twice.
  compared: f32,
}

fn mode_ray(met: RayLayers, ray: CastRay, range: SampleRange) -> ModeRay {
  var mode: ModeRay;
  mode.ray = ray;
  mode.positions = sample_positions(ray);
  mode.first = f32(range.first);
  if CLIPS {
    mode.entry = find_entry(ray);
    // Thin intervals begin at the cut.
    let first_behind = distance_at(ray, mode.first) - mode.entry.distance;
    let is_near = select(first_behind < CUT_REACH * ray.step, range.first == 0u, is_thin(ray));
    mode.is_cut = mode.entry.distance >= 0.0 && is_near && range.first < range.end;
  }
  return mode;
}

fn begin_ray(met: RayLayers, mode: ModeRay) -> ModeState {
  let nothing_before = select(mode.first, mode.first - 1.0, mode.is_cut);
  let compared = select(nothing_before, max(nothing_before, met.kept), met.waits);
  return ModeState(met, 0u, false, false, 0.0, 0u, compared);
}

fn begin_run(state: ptr<function, ModeState>, run: vec2f) {
  (*state).connected = false;
}

// A crossing may lie between the last sample of one brick and the first of the next.
fn samples_of_run(run: vec2f, end: f32, mode: ModeRay) -> vec2f {
  return vec2f(max(run.x - 1.0, mode.first), min(run.y + 1.0, end));
}

// The first run, which begins at a cut: bricks show crossings alone.
fn include_cut(run: vec2f, start: f32, mode: ModeRay) -> vec2f {
  let is_left_out = mode.is_cut && start == mode.first && run.x > start;
  return select(run, vec2f(start, start + 1.0), is_left_out);
}

fn next_sample(k: f32) -> f32 {
  return k + SAMPLES;
}

fn is_done(state: ModeState, mode: ModeRay) -> bool {
  return state.is_done;
}

fn note_surface(state: ptr<function, ModeState>, mode: ModeRay) {
}

fn end_ray(met: RayLayers, state: ModeState, mode: ModeRay, waits: bool) -> RayLayers {
  var layers = state.layers;
  layers.samples += state.taken;
  layers.kept = state.compared;
  return layers;
}

fn accumulate(state: ptr<function, ModeState>, mode: ModeRay, k: f32, end: f32) {
  let position = sample_position(mode.positions, k);
  // Samples that a mask hides are outside of every surface, so that its boundary closes them.
  let style = style_at(position);
  var texel = OUTSIDE;
  if style != 0u {
    texel = sample_volume(position);
    (*state).taken += 1u;
  }
  let is_face = mode.is_cut && k == mode.first;
  if is_face {
    (*state).connected = true;
    (*state).before = OUTSIDE;
  }
  let here = Place(k, position, texel, select(style, (*state).style_before, style == 0u), is_face);
  if (*state).connected { find_surfaces(state, mode, here); }
  (*state).compared = max((*state).compared, k);
  (*state).connected = true;
  (*state).before = texel;
  (*state).style_before = style;
}

// A sample that is compared with the one before.
struct Place {
  k: f32,
  position: vec3f,
  texel: f32,
  style: u32,
  // Whether a cut lies before it instead of a sample.
  is_face: bool,
}

fn find_surfaces(state: ptr<function, ModeState>, mode: ModeRay, here: Place) {
  if !isosurfaces {
    let is_crossed = (here.texel >= volume.iso) != ((*state).before >= volume.iso);
    if is_crossed { meet_surface(state, mode, here, Isosurface(vec3f(0.0), 1.0, volume.iso)); }
    return;
  }
  // Visits them in the order in which they are met.
  for (var n = 0u; n < volume.iso_count && here.k > (*state).compared && !(*state).is_done; n += 1u) {
    let surface = volume.isosurfaces[select(volume.iso_count - 1u - n, n, here.texel >= (*state).before)];
    let is_crossed = ((*state).before >= surface.texel) != (here.texel >= surface.texel);
    if is_crossed { meet_surface(state, mode, here, surface); }
  }
}

// Puts a surface between a sample and the one before behind what the ray has met, unless a mesh is in front.
fn meet_surface(state: ptr<function, ModeState>, mode: ModeRay, here: Place, surface: Isosurface) {
  let crossing = find_crossing(mode, here, surface.texel, (*state).before >= surface.texel);
  let distance = distance_of(mode, crossing.position);
  @if(meshes) if distance >= mode.ray.leave || (isosurfaces && distance < (*state).layers.reached) {
    (*state).is_done = !isosurfaces;
    return;
  }
  var color = surface.color;
  if !isosurfaces { color = voxel_color(crossing.position, classify(surface.texel).rgb); }
  color = style_color(here.style, color);
  let gradient = surface_gradient(mode, here, crossing);
  let lit = shade(color, gradient, crossing.position, mode.ray.pixel);
  (*state).layers = put_behind((*state).layers, lit, surface.opacity);
  @if(surface) if !isosurfaces || (*state).layers.opacity >= image.surface_opacity {
    (*state).layers.surface = surface_of_volume((*state).layers.surface, mode.ray, crossing.position, distance);
  }
  (*state).is_done = !isosurfaces || (*state).layers.opacity >= image.opaque;
}

fn surface_gradient(mode: ModeRay, here: Place, crossing: Crossing) -> vec3f {
  if CLIPS && here.is_face { return mode.entry.normal / volume.shading_gain; }
  @if(mask) if crossing.is_edge { return label_edge(crossing.position, here.style).normal / volume.shading_gain; }
  return sample_gradient(crossing.position);
}

// The distance of a position on the ray, from where the ray starts.
fn distance_of(mode: ModeRay, position: vec3f) -> f32 {
  let stride = mode.positions.stride;
  return distance_at(mode.ray, dot(position - mode.positions.first, stride) / dot(stride, stride));
}

struct Crossing {
  position: vec3f,
  // Whether a mask ends there instead of values.
  is_edge: bool,
}

fn find_crossing(mode: ModeRay, here: Place, iso: f32, start_above: bool) -> Crossing {
  if CLIPS && here.is_face {
    let k = (mode.entry.distance - mode.ray.enter) / mode.ray.step - mode.ray.phase;
    return Crossing(sample_position(mode.positions, k), false);
  }
  return bisect(sample_position(mode.positions, here.k - 1.0), here.position, iso, start_above);
}

fn bisect(start: vec3f, end: vec3f, iso: f32, start_above: bool) -> Crossing {
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
  if style_at(select(low, high, start_above)) == 0u {
    return Crossing(select(high, low, start_above), true);
  }
  return Crossing(0.5 * (low + high), false);
}

fn texel_at(position: vec3f) -> f32 {
  if style_at(position) == 0u { return OUTSIDE; }
  if SHARES_VOXELS { return sample_voxels(position); }
  return sample_volume(position);
}
