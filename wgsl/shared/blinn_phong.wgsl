// How light makes a surface look: J. Blinn, "Models of light reflection for computer synthesized pictures", 1977.

struct Lighting {
  // Share of the colour that is visible without light, and share in proportion to |normal · light|.
  ambient: f32,
  diffuse: f32,
  // White that is added in proportion to |normal · half|^shininess.
  specular: f32,
  shininess: f32,
}

// How much of the specular reflection there is.
fn highlight(lighting: Lighting, normal: vec3f, to_eye: vec3f, to_light: vec3f) -> f32 {
  let between = to_light + to_eye;
  let between_length = length(between);
  // Light from straight behind has no half vector, and WGSL does not define 0 to the power of 0.
  let facing = max(abs(dot(normal, between)) / max(between_length, 1e-20), 1e-20);
  return select(0.0, pow(facing, lighting.shininess), between_length > 1e-6);
}

// Both sides of the surface are lit alike; all directions have length 1.
fn light_surface(lighting: Lighting, color: vec3f, normal: vec3f, to_eye: vec3f, to_light: vec3f) -> vec3f {
  let lit = color * (lighting.ambient + lighting.diffuse * abs(dot(normal, to_light))) + lighting.specular * highlight(lighting, normal, to_eye, to_light);
  return clamp(lit, vec3f(0.0), vec3f(1.0));
}

// The light that one light adds to the ambient light, not clamped.
fn reflected_light(lighting: Lighting, color: vec3f, normal: vec3f, to_eye: vec3f, to_light: vec3f) -> vec3f {
  return reflected_with_shine(lighting, color, vec3f(lighting.specular), normal, to_eye, to_light);
}

// Its highlights have a colour.
fn reflected_with_shine(lighting: Lighting, color: vec3f, shine: vec3f, normal: vec3f, to_eye: vec3f, to_light: vec3f) -> vec3f {
  return color * (lighting.diffuse * abs(dot(normal, to_light))) + shine * highlight(lighting, normal, to_eye, to_light);
}
