// Runs of a ray's samples in which any of the volumes may be visible.

import package::cast::fused::fused_volumes::{direction_in, fused, position_in};
import package::cast::volume::ray::SamplePositions;
import package::cast::volume::skip::{BrickRay, brick_distances, grid_ray, leave_bricks};
import package::cast::volume::volume_frame::volume;

// Distances of the volumes after the first, one above the other along z.
@group(0) @binding(59) var fused_distances: texture_3d<i32>;

// A ray's ways through the bricks of all volumes. Those after the first are found anew in each lookup: as many would take all registers.
struct Bricks {
  first: BrickRay,
  positions: SamplePositions,
}

fn bricks_along(positions: SamplePositions) -> Bricks {
  return Bricks(grid_ray(positions, volume.bricks_per_voxel), positions);
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
    let own = leave_inactive(brick_distances, vec3f(0.0), vec3f(textureDimensions(brick_distances)), bricks.first, k);
    var is_active = own < 0.0;
    stop = min(end, abs(own));
    for (var n = 0u; n < fused.count; n += 1u) {
      let corner = vec3f(0.0, 0.0, fused.volumes[n].first_brick);
      let leave = leave_inactive(fused_distances, corner, fused.volumes[n].bricks, ray_in(n, bricks.positions), k);
      is_active = is_active || leave < 0.0;
      stop = min(stop, abs(leave));
    }
    if is_active {
      break;
    }
    k = stop;
  }
  return vec2f(k, stop);
}

// The next sample of which that has to be asked again; negative in active bricks. Beside a volume nothing is active.
@if(skip)
fn leave_inactive(distances: texture_3d<i32>, corner: vec3f, size: vec3f, bricks: BrickRay, k: f32) -> f32 {
  let brick = floor(bricks.first + k * bricks.stride);
  let nearest = clamp(brick, vec3f(0.0), size - 1.0);
  let beyond = max(max(abs(brick - nearest).x, abs(brick - nearest).y), abs(brick - nearest).z);
  // Rounding may put the first and the last sample of a volume a little beside it.
  if beyond > 1.0 {
    return leave_bricks(bricks, k, brick, beyond - 2.0);
  }
  let distance = textureLoad(distances, vec3i(corner + nearest), 0).x;
  let leave = leave_bricks(bricks, k, brick, select(f32(abs(distance) - 1), 0.0, beyond > 0.0));
  return select(leave, -leave, distance <= 0);
}
