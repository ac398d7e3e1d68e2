// Lights the data's gradient as a surface.

@if(mask) import package::cast::volume::label_edge::label_edge;
import package::cast::volume::volume_frame::volume;
import package::shared::blinn_phong::{Lighting, light_surface};

fn shade(color: vec3f, gradient: vec3f, pixel: vec2f) -> vec3f {
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let to_eye = -normalize(volume.world_forward + pixel.x * volume.world_right + pixel.y * volume.world_up);
  let to_light = select(volume.light, to_eye, all(volume.light == vec3f(0.0)));
  let lighting = Lighting(volume.ambient, volume.diffuse, volume.specular, volume.shininess);
  let lit = light_surface(lighting, color, normal, to_eye, to_light);
  let strength = min(magnitude * volume.shading_gain, 1.0);
  return mix(min(color * volume.ambient, vec3f(1.0)), lit, strength);
}

// Where the sample's label ends, its surface is lit, whatever values do there.
@if(mask)
fn shade_labeled(color: vec3f, gradient: vec3f, position: vec3f, style: u32, pixel: vec2f) -> vec3f {
  let edge = label_edge(position, style);
  let lit = shade(color, gradient, pixel);
  return mix(lit, shade(color, edge.normal / volume.shading_gain, pixel), edge.weight);
}
