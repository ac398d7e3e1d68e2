// Propagates light through the grid of optical depths, from cell to cell.

@group(0) @binding(42) var depths: texture_3d<f32>;
@group(0) @binding(43) var depth_sampler: sampler;
@group(0) @binding(44) var shares: texture_storage_3d<rgba16float, write>;

// An optical depth beyond which a 16-bit float has no less light.
const DARK = 17.0;

// The share of light along a number of cells; the last step counts as far as it goes.
fn share_along(position: vec3f, way: vec3f, end: f32, stride: f32) -> f32 {
  var depth = 0.0;
  for (var start = 0.0; start < end && depth < DARK; start += stride) {
    let place = position + (start + 0.5 * stride) * way;
    depth += min(stride, end - start) * textureSampleLevel(depths, depth_sampler, place, 0.0).x;
  }
  return exp(-depth);
}
