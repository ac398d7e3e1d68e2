// Exposure, tone curves, and the encoding of light that is shown, as colours from 0 to 1. src/transfer/light/tone.ts has the same.

import package::cast::path::path_frame::frame;

const KNEE = 0.8;
// Numbers of tone curves, as src/transfer/light/tone.ts lists them.
const TONE_SOFT = 0u;
const TONE_FILMIC = 2u;

// A colour, multiplied by its opacity, and its opacity.
fn toned(color: vec4f) -> vec4f {
  let opacity = max(color.w, 1e-6);
  let light = frame.exposure * color.rgb;
  if frame.tone == TONE_FILMIC { return vec4f(opacity * encoded(filmic(light / opacity)), color.w); }
  let largest = max(light.x, max(light.y, light.z)) / opacity;
  let factor = select(1.0, soft(largest) / largest, frame.tone == TONE_SOFT && largest > KNEE);
  if frame.is_linear == 0u { return vec4f(light * factor, color.w); }
  return vec4f(opacity * encoded(light * factor / opacity), color.w);
}

fn soft(largest: f32) -> f32 {
  return 1.0 - (1.0 - KNEE) * exp((KNEE - largest) / (1.0 - KNEE));
}

fn filmic(light: vec3f) -> vec3f {
  return clamp(light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

fn encoded(light: vec3f) -> vec3f {
  if frame.is_linear == 0u { return light; }
  return select(1.055 * pow(light, vec3f(1.0 / 2.4)) - 0.055, 12.92 * light, light <= vec3f(0.0031308));
}
