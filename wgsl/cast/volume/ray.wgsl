// The rays of an image in the volume's index space, and which of their samples lie within all bounds.

import package::cast::modes::traits::COMPARES_SAMPLES;
import package::cast::volume::volume_frame::volume;
import package::shared::double_float::{DoubleFloat, add, divide, exact_product, exact_sum, multiply, renormalize, square_root, subtract};

// Half-spaces cut the volume.
@if(clip) const CLIPS = true;
@else const CLIPS = false;
// Only one cell of the volume is cast, between two distances along each ray.
@if(part) const SHOWS_PART = true;
@else const SHOWS_PART = false;

struct CastRay {
  origin: vec3f,
  // Voxels a unit of length.
  direction: vec3f,
  // Pixels, right and up from the image's centre.
  pixel: vec2f,
  // Sample k is at `enter` + (k + phase) · step.
  phase: f32,
  // Distance between samples: the view's, but in intervals that are too thin for two.
  step: f32,
  // Length for a unit along the camera's forward direction.
  slant: f32,
  // Entry into the volume's box and exit from it, from the eye on; empty unless enter < leave.
  enter: f32,
  leave: f32,
  // The part of that which counts: between all planes, and from what was met last to what is met next.
  start: f32,
  stop: f32,
  // The first sample within all planes.
  first: u32,
  // Samples of the part's cell, and of all cells together.
  of_cell: SampleRange,
  of_all: SampleRange,
}

// Samples first … end − 1.
struct SampleRange {
  first: u32,
  end: u32,
}

// A plane as the camera sees it: the ray through a place (x, y) meets it at `eye` · (1, x, y) over `direction` · (1, x, y)
// times the camera's forward direction. The direction is positive where rays go to the inner side; the low parts are what
// rounding took.
struct Plane {
  eye: vec3f,
  eye_low: vec3f,
  direction: vec3f,
  direction_low: vec3f,
  // The unit normal of a half-space of the world, and the depth below it in smallest spacings, at a position from 0 to 1
  // over the volume: `depth` · position + `depth_offset`.
  normal: vec3f,
  depth_offset: f32,
  depth: vec3f,
}

// The box's faces, low and high in x, in y and in z, and then the planes of all half-spaces.
@group(0) @binding(5) var<uniform> planes: array<Plane, MAX_PLANES>;

const BOX_PLANES = 6u;
const MAX_PLANES = 64u;

// Relative error that distances along a ray may have in f32.
const DISTANCE_ERROR = 4e-6;
// Far beyond any volume, and still exact in f32.
const MAX_SAMPLES = 16777216.0;
const MAX_POSITION = 1e30;

// The ray through a place of the image, clipped to the volume's box by the slab test of Kay and Kajiya 1986.
fn cast_ray(pixel: vec2f, phase: f32) -> CastRay {
  let slant = sqrt(1.0 + volume.view.pixel_slope * volume.view.pixel_slope * dot(pixel, pixel));
  let origin = volume.view.eye + pixel.x * volume.view.eye_right + pixel.y * volume.view.eye_up;
  let direction = (volume.view.forward + pixel.x * volume.view.right + pixel.y * volume.view.up) / slant;
  // WGSL does not define a division by zero: a direction this small never reaches the far side of a slab.
  let inverse = 1.0 / select(direction, vec3f(1e-20), abs(direction) < vec3f(1e-20));
  let a = (vec3f(-0.5) - origin) * inverse;
  let b = (volume.size - 0.5 - origin) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  let enter = max(max(near.x, near.y), max(near.z, 0.0));
  let leave = min(far.x, min(far.y, far.z));
  let none = SampleRange(0u, 0u);
  return CastRay(origin, direction, pixel, phase, volume.view.step, slant, enter, leave, enter, leave, 0u, none, none);
}

// The part of a ray between two distances that is on a plane's inner side.
fn clip_distances(ray: CastRay, kept: vec2f, plane: u32) -> vec2f {
  let weights = vec3f(1.0, ray.pixel);
  let height = -dot(planes[plane].eye, weights);
  let approach = dot(planes[plane].direction, weights);
  let distance = -height / approach * ray.slant;
  if abs(approach) <= 1e-7 * length(planes[plane].direction) {
    return vec2f(kept.x, select(ray.enter, kept.y, height >= 0.0));
  }
  if approach > 0.0 {
    return vec2f(max(kept.x, distance), kept.y);
  }
  return vec2f(kept.x, min(kept.y, distance));
}

// The samples inside the volume's box and all half-spaces. Where they would be fewer than two, the ray's are placed anew.
fn sample_range(ray: ptr<function, CastRay>) -> SampleRange {
  let given = *ray;
  if given.enter >= given.leave {
    return SampleRange(0u, 0u);
  }
  let inside = clip_ray(given, box_plane(given, given.leave, true));
  let kept = inside.kept;
  var range = inside.range;
  (*ray).start = kept.x;
  (*ray).stop = kept.y;
  let length = kept.y - kept.x;
  let has_few = range.end < range.first + 2u;
  // Selected, not branched to: SwiftShader runs branches that no ray takes.
  let is_placed = has_few && length > LEAST_LENGTH * kept.y;
  let step = length / max(f32(THIN_SAMPLES) - 1.0, 1.0);
  (*ray).step = select(given.step, step, is_placed);
  (*ray).phase = select(given.phase, (kept.x - given.enter) / step + THIN_PHASE, is_placed);
  let last = select(range.end, 0u, has_few);
  range = SampleRange(select(range.first, 0u, has_few), select(last, THIN_SAMPLES, is_placed));
  (*ray).first = range.first;
  (*ray).of_all = range;
  (*ray).of_cell = range_in_cell(*ray, range);
  return (*ray).of_cell;
}

// The samples and the part of a ray, between two distances, that half-spaces leave of it.
struct ClippedRay {
  range: SampleRange,
  kept: vec2f,
}

// @param exit the face of the box at which the ray leaves it.
@if(clip)
fn clip_ray(ray: CastRay, exit: u32) -> ClippedRay {
  var inside = ClippedRay(SampleRange(0u, u32(MAX_SAMPLES)), vec2f(ray.enter, ray.leave));
  // Samples before the exit are counted by the same call, since compilers inline each. A sample on the exit is outside.
  for (var index = BOX_PLANES - 1u; index < clip_end(); index += 1u) {
    let is_exit = index < BOX_PLANES;
    let plane = select(index, exit, is_exit);
    inside.range = clip_range(ray, inside.range, plane, is_exit);
    if !is_exit { inside.kept = clip_distances(ray, inside.kept, plane); }
  }
  return inside;
}
@else
fn clip_ray(ray: CastRay, exit: u32) -> ClippedRay {
  return ClippedRay(SampleRange(0u, count_before(ray, exit, ray.leave, false)), vec2f(ray.enter, ray.leave));
}

// The planes that clip the volume end there; those of the part's cell follow.
fn clip_end() -> u32 {
  return select(volume.planes, volume.first_cell_plane, SHOWS_PART);
}

// Samples of an interval too thin for two, and their places in it: one in the middle, which stands for all of it, and both ends too
// where something is looked for between samples.
const THIN_SAMPLES = select(1u, 3u, COMPARES_SAMPLES);
const THIN_PHASE = select(0.5, 0.0, COMPARES_SAMPLES);
// The extreme is searched between samples too.
override refine = false;

// Whether samples are compared with their neighbours.
fn compares_samples() -> bool {
  return COMPARES_SAMPLES || refine;
}

// Share of an interval's distance from the eye below which its length is taken for rounding.
const LEAST_LENGTH = 1e-6;

// Whether the ray's samples stand for an interval too thin for two.
fn is_thin(ray: CastRay) -> bool {
  return ray.step != volume.view.step;
}

// The length in steps that a sample of such an interval stands for.
fn thin_steps(ray: CastRay) -> f32 {
  return ray.step / volume.view.step;
}

// The samples of the part's cell, each of which is one cell's alone. The samples before and after it belong to the next cells
// too where neighbours are compared, and what lies between is found by both.
@if(part)
fn range_in_cell(ray: CastRay, range: SampleRange) -> SampleRange {
  var inside = range;
  let is_placed = is_thin(ray);
  if is_placed {
    inside = SampleRange(range.end, range.first);
    for (var k = range.first; k < range.end; k += 1u) {
      if side_of_cell(ray, distance_at(ray, f32(k))) == 0 {
        inside = SampleRange(min(inside.first, k), k + 1u);
      }
    }
  }
  for (var index = volume.first_cell_plane; index < volume.planes && !is_placed; index += 1u) {
    inside = clip_range(ray, inside, index, index >= volume.first_open_plane);
  }
  if compares_samples() && inside.first < inside.end {
    inside.first = max(range.first, max(inside.first, 1u) - 1u);
    inside.end = min(range.end, inside.end + 1u);
  }
  return inside;
}
@else
fn range_in_cell(ray: CastRay, range: SampleRange) -> SampleRange {
  return range;
}

// Whether a place at a distance along the ray is before the part's cell, in it or behind it: -1, 0 or 1.
fn side_of_cell(ray: CastRay, distance: f32) -> i32 {
  let weights = vec3f(1.0, ray.pixel);
  for (var index = volume.first_cell_plane; index < volume.planes; index += 1u) {
    let approach = dot(planes[index].direction, weights);
    let height = approach * (distance / ray.slant) - dot(planes[index].eye, weights);
    // Neighbours have the same plane with the opposite sign, whose height is exactly the opposite too.
    if height < 0.0 || (height == 0.0 && index >= volume.first_open_plane) {
      return select(1, -1, approach > 0.0);
    }
  }
  return 0;
}

// @param is_open whether samples on the plane are outside.
fn clip_range(ray: CastRay, range: SampleRange, plane: u32, is_open: bool) -> SampleRange {
  let weights = vec3f(1.0, ray.pixel);
  let height = -dot(planes[plane].eye, weights);
  let approach = dot(planes[plane].direction, weights);
  // All parallel rays along an axis may run exactly in the plane's direction, which is 0 then.
  if abs(approach) <= 1e-7 * length(planes[plane].direction) {
    let is_inside = height > 0.0 || (height == 0.0 && !is_open);
    return SampleRange(range.first, select(range.first, range.end, is_inside));
  }
  let distance = -height / approach * ray.slant;
  // Counted once: SwiftShader runs both sides of a branch.
  let enters = approach > 0.0;
  let before = count_before(ray, plane, distance, enters == is_open);
  return SampleRange(select(range.first, max(range.first, before), enters), select(min(range.end, before), range.end, enters));
}

// The number of samples before the ray crosses a plane at `distance`; one on the plane counts where `inclusive`. About one
// ray in 100,000 would gain or lose a sample by f32, which may be opaque: rays so close are decided with 48 bits.
fn count_before(ray: CastRay, plane: u32, distance: f32, inclusive: bool) -> u32 {
  let steps = (distance - ray.enter) / volume.view.step - ray.phase;
  let nearest = round(steps);
  if abs(steps - nearest) * volume.view.step > DISTANCE_ERROR * max(abs(distance), ray.enter) {
    return u32(clamp(ceil(steps), 0.0, MAX_SAMPLES));
  }
  if nearest < 0.0 || nearest >= MAX_SAMPLES {
    return u32(clamp(nearest, 0.0, MAX_SAMPLES));
  }
  let excess = distance_beyond(ray, plane, nearest);
  return u32(nearest) + select(0u, 1u, excess > 0.0 || (inclusive && excess == 0.0));
}

// The number of samples before the ray has gone a distance.
fn count_samples_before(ray: CastRay, distance: f32) -> u32 {
  return u32(clamp(ceil((distance - ray.enter) / ray.step - ray.phase), 0.0, MAX_SAMPLES));
}

// The distance of a place along the samples.
fn distance_at(ray: CastRay, k: f32) -> f32 {
  return ray.enter + (k + ray.phase) * ray.step;
}

// The distance from sample k on to the plane; its sign is right to 48 bits.
fn distance_beyond(ray: CastRay, plane: u32, k: f32) -> f32 {
  // Runs from the ray's entry into the box, unless it starts inside, to its hit of the plane.
  var met = box_plane(ray, ray.enter, false);
  var depth = DoubleFloat(0.0, 0.0);
  for (var index = select(1u, 0u, ray.enter > 0.0); index < 2u; index += 1u) {
    if index == 1u { met = plane; }
    // Member by member: SwiftShader loads whatever is named, for one ray after another.
    let crossed = &planes[met];
    let height = at_pixel(ray.pixel, (*crossed).eye, (*crossed).eye_low);
    let approach = at_pixel(ray.pixel, (*crossed).direction, (*crossed).direction_low);
    depth = subtract(divide(height, approach), depth);
  }
  let sample = multiply(DoubleFloat(k + ray.phase, 0.0), DoubleFloat(volume.view.step, volume.step_low));
  let excess = subtract(multiply(depth, precise_slant(ray.pixel)), sample);
  return excess.high;
}

// Coefficients · (1, x, y): T. Ogita, S. Rump and S. Oishi, "Accurate sum and dot product", 2005, algorithm 5.3.
fn at_pixel(pixel: vec2f, high: vec3f, low: vec3f) -> DoubleFloat {
  let x = exact_product(high.y, pixel.x);
  let y = exact_product(high.z, pixel.y);
  let aside = exact_sum(x.high, y.high);
  let sum = exact_sum(high.x, aside.high);
  return renormalize(sum.high, (x.low + y.low) + (aside.low + sum.low) + dot(low, vec3f(1.0, pixel)));
}

// Length of the ray for a unit along the camera's forward direction.
fn precise_slant(pixel: vec2f) -> DoubleFloat {
  let slope = DoubleFloat(volume.view.pixel_slope, volume.pixel_slope_low);
  let x = exact_product(pixel.x, pixel.x);
  let y = exact_product(pixel.y, pixel.y);
  let sum = exact_sum(x.high, y.high);
  let aside = renormalize(sum.high, sum.low + (x.low + y.low));
  return square_root(add(DoubleFloat(1.0, 0.0), multiply(multiply(slope, slope), aside)));
}

// The face of the box that the ray crosses at `distance`, on its way out or in.
fn box_plane(ray: CastRay, distance: f32, outwards: bool) -> u32 {
  let forwards = ray.direction > vec3f(0.0);
  let high = select(!forwards, forwards, vec3<bool>(outwards));
  let faces = select(vec3f(-0.5), volume.size - 0.5, high);
  let misses = abs(ray.origin + distance * ray.direction - faces) / max(abs(ray.direction), vec3f(1e-20));
  if misses.x <= misses.y && misses.x <= misses.z {
    return u32(high.x);
  }
  if misses.y <= misses.z {
    return 2u + u32(high.y);
  }
  return 4u + u32(high.z);
}

// The positions of a ray's samples, from 0 to 1 over the volume on each axis.
struct SamplePositions {
  first: vec3f,
  stride: vec3f,
}

fn sample_positions(ray: CastRay) -> SamplePositions {
  let scale = 1.0 / volume.size;
  let entry = fma(ray.phase, ray.step, ray.enter);
  // The bound changes nothing but for compilers: Mesa's factors the scale out of both terms of a position, in some kernels and not in
  // others, which moves samples by a rounding.
  let first = min((fma(ray.direction, vec3f(entry), ray.origin) + 0.5) * scale, vec3f(MAX_POSITION));
  return SamplePositions(first, ray.direction * ray.step * scale);
}

// Fused by ourselves: a compiler that does it in one kernel and not in another would move samples by a rounding.
fn sample_position(positions: SamplePositions, k: f32) -> vec3f {
  return fma(vec3f(k), positions.stride, positions.first);
}
