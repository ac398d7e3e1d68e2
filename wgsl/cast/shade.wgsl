// Lights the data's gradient as a surface.

import package::cast::frame::frame;
import package::shared::blinn_phong::{Lighting, light_surface};

fn shade(color: vec3f, gradient: vec3f, place: vec2f) -> vec3f {
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let to_eye = -normalize(frame.world_forward + place.x * frame.world_right + place.y * frame.world_up);
  let to_light = select(frame.light, to_eye, all(frame.light == vec3f(0.0)));
  let lighting = Lighting(frame.ambient, frame.diffuse, frame.specular, frame.shininess);
  let lit = light_surface(lighting, color, normal, to_eye, to_light);
  let strength = min(magnitude * frame.shading_gain, 1.0);
  return mix(min(color * frame.ambient, vec3f(1.0)), lit, strength);
}
