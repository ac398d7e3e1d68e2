// Follows ambient light through the grid of optical depths: the share of all directions that reaches each cell.

import package::cast::light::light_cells::{cell_at, cell_count, cell_position, light_cells};
import package::cast::light::lights::chord_of;
import package::cast::light::through_depths::{share_along, shares};

const MAX_DIRECTIONS = 256;

// The way of a cell's length in each direction that ambient light comes from, in positions.
@group(0) @binding(45) var<uniform> ambient_ways: array<vec4f, MAX_DIRECTIONS>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < cell_count(); index += groups.x * width) {
    let cell = cell_at(index);
    textureStore(shares, cell, vec4f(open_share_at(cell_position(cell)), 0.0, 0.0, 0.0));
  }
}

fn open_share_at(position: vec3f) -> f32 {
  var sum = 0.0;
  for (var n = 0u; n < light_cells.directions; n += 1u) {
    let way = ambient_ways[n].xyz;
    sum += share_along(position, way, min(chord_of(position, way).y, light_cells.reach), light_cells.stride);
  }
  return sum / f32(light_cells.directions);
}
