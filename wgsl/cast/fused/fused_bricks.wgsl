// Which of a ray's samples may show something of any volume.

import package::cast::fused::fused_volumes::{direction_in, fused, position_in};
import package::cast::volume::ray::SamplePositions;
import package::cast::volume::skip::{BrickRay, brick_distances, grid_ray, leave_bricks};
import package::cast::volume::volume_frame::volume;

@if(skip) @group(0) @binding(57) var fused_distances: texture_3d<i32>;
@if(skip) @group(0) @binding(58) var last_fused_distances: texture_3d<i32>;

// A ray's ways through the bricks of all volumes.
struct Bricks {
  first: BrickRay,
  middle: BrickRay,
  last: BrickRay,
}

fn bricks_along(positions: SamplePositions) -> Bricks {
  return Bricks(grid_ray(positions, volume.bricks_per_voxel), ray_in(0u, positions), ray_in(1u, positions));
}

fn ray_in(n: u32, positions: SamplePositions) -> BrickRay {
  let scale = fused.volumes[n].size * fused.volumes[n].bricks_per_voxel;
  let stride = direction_in(n, positions.stride) * scale;
  let inverse_stride = 1.0 / select(stride, vec3f(1e-20), abs(stride) < vec3f(1e-20));
  return BrickRay(position_in(n, positions.first) * scale, stride, inverse_stride, abs(inverse_stride));
}

@if(!skip)
fn next_samples(bricks: Bricks, first: f32, end: f32) -> vec2f {
  return vec2f(first, end);
}
@if(skip)
fn next_samples(bricks: Bricks, first: f32, end: f32) -> vec2f {
  var k = first;
  var stop = end;
  while k < end {
    // The next sample of which that has to be asked again; negative in active bricks.
    let own = leave_inactive(brick_distances, bricks.first, k);
    let middle = leave_inactive(fused_distances, bricks.middle, k);
    var leaves = vec3f(own, middle, middle);
    if fused.count > 1u {
      leaves.z = leave_inactive(last_fused_distances, bricks.last, k);
    }
    let nearest = abs(leaves);
    stop = min(end, min(nearest.x, min(nearest.y, nearest.z)));
    if any(leaves < vec3f(0.0)) {
      break;
    }
    k = stop;
  }
  return vec2f(k, stop);
}

// Beside a volume nothing is active.
@if(skip)
fn leave_inactive(distances: texture_3d<i32>, bricks: BrickRay, k: f32) -> f32 {
  let brick = floor(bricks.first + k * bricks.stride);
  let last = vec3f(textureDimensions(distances)) - 1.0;
  let nearest = clamp(brick, vec3f(0.0), last);
  let beyond = max(max(abs(brick - nearest).x, abs(brick - nearest).y), abs(brick - nearest).z);
  // Rounding may put the first and the last sample of a volume a little beside it.
  if beyond > 1.0 {
    return leave_bricks(bricks, k, brick, beyond - 2.0);
  }
  let distance = textureLoad(distances, vec3i(nearest), 0).x;
  let leave = leave_bricks(bricks, k, brick, select(f32(abs(distance) - 1), 0.0, beyond > 0.0));
  return select(leave, -leave, distance <= 0);
}
