// The rule that makes a brick active; src/cast/bricks/distances.ts writes it.

import package::cast::bricks::order::{brick_of_index, count_of_bricks};

struct BrickRule {
  // Bricks along each axis.
  bricks: vec3u,
  // Isosurfaces, and their texels.
  iso_count: u32,
  isos: array<vec4f, 2>,
  // The place of a texel in the transfer table, and the texels that are not wholly transparent: as in VolumeFrame.
  table_low: f32,
  table_scale: f32,
  table_cells: u32,
  visible_low: f32,
  visible_high: f32,
}

@group(0) @binding(0) var<uniform> rule: BrickRule;

fn brick_at(index: u32) -> vec3i {
  return vec3i(brick_of_index(index, rule.bricks));
}

fn brick_count() -> u32 {
  return count_of_bricks(rule.bricks);
}
