// Finds the bricks of which a mask lets anything through.

import package::cast::bricks::order::{brick_of_index, count_of_bricks};

struct MaskRule {
  // Bricks along each axis.
  bricks: vec3u,
  // Affine map from the volume's index space to that of the labels.
  label_x: vec3f,
  label_y: vec3f,
  label_z: vec3f,
  label_origin: vec3f,
}

@group(0) @binding(0) var<uniform> rule: MaskRule;
// Each voxel's place among the styles; 0 is hidden.
@group(0) @binding(1) var labels: texture_3d<u32>;
// A word a brick.
@group(0) @binding(2) var<storage, read_write> shown: array<u32>;

override width = 64u;
override brick_side = 8u;

// Voxels around a brick that samples counted to it may lie in, and what rounding may take.
const REACH = 0.51;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < count_of_bricks(rule.bricks); index += groups.x * width) {
    shown[index] = select(0u, 1u, shows_any(brick_of_index(index, rule.bricks)));
  }
}

fn shows_any(brick: vec3u) -> bool {
  let half_side = 0.5 * f32(brick_side) + REACH;
  let center = (vec3f(brick) + 0.5) * f32(brick_side) - 0.5;
  // The box of labels around the brick, which may lie askew among them.
  let middle = center.x * rule.label_x + center.y * rule.label_y + center.z * rule.label_z + rule.label_origin;
  let extent = half_side * (abs(rule.label_x) + abs(rule.label_y) + abs(rule.label_z));
  let last = vec3f(textureDimensions(labels)) - 1.0;
  let low = vec3i(clamp(floor(middle - extent), vec3f(0.0), last));
  let high = vec3i(clamp(ceil(middle + extent) + 1.0, vec3f(0.0), last));
  for (var z = low.z; z <= high.z; z += 1) {
    for (var y = low.y; y <= high.y; y += 1) {
      for (var x = low.x; x <= high.x; x += 1) {
        if textureLoad(labels, vec3i(x, y, z), 0).x != 0u {
          return true;
        }
      }
    }
  }
  return false;
}
