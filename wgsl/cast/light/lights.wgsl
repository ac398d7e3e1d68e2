// The lights of a scene that has several, or a volume in their way; src/cast/light/uniforms.ts writes them.

import package::shared::blinn_phong::{Lighting, reflected_light, reflected_with_shine};

struct SceneLight {
  // World direction towards it; zero for a light at the eye.
  direction: vec3f,
  // Its colours for the volume and for meshes, which may be lit apart.
  on_volume: vec3f,
  on_meshes: vec3f,
  // Its direction in positions, which run from 0 to 1 over the volume: a cell's length of the way to the light.
  way: vec3f,
}

struct SceneLights {
  lights: array<SceneLight, MAX_LIGHTS>,
  // Columns of the map from world directions to changes of position, as far as light is looked up off a surface.
  lift_x: vec3f,
  count: u32,
  lift_y: vec3f,
  // The light that bins find the shadows of.
  in_bins: u32,
  lift_z: vec3f,
  // Columns of the affine map to positions from where hits are: the tree's space if they are traced, or the camera's view.
  place_x: vec3f,
  place_y: vec3f,
  place_z: vec3f,
  place_origin: vec3f,
}

const MAX_LIGHTS = 4;

@group(0) @binding(29) var<uniform> scene_lights: SceneLights;

fn direction_towards(light: SceneLight, to_eye: vec3f) -> vec3f {
  return select(light.direction, to_eye, all(light.direction == vec3f(0.0)));
}

// A position off a surface, so far that the surface is not in its own shadow.
fn lifted(position: vec3f, outward: vec3f) -> vec3f {
  return position + outward.x * scene_lights.lift_x + outward.y * scene_lights.lift_y + outward.z * scene_lights.lift_z;
}

// A position of a hit.
fn place_of(hit: vec3f) -> vec3f {
  return scene_lights.place_origin + hit.x * scene_lights.place_x + hit.y * scene_lights.place_y + hit.z * scene_lights.place_z;
}

// The part of a line from `position` on along `way` that is in the volume's box, in lengths of `way`; empty unless x < y.
fn chord_of(position: vec3f, way: vec3f) -> vec2f {
  let inverse = 1.0 / select(way, vec3f(1e-20), abs(way) < vec3f(1e-20));
  let a = -position * inverse;
  let b = (1.0 - position) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  return vec2f(max(max(near.x, near.y), max(near.z, 0.0)), min(far.x, min(far.y, far.z)));
}

// Colour in the lights on a surface, of each of which a share arrives; `shine` is the colour of its highlights.
fn light_mesh(lighting: Lighting, color: vec3f, shine: vec3f, normal: vec3f, to_eye: vec3f, arriving: vec4f) -> vec3f {
  var lit = lighting.ambient * color;
  for (var n = 0u; n < scene_lights.count; n += 1u) {
    let light = scene_lights.lights[n];
    lit += arriving[n] * light.on_meshes * reflected_with_shine(lighting, color, shine, normal, to_eye, direction_towards(light, to_eye));
  }
  return lit;
}

fn light_sample(lighting: Lighting, color: vec3f, normal: vec3f, to_eye: vec3f, arriving: vec4f) -> vec3f {
  var lit = lighting.ambient * color;
  for (var n = 0u; n < scene_lights.count; n += 1u) {
    let light = scene_lights.lights[n];
    lit += arriving[n] * light.on_volume * reflected_light(lighting, color, normal, to_eye, direction_towards(light, to_eye));
  }
  return clamp(lit, vec3f(0.0), vec3f(1.0));
}
