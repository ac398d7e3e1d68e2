// Puts what rays have gathered over what lies behind.

// `color` is multiplied by the opacity. The result has straight alpha if the background's own opacity, its w, is 0.
fn over_background(color: vec3f, opacity: f32, background: vec4f) -> vec4f {
  if background.w == 0.0 {
    return vec4f(select(vec3f(0.0), color / max(opacity, 1e-20), opacity > 0.0), opacity);
  }
  return vec4f(color + (1.0 - opacity) * background.rgb, 1.0);
}
