// Normals where labels end: of the surface around all voxels that look alike, smoothed over the voxels around.

import package::cast::volume::labels::mask::{label_position, last_label, load_share};
import package::cast::volume::volume_frame::volume;

struct LabelEdge {
  // World direction of length 1; anything where the weight is 0.
  normal: vec3f,
  // Weight from 0 inside of the style's region to 1 at its surface.
  weight: f32,
}

// Same as in src/reference/volume/shading/label-edge.ts.
const EDGE_RADIUS = 1.5;
const EDGE_GAIN = 4.0;

// The edge at a position that runs from 0 to 1 over the volume, of which the style is known.
fn label_edge(position: vec3f, style: u32) -> LabelEdge {
  let center = label_position(position);
  let last = last_label();
  var slope = vec3f(0.0);
  // A loop over the eight voxels about each of six positions: written out, it takes SwiftShader minutes to compile.
  for (var n = 0u; n < 48u; n += 1u) {
    let axis = vec3u(n / 16u) == vec3u(0u, 1u, 2u);
    let side = select(-EDGE_RADIUS, EDGE_RADIUS, (n & 8u) != 0u);
    let corner = vec3f(vec3u(n, n >> 1u, n >> 2u) & vec3u(1u));
    let beside = center + select(vec3f(0.0), vec3f(side), axis);
    let low = floor(beside);
    let weights = mix(1.0 - (beside - low), beside - low, corner);
    let voxel = vec3i(clamp(low + corner, volume.label_low, volume.label_high));
    let is_inside = all(voxel >= vec3i(0)) && all(voxel <= last);
    if is_inside {
      let share = load_share(clamp(voxel, vec3i(0), last), style);
      slope += select(vec3f(0.0), vec3f(0.5 * share * sign(side) * weights.x * weights.y * weights.z), axis);
    }
  }
  // Maps the labels' index space to the volume's, and to the world.
  let in_volume = vec3f(dot(slope, volume.label_x), dot(slope, volume.label_y), dot(slope, volume.label_z));
  // Labels have no unit.
  let gradient = (in_volume.x * volume.gradient_x + in_volume.y * volume.gradient_y + in_volume.z * volume.gradient_z) * volume.gradient_unit;
  return LabelEdge(gradient / max(length(gradient), 1e-30), min(EDGE_GAIN * length(slope), 1.0));
}
