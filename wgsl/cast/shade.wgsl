// Blinn–Phong on the data's gradient; both sides of a surface are lit alike.

import package::cast::frame::frame;

fn shade(color: vec3f, gradient: vec3f, place: vec2f) -> vec3f {
  let magnitude = length(gradient);
  let normal = gradient / max(magnitude, 1e-30);
  let to_eye = -normalize(frame.world_forward + place.x * frame.world_right + place.y * frame.world_up);
  let to_light = select(frame.light, to_eye, all(frame.light == vec3f(0.0)));
  let between = to_light + to_eye;
  let between_length = length(between);
  // At least a trifle: WGSL promises nothing of 0 to the power of 0.
  let highlight = pow(max(abs(dot(normal, between)) / max(between_length, 1e-20), 1e-20), frame.shininess);
  let lit = color * (frame.ambient + frame.diffuse * abs(dot(normal, to_light)))
    + frame.specular * select(0.0, highlight, between_length > 1e-6);
  let strength = min(magnitude * frame.shading_gain, 1.0);
  return mix(min(color * frame.ambient, vec3f(1.0)), min(lit, vec3f(1.0)), strength);
}
