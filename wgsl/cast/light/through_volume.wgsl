// The light that comes through a volume, looked up in the grid that it was followed in.

import package::cast::light::lights::{chord_of, scene_lights};

@group(0) @binding(30) var light_sampler: sampler;
// Shares of the lights that come through the volume, and past opaque meshes.
@group(0) @binding(31) var transmittances: texture_3d<f32>;
@group(0) @binding(32) var mesh_shadows: texture_3d<f32>;
// Share of all directions that ambient light comes from.
@group(0) @binding(33) var open_shares: texture_3d<f32>;

// The shares of the lights that arrive at a place of the volume; positions run from 0 to 1.
fn arriving_at(position: vec3f) -> vec4f {
  var arriving = vec4f(1.0);
  @if(light_grid) for (var n = 0u; n < scene_lights.count; n += 1u) {
    arriving[n] = share_through(position, n);
  }
  @if(mesh_light_grid) arriving *= textureSampleLevel(mesh_shadows, light_sampler, position, 0.0);
  return arriving;
}

// The shares that arrive at a place anywhere, on which meshes cast shadows of their own.
@if(light_grid)
fn arriving_through(position: vec3f) -> vec4f {
  var arriving = vec4f(1.0);
  for (var n = 0u; n < scene_lights.count; n += 1u) {
    arriving[n] = share_through(position, n);
  }
  return arriving;
}
@else
fn arriving_through(position: vec3f) -> vec4f {
  return vec4f(1.0);
}

// Light arrives as where its way enters the volume.
fn share_through(position: vec3f, light: u32) -> f32 {
  let way = scene_lights.lights[light].way;
  let chord = chord_of(position, way);
  if chord.x >= chord.y || all(way == vec3f(0.0)) {
    return 1.0;
  }
  let share = textureSampleLevel(transmittances, light_sampler, position + chord.x * way, 0.0)[light];
  // Light that enters near an edge has a short way in the box; that of the nearest cell is longer.
  return pow(max(share, 1e-6), min(chord.y - chord.x, 1.0));
}

// The share of ambient light at a place: a surface faces half of the directions.
@if(open_grid)
fn openness_at(position: vec3f) -> f32 {
  if any(position < vec3f(0.0)) || any(position > vec3f(1.0)) {
    return 1.0;
  }
  return min(2.0 * textureSampleLevel(open_shares, light_sampler, position, 0.0).x, 1.0);
}
@else
fn openness_at(position: vec3f) -> f32 {
  return 1.0;
}
