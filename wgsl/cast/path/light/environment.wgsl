// The light around a scene, which paths that leave it see. `formulaLight` of src/transfer/light/environment.ts has the same.

import package::cast::path::path_frame::frame;

const ENVIRONMENT_WHITE = 0u;
const ENVIRONMENT_STUDIO = 1u;
const ENVIRONMENT_DIM = 2u;

fn environment(direction: vec3f) -> vec3f {
  if frame.environment == ENVIRONMENT_WHITE {
    return vec3f(1.0);
  }
  if frame.environment == ENVIRONMENT_DIM {
    return vec3f(0.1);
  }
  let x = dot(direction, frame.camera_right);
  let y = dot(direction, frame.camera_up);
  let z = dot(direction, frame.camera_back);
  // A warm lamp at the upper left, a cool one at the right, and a sky that is bright above.
  let key = max(0.0, dot(vec3f(x, y, z), vec3f(-0.49153, 0.65538, 0.57346)));
  let rim = max(0.0, dot(vec3f(x, y, z), vec3f(0.90268, 0.15045, -0.40321)));
  let sky = mix(vec3f(0.45, 0.44, 0.43), vec3f(0.72, 0.76, 0.82), 0.5 + 0.5 * y);
  let lamp = pow(max(key, 1e-6), 6.0);
  let edge = pow(max(rim, 1e-6), 8.0);
  return sky + 2.6 * lamp * vec3f(1.0, 0.93, 0.82) + 1.2 * edge * vec3f(0.75, 0.86, 1.0);
}
