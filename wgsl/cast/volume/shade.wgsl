// Lights the data's gradient as a surface.

import package::cast::light::lights::{lifted, light_sample};
import package::cast::light::through_volume::{arriving_at, openness_at};
import package::cast::volume::cut_face::cut_face;
import package::cast::volume::labels::label_edge::label_edge;
import package::cast::volume::volume_frame::volume;
import package::shared::blinn_phong::{Lighting, light_surface};

// Samples are lit.
@if(shade) const LIGHTS_SAMPLES = true;
@else const LIGHTS_SAMPLES = false;

// The light on the samples of a ray.
struct RayLight {
  lighting: Lighting,
  // Gradients from 1 over this on are shaded in full.
  gain: f32,
  to_eye: vec3f,
  // Towards the only light, where there is no list.
  to_light: vec3f,
}

fn ray_light(pixel: vec2f) -> RayLight {
  return ray_light_as(Lighting(volume.ambient, volume.diffuse, volume.specular, volume.shininess), volume.shading_gain, pixel);
}

// The light of any lighting and gain of gradients.
fn ray_light_as(lighting: Lighting, gain: f32, pixel: vec2f) -> RayLight {
  let to_eye = -normalize(volume.world_forward + pixel.x * volume.world_right + pixel.y * volume.world_up);
  return RayLight(lighting, gain, to_eye, select(volume.light, to_eye, all(volume.light == vec3f(0.0))));
}

// Lights a sample at a position that runs from 0 to 1 over the volume.
fn shade(color: vec3f, gradient: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  return shade_by(ray_light(pixel), color, gradient, position);
}

fn shade_as(full: Lighting, gain: f32, color: vec3f, gradient: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  return shade_by(ray_light_as(full, gain, pixel), color, gradient, position);
}

// Lit by a list.
@if(lights)
fn shade_by(light: RayLight, color: vec3f, gradient: vec3f, position: vec3f) -> vec3f {
  let full = light.lighting;
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let strength = min(magnitude * light.gain, 1.0);
  let place = lifted(position, strength * select(normal, -normal, dot(normal, light.to_eye) < 0.0));
  let lighting = Lighting(full.ambient * openness_at(place), full.diffuse, full.specular, full.shininess);
  let lit = light_sample(lighting, color, normal, light.to_eye, arriving_at(place));
  return mix(min(color * lighting.ambient, vec3f(1.0)), lit, strength);
}
// Lit by the only light.
@else
fn shade_by(light: RayLight, color: vec3f, gradient: vec3f, position: vec3f) -> vec3f {
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let strength = min(magnitude * light.gain, 1.0);
  let lit = light_surface(light.lighting, color, normal, light.to_eye, light.to_light);
  return mix(min(color * light.lighting.ambient, vec3f(1.0)), lit, strength);
}

// The surface of the sample's label is lit where that ends, whatever values do there.
@if(mask)
fn shade_labeled(light: RayLight, color: vec3f, gradient: vec3f, position: vec3f, style: u32) -> vec3f {
  let edge = label_edge(position, style);
  let lit = shade_by(light, color, gradient, position);
  return mix(lit, shade_by(light, color, edge.normal / volume.shading_gain, position), edge.weight);
}
@else
fn shade_labeled(light: RayLight, color: vec3f, gradient: vec3f, position: vec3f, style: u32) -> vec3f {
  return shade_by(light, color, gradient, position);
}

// A sample that is lit as said, or as a part of the face that a cut leaves shortly before it.
@if(clip)
fn shade_cut(lit: vec3f, full: Lighting, gain: f32, color: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  let face = cut_face(position, pixel);
  if face.weight <= 0.0 {
    return lit;
  }
  return mix(lit, shade_as(full, gain, color, face.normal / gain, position, pixel), face.weight);
}
@else
fn shade_cut(lit: vec3f, full: Lighting, gain: f32, color: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  return lit;
}

// A sample of a cut, by the volume's own lighting.
fn shade_own_cut(lit: vec3f, color: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  let lighting = Lighting(volume.ambient, volume.diffuse, volume.specular, volume.shininess);
  return shade_cut(lit, lighting, volume.shading_gain, color, position, pixel);
}
