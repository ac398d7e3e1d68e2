// Lights the data's gradient as a surface.

import package::cast::light::lights::{lifted, light_sample};
import package::cast::light::through_volume::{arriving_at, openness_at};
import package::cast::volume::cut_face::cut_face;
import package::cast::volume::label_edge::label_edge;
import package::cast::volume::volume_frame::volume;
import package::shared::blinn_phong::{Lighting, light_surface};

// The light on the samples of a ray.
struct RayLight {
  lighting: Lighting,
  // Gradients from 1 over this on are shaded in full.
  gain: f32,
  to_eye: vec3f,
  @if(!lights) to_light: vec3f,
}

fn ray_light(pixel: vec2f) -> RayLight {
  return ray_light_as(Lighting(volume.ambient, volume.diffuse, volume.specular, volume.shininess), volume.shading_gain, pixel);
}

// The light of any lighting and gain of gradients.
fn ray_light_as(lighting: Lighting, gain: f32, pixel: vec2f) -> RayLight {
  let to_eye = -normalize(volume.world_forward + pixel.x * volume.world_right + pixel.y * volume.world_up);
  @if(lights) return RayLight(lighting, gain, to_eye);
  @else return RayLight(lighting, gain, to_eye, select(volume.light, to_eye, all(volume.light == vec3f(0.0))));
}

// Lights a sample at a position that runs from 0 to 1 over the volume.
fn shade(color: vec3f, gradient: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  return shade_by(ray_light(pixel), color, gradient, position);
}

fn shade_as(full: Lighting, gain: f32, color: vec3f, gradient: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  return shade_by(ray_light_as(full, gain, pixel), color, gradient, position);
}

fn shade_by(light: RayLight, color: vec3f, gradient: vec3f, position: vec3f) -> vec3f {
  let full = light.lighting;
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let strength = min(magnitude * light.gain, 1.0);
  @if(!lights) let lighting = full;
  @if(!lights) let lit = light_surface(full, color, normal, light.to_eye, light.to_light);
  @else let place = lifted(position, strength * select(normal, -normal, dot(normal, light.to_eye) < 0.0));
  @if(open_grid) let openness = openness_at(place);
  @if(lights && !open_grid) let openness = 1.0;
  @if(lights) let lighting = Lighting(full.ambient * openness, full.diffuse, full.specular, full.shininess);
  @if(light_grid || mesh_light_grid) let arriving = arriving_at(place);
  @if(lights && !light_grid && !mesh_light_grid) let arriving = vec4f(1.0);
  @if(lights) let lit = light_sample(lighting, color, normal, light.to_eye, arriving);
  return mix(min(color * lighting.ambient, vec3f(1.0)), lit, strength);
}

// The surface of the sample's label is lit where that ends, whatever values do there.
fn shade_labeled(color: vec3f, gradient: vec3f, position: vec3f, style: u32, pixel: vec2f) -> vec3f {
  let edge = label_edge(position, style);
  let lit = shade(color, gradient, position, pixel);
  return mix(lit, shade(color, edge.normal / volume.shading_gain, position, pixel), edge.weight);
}

// A sample that is lit as said, or as a part of the face that a cut leaves shortly before it.
fn shade_cut(lit: vec3f, full: Lighting, gain: f32, color: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  let face = cut_face(position, pixel);
  if face.weight <= 0.0 {
    return lit;
  }
  return mix(lit, shade_as(full, gain, color, face.normal / gain, position, pixel), face.weight);
}

// A sample of a cut, by the volume's own lighting.
fn shade_own_cut(lit: vec3f, color: vec3f, position: vec3f, pixel: vec2f) -> vec3f {
  let lighting = Lighting(volume.ambient, volume.diffuse, volume.specular, volume.shininess);
  return shade_cut(lit, lighting, volume.shading_gain, color, position, pixel);
}
