// One level of the pyramid of dipoles: each is what FACTOR of the level before amount to.

import package::bvh::box::{Box, is_empty};
import package::bvh::queries::sign::dipole::{Dipole, farthest_corner, root_units};
import package::bvh::build::merge_boxes::PyramidLevel;
import package::bvh::box_pyramid::FACTOR;
import package::bvh::tree::nodes;

@group(0) @binding(0) var<uniform> level: PyramidLevel;
@group(0) @binding(1) var<storage, read> boxes: array<Box>;
@group(0) @binding(2) var<storage, read_write> dipoles: array<Dipole>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let units = root_units(nodes[0]);
  let merged = (level.source_boxes + FACTOR - 1u) / FACTOR;
  for (var i = id.x; i < merged; i += groups.x * width) {
    let box = boxes[level.target_start + i];
    let middle = select(0.5 * box.low + 0.5 * box.high, vec3f(0.0), is_empty(box));
    var normal = vec3f(0.0);
    var area = 0.0;
    var offset = vec3f(0.0);
    for (var k = FACTOR * i; k < min(FACTOR * (i + 1u), level.source_boxes); k += 1u) {
      let part = dipoles[level.source + k];
      normal += part.normal;
      area += part.area;
      offset += part.area * ((part.center - middle) * units);
    }
    let center = middle + select(vec3f(0.0), offset / area / units, area > 0.0);
    dipoles[level.target_start + i] = Dipole(center, farthest_corner(box, center, units), normal, area);
  }
}
