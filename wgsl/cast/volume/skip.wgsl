// Runs of a ray's samples that may be visible: those in active bricks.

import package::cast::bricks::order::LOOKUP_PARTS;
import package::cast::modes::reduce::minip;
import package::cast::volume::ray::SamplePositions;
import package::cast::volume::sample::IN_LARGER_GRID;
import package::cast::volume::volume_frame::volume;

// Chebyshev distance from each brick to the nearest one of the other kind, in bricks; negative for active bricks.
@group(0) @binding(25) var brick_distances: texture_3d<i32>;

// The smallest and the largest texel of each brick.
@group(0) @binding(26) var brick_ranges: texture_3d<f32>;

// Lookups that the bricks cost, in parts, and how many are inactive: `BrickGain` of wgsl/cast/bricks/distances.wgsl.
@group(0) @binding(28) var<uniform> brick_gain: vec4u;
// Lookups that are worth skipping one inactive brick; 0 where rays always skip.
override lookups_worth = 0.0;

// Lookups cost time, and rays that leap delay those of their subgroup that do not. All samples are cheaper if bricks are
// visible everywhere.
fn skipping_pays() -> bool {
  return f32(brick_gain.x) <= lookups_worth * f32(LOOKUP_PARTS) * f32(brick_gain.y);
}

// A ray's way through the bricks.
struct BrickRay {
  // Place of sample 0, in bricks from the volume's corner, and the way from one sample to the next.
  first: vec3f,
  stride: vec3f,
  // Samples a brick, and the same without their sign.
  inverse_stride: vec3f,
  pace: vec3f,
}

alias Bricks = BrickRay;

fn bricks_along(positions: SamplePositions) -> Bricks {
  return grid_ray(positions, volume.bricks_per_voxel);
}

// A ray's way through any grid of cubes of voxels.
fn grid_ray(positions: SamplePositions, cubes_per_voxel: f32) -> BrickRay {
  let scale = volume.size * cubes_per_voxel;
  let stride = positions.stride * scale;
  // A ray that runs along an axis never leaves a brick across it.
  let inverse_stride = 1.0 / select(stride, vec3f(1e-20), abs(stride) < vec3f(1e-20));
  var first = positions.first * scale;
  if IN_LARGER_GRID { first -= volume.part_first * cubes_per_voxel; }
  return BrickRay(first, stride, inverse_stride, abs(inverse_stride));
}

// The first sample after sample k that is outside of all bricks up to `distance` from one.
fn leave_bricks(bricks: BrickRay, k: f32, brick: vec3f, distance: f32) -> f32 {
  let forwards = select(vec3f(0.0), bricks.inverse_stride, bricks.inverse_stride > vec3f(0.0));
  let leaves = (brick - bricks.first) * bricks.inverse_stride + forwards + distance * bricks.pace;
  let next = ceil(smaller(leaves.x, smaller(leaves.y, leaves.z)));
  return select(k + 1.0, next, next > k + 1.0);
}

// The first sample that may lie in a brick.
fn reach_brick(bricks: BrickRay, brick: vec3f) -> f32 {
  let backwards = select(bricks.inverse_stride, vec3f(0.0), bricks.inverse_stride > vec3f(0.0));
  let reaches = (brick - bricks.first) * bricks.inverse_stride + backwards;
  return ceil(max(reaches.x, max(reaches.y, reaches.z)));
}

// `min` where there is no NaN, for which SwiftShader takes five times the instructions.
fn smaller(a: f32, b: f32) -> f32 {
  return select(b, a, a < b);
}

// Samples `x` … `y` − 1: the next run from `first` on that may be visible, up to `end`. Rounding may end them half a voxel late
// or begin them half a voxel early, which bricks' ranges allow for. A texel beside the volume, where rounding may put the ends
// of a ray, may be of any brick or 0.
@if(!skip)
fn next_samples(bricks: BrickRay, first: f32, end: f32) -> vec2f {
  return vec2f(first, end);
}
@else
fn next_samples(bricks: BrickRay, first: f32, end: f32) -> vec2f {
  var k = first;
  var stop = end;
  while k < end {
    let lookup = look_up_brick(bricks, k, end);
    stop = lookup.stop;
    if lookup.is_active {
      break;
    }
    k = stop;
  }
  return vec2f(k, stop);
}

// Whether sample k may be visible, and the first sample for which to ask again.
struct BrickLookup {
  is_active: bool,
  stop: f32,
}

@if(!skip)
fn look_up_brick(bricks: BrickRay, k: f32, end: f32) -> BrickLookup {
  return BrickLookup(true, end);
}
@else
fn look_up_brick(bricks: BrickRay, k: f32, end: f32) -> BrickLookup {
  if lookups_worth > 0.0 && !skipping_pays() { return BrickLookup(true, end); }
  let brick = floor(bricks.first + k * bricks.stride);
  let distance = textureLoad(brick_distances, vec3i(brick), 0).x;
  return BrickLookup(distance <= 0, smaller(end, leave_bricks(bricks, k, brick, f32(abs(distance) - 1))));
}

// The next samples that may be beyond a value, if there is one: larger, or smaller for minip.
@if(!skip)
fn next_samples_beyond(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  return vec2f(first, end);
}
@else
fn next_samples_beyond(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  var k = first;
  var stop = end;
  while k < end {
    let brick = floor(bricks.first + k * bricks.stride);
    let range = textureLoad(brick_ranges, clamp(vec3i(brick), vec3i(0), vec3i(textureDimensions(brick_ranges)) - 1), 0).xy;
    stop = smaller(end, leave_bricks(bricks, k, brick, 0.0));
    let is_beyond = select(range.y > value, range.x < value, minip);
    if is_beyond || !has_value {
      break;
    }
    k = stop;
  }
  return vec2f(k, stop);
}
