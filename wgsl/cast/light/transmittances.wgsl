// Follows light through the grid of optical depths: the share of each light that comes to each cell, or the share of all
// directions that ambient light comes from.

import package::cast::light::light_cells::{cell_at, cell_count, cell_position, light_cells};
import package::cast::light::lights::{chord_of, scene_lights};

@group(0) @binding(42) var depths: texture_3d<f32>;
@group(0) @binding(43) var depth_sampler: sampler;
@group(0) @binding(44) var shares: texture_storage_3d<rgba16float, write>;
// The way of a cell's length in each direction that ambient light comes from, in positions.
@if(ambient) @group(0) @binding(45) var<uniform> ambient_ways: array<vec4f, MAX_DIRECTIONS>;

@if(ambient) const MAX_DIRECTIONS = 256;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < cell_count(); index += groups.x * width) {
    let cell = cell_at(index);
    textureStore(shares, cell, shares_at(cell_position(cell)));
  }
}

@if(!ambient)
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
@else
fn shares_at(position: vec3f) -> vec4f {
  var sum = 0.0;
  for (var n = 0u; n < light_cells.directions; n += 1u) {
    let way = ambient_ways[n].xyz;
    sum += share_along(position, way, min(chord_of(position, way).y, light_cells.reach), light_cells.stride);
  }
  return vec4f(sum / f32(light_cells.directions), 0.0, 0.0, 0.0);
}

// An optical depth beyond which a 16-bit float has no less light.
const DARK = 17.0;

// The share of light along a number of cells; the last step counts as far as it goes.
fn share_along(position: vec3f, way: vec3f, end: f32, stride: f32) -> f32 {
  var depth = 0.0;
  for (var start = 0.0; start < end && depth < DARK; start += stride) {
    let place = position + (start + 0.5 * stride) * way;
    depth += min(stride, end - start) * textureSampleLevel(depths, depth_sampler, place, 0.0).x;
  }
  return exp(-depth);
}
