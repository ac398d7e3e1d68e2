// Follows light through the grid of optical depths: the share of each light that reaches each cell.

import package::cast::light::light_cells::{cell_at, cell_count, cell_position};
import package::cast::light::lights::{chord_of, scene_lights};
import package::cast::light::through_depths::{share_along, shares};

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < cell_count(); index += groups.x * width) {
    let cell = cell_at(index);
    textureStore(shares, cell, shares_at(cell_position(cell)));
  }
}

fn shares_at(position: vec3f) -> vec4f {
  var found = vec4f(1.0);
  for (var n = 0u; n < scene_lights.count; n += 1u) {
    let way = scene_lights.lights[n].way;
    if any(way != vec3f(0.0)) {
      found[n] = share_along(position, way, chord_of(position, way).y, 1.0);
    }
  }
  return found;
}
