// Carries distances to the nearest active and to the nearest inactive brick along one axis; after all three they are
// Chebyshev distances: A. Deakin and M. Knackstedt, "Efficient ray casting of volumetric images using distance maps for
// empty space skipping", 2020.

import package::cast::bricks::order::{DISTANCE_BITS, LOOKUP_PARTS};
import package::cast::bricks::rule::{brick_at, brick_count, rule};

@group(0) @binding(1) var<storage, read> before: array<u32>;
@group(0) @binding(2) var<storage, read_write> after: array<u32>;
// Chebyshev distance from each brick to the nearest one of the other kind, in bricks; negative for active bricks. The last axis has it.
@group(0) @binding(3) var distances: texture_storage_3d<r32sint, write>;
// The weights of `skipping_pays` of wgsl/cast/volume/skip.wgsl: lookups in the map that bricks cost a ray, in parts, and how
// many bricks are inactive. Added up by each invocation, so that few wait for each other.
@group(0) @binding(4) var<storage, read_write> gain: BrickGain;
// 0, 1 and then 2.
@group(0) @binding(5) var<uniform> axis: u32;

struct BrickGain {
  lookups: atomic<u32>,
  inactive: atomic<u32>,
}

const LAST_AXIS = 2u;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let size = rule.bricks[axis];
  let stride = vec3u(1u, rule.bricks.x, rule.bricks.x * rule.bricks.y)[axis];
  var lookups = 0u;
  var inactive = 0u;
  for (var index = id.x; index < brick_count(); index += groups.x * width) {
    let position = u32(brick_at(index)[axis]);
    var nearest = unpack(before[index]);
    for (var away = 1u; away < max(nearest.x, nearest.y); away += 1u) {
      if away <= position {
        nearest = min(nearest, max(unpack(before[index - away * stride]), vec2u(away)));
      }
      if position + away < size {
        nearest = min(nearest, max(unpack(before[index + away * stride]), vec2u(away)));
      }
      if away > position && position + away >= size {
        break;
      }
    }
    if axis < LAST_AXIS {
      after[index] = nearest.x | (nearest.y << DISTANCE_BITS);
      continue;
    }
    textureStore(distances, brick_at(index), vec4i(select(i32(nearest.x), -i32(nearest.y), nearest.x == 0u), 0, 0, 0));
    // A lookup at a brick leads as many bricks on as the distance that is found.
    lookups += LOOKUP_PARTS / max(nearest.x, nearest.y);
    inactive += select(0u, 1u, nearest.x > 0u);
  }
  if axis == LAST_AXIS {
    atomicAdd(&gain.lookups, lookups);
    atomicAdd(&gain.inactive, inactive);
  }
}

fn unpack(distances: u32) -> vec2u {
  return vec2u(distances & ((1u << DISTANCE_BITS) - 1u), distances >> DISTANCE_BITS);
}
