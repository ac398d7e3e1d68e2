// The rays of an image in the volume's index space, and which of their samples lie within all bounds.

import package::cast::frame::frame;
import package::shared::double_float::{DoubleFloat, add, divide, multiply, square_root, subtract};

struct CastRay {
  origin: vec3f,
  // Voxels a unit of length.
  direction: vec3f,
  // In pixels, right and up from the image's centre.
  place: vec2f,
  // Sample k is at `enter` + (k + phase) · step.
  phase: f32,
  // Where the ray enters and leaves the volume's box, from the eye on; empty unless enter < leave.
  enter: f32,
  leave: f32,
}

// Samples first … end − 1.
struct SampleRange {
  first: u32,
  end: u32,
}

// The points x of index space with normal · x ≥ offset, and what rounding took from the two.
struct HalfSpace {
  normal: vec3f,
  offset: f32,
  normal_low: vec3f,
  offset_low: f32,
}

@if(clip) @group(0) @binding(6) var<storage, read> half_spaces: array<HalfSpace>;

// Relative error that distances along a ray may have in f32.
const DISTANCE_ERROR = 4e-6;
// Far beyond any volume, and still exact in f32.
const MAX_SAMPLES = 16777216.0;

// The ray through a place of the image, clipped to the volume's box by the slab test of Kay and Kajiya 1986.
fn cast_ray(place: vec2f, phase: f32) -> CastRay {
  let slant = sqrt(1.0 + frame.view.pixel_slope * frame.view.pixel_slope * dot(place, place));
  let origin = frame.view.eye + place.x * frame.view.eye_right + place.y * frame.view.eye_up;
  let direction = (frame.view.forward + place.x * frame.view.right + place.y * frame.view.up) / slant;
  // WGSL promises nothing of a division by zero: a direction this small never reaches the far side of a slab.
  let inverse = 1.0 / select(direction, vec3f(1e-20), abs(direction) < vec3f(1e-20));
  let a = (vec3f(-0.5) - origin) * inverse;
  let b = (frame.volume_size - 0.5 - origin) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  let enter = max(max(near.x, near.y), max(near.z, 0.0));
  return CastRay(origin, direction, place, phase, enter, min(far.x, min(far.y, far.z)));
}

// The samples inside the volume's box and all half-spaces.
fn sample_range(ray: CastRay) -> SampleRange {
  if ray.enter >= ray.leave {
    return SampleRange(0u, 0u);
  }
  let far = box_plane(ray, ray.leave, true);
  var range = SampleRange(0u, count_before(ray, far, ray.leave, false));
  @if(clip) for (var index = 0u; index < arrayLength(&half_spaces); index += 1u) {
    range = clip_range(ray, range, half_spaces[index]);
  }
  return range;
}

@if(clip)
fn clip_range(ray: CastRay, range: SampleRange, half_space: HalfSpace) -> SampleRange {
  let approach = dot(half_space.normal, ray.direction);
  let height = dot(half_space.normal, ray.origin) - half_space.offset;
  if abs(approach) < 1e-7 * length(half_space.normal) {
    return SampleRange(range.first, select(range.first, range.end, height >= 0.0));
  }
  let distance = -height / approach;
  if approach > 0.0 {
    return SampleRange(max(range.first, count_before(ray, half_space, distance, false)), range.end);
  }
  return SampleRange(range.first, min(range.end, count_before(ray, half_space, distance, true)));
}

// How many samples the ray takes before it crosses a plane at `distance`; one on the plane counts where `inclusive`. In f32
// about one ray in 100,000 would gain or lose a sample, which may be opaque: rays so close are decided with 48 bits.
fn count_before(ray: CastRay, plane: HalfSpace, distance: f32, inclusive: bool) -> u32 {
  let steps = (distance - ray.enter) / frame.view.step - ray.phase;
  let nearest = round(steps);
  if abs(steps - nearest) * frame.view.step > DISTANCE_ERROR * max(abs(distance), ray.enter) {
    return u32(clamp(ceil(steps), 0.0, MAX_SAMPLES));
  }
  if nearest < 0.0 || nearest >= MAX_SAMPLES {
    return u32(clamp(nearest, 0.0, MAX_SAMPLES));
  }
  let excess = distance_beyond(ray, plane, nearest);
  return u32(nearest) + select(0u, 1u, excess > 0.0 || (inclusive && excess == 0.0));
}

// How far beyond sample k the plane is; the sign is right to 48 bits.
fn distance_beyond(ray: CastRay, plane: HalfSpace, k: f32) -> f32 {
  var enter = DoubleFloat(0.0, 0.0);
  if ray.enter > 0.0 {
    enter = depth_of_plane(ray.place, box_plane(ray, ray.enter, false));
  }
  let slope = DoubleFloat(frame.view.pixel_slope, frame.view_low.pixel_slope);
  let x_squared = multiply(DoubleFloat(ray.place.x, 0.0), DoubleFloat(ray.place.x, 0.0));
  let y_squared = multiply(DoubleFloat(ray.place.y, 0.0), DoubleFloat(ray.place.y, 0.0));
  let slant_squared = add(DoubleFloat(1.0, 0.0), multiply(multiply(slope, slope), add(x_squared, y_squared)));
  let beyond = multiply(subtract(depth_of_plane(ray.place, plane), enter), square_root(slant_squared));
  let sample = multiply(DoubleFloat(k + ray.phase, 0.0), DoubleFloat(frame.view.step, frame.view_low.step));
  let excess = subtract(beyond, sample);
  return excess.high;
}

// The plane of the box that the ray crosses at `distance`, on its way out or in.
fn box_plane(ray: CastRay, distance: f32, outwards: bool) -> HalfSpace {
  let forwards = ray.direction > vec3f(0.0);
  let planes = select(vec3f(-0.5), frame.volume_size - 0.5, select(!forwards, forwards, vec3<bool>(outwards)));
  let misses = abs(ray.origin + distance * ray.direction - planes) / max(abs(ray.direction), vec3f(1e-20));
  if misses.x <= misses.y && misses.x <= misses.z {
    return HalfSpace(vec3f(1.0, 0.0, 0.0), planes.x, vec3f(0.0), 0.0);
  }
  if misses.y <= misses.z {
    return HalfSpace(vec3f(0.0, 1.0, 0.0), planes.y, vec3f(0.0), 0.0);
  }
  return HalfSpace(vec3f(0.0, 0.0, 1.0), planes.z, vec3f(0.0), 0.0);
}

// Distance, along the camera's forward direction, at which the ray through a place crosses a plane.
fn depth_of_plane(place: vec2f, plane: HalfSpace) -> DoubleFloat {
  let high = frame.view;
  let low = frame.view_low;
  let eye = at_place(
    place,
    dot_plane(plane, high.eye, low.eye),
    dot_plane(plane, high.eye_right, low.eye_right),
    dot_plane(plane, high.eye_up, low.eye_up),
  );
  let direction = at_place(
    place,
    dot_plane(plane, high.forward, low.forward),
    dot_plane(plane, high.right, low.right),
    dot_plane(plane, high.up, low.up),
  );
  return divide(subtract(DoubleFloat(plane.offset, plane.offset_low), eye), direction);
}

fn dot_plane(plane: HalfSpace, high: vec3f, low: vec3f) -> DoubleFloat {
  let x = multiply(DoubleFloat(plane.normal.x, plane.normal_low.x), DoubleFloat(high.x, low.x));
  let y = multiply(DoubleFloat(plane.normal.y, plane.normal_low.y), DoubleFloat(high.y, low.y));
  let z = multiply(DoubleFloat(plane.normal.z, plane.normal_low.z), DoubleFloat(high.z, low.z));
  return add(add(x, y), z);
}

fn at_place(place: vec2f, center: DoubleFloat, right: DoubleFloat, up: DoubleFloat) -> DoubleFloat {
  let sideways = multiply(DoubleFloat(place.x, 0.0), right);
  return add(center, add(sideways, multiply(DoubleFloat(place.y, 0.0), up)));
}
