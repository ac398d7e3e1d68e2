// Finds how dense each cell of the light's grid is: the mean optical depth of a cell's length, over places in the cell.

import package::cast::light::light_cells::{cell_at, cell_count, light_cells};
import package::cast::volume::density::density_at;

@group(0) @binding(41) var optical_depths: texture_storage_3d<rgba16float, write>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < cell_count(); index += groups.x * width) {
    let cell = cell_at(index);
    textureStore(optical_depths, cell, vec4f(mean_depth(cell), 0.0, 0.0, 0.0));
  }
}

fn mean_depth(cell: vec3u) -> f32 {
  let samples = light_cells.samples;
  var sum = 0.0;
  for (var z = 0u; z < samples.z; z += 1u) {
    for (var y = 0u; y < samples.y; y += 1u) {
      for (var x = 0u; x < samples.x; x += 1u) {
        let within = (vec3f(vec3u(x, y, z)) + 0.5) / vec3f(samples);
        let position = (vec3f(cell) + within) / vec3f(light_cells.size);
        sum += density_at(fma(position, light_cells.density_scale, light_cells.density_offset)).extinction;
      }
    }
  }
  return light_cells.depth_of_cell * sum / f32(samples.x * samples.y * samples.z);
}
