// One level of the pyramid of boxes: each is the union of FACTOR of the level before.

import package::bvh::box::{Box, empty_box, unite};
import package::bvh::box_pyramid::FACTOR;

struct PyramidLevel {
  // The start of the level before, its boxes, and the start of this level.
  source: u32,
  source_boxes: u32,
  target_start: u32,
}

@group(0) @binding(0) var<uniform> level: PyramidLevel;
@group(0) @binding(1) var<storage, read_write> boxes: array<Box>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let merged = (level.source_boxes + FACTOR - 1u) / FACTOR;
  for (var i = id.x; i < merged; i += groups.x * width) {
    var box = empty_box();
    for (var k = FACTOR * i; k < min(FACTOR * (i + 1u), level.source_boxes); k += 1u) {
      box = unite(box, boxes[level.source + k]);
    }
    boxes[level.target_start + i] = box;
  }
}
