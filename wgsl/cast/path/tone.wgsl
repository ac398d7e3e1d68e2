// Exposure and the tone curve `soft`, before light is written as colours from 0 to 1. src/transfer/light/tone.ts has the same.

import package::cast::path::path_frame::frame;

const KNEE = 0.8;

// A colour, multiplied by its opacity, and its opacity.
fn toned(color: vec4f) -> vec4f {
  let light = frame.exposure * color.rgb;
  let largest = max(light.x, max(light.y, light.z)) / max(color.w, 1e-6);
  if frame.is_soft == 0u || largest <= KNEE {
    return vec4f(light, color.w);
  }
  return vec4f(light * ((1.0 - (1.0 - KNEE) * exp((KNEE - largest) / (1.0 - KNEE))) / largest), color.w);
}
