// Stores a frame in a texture that has the usage: GPUs that are made to compute draw at a tenth of the speed.

import package::cast::target::frame_color::{frame_color, present};

@if(!float_color) @group(0) @binding(2) var stored: texture_storage_2d<rgba8unorm, write>;
@if(float_color && !half_color) @group(0) @binding(2) var stored: texture_storage_2d<rgba32float, write>;
@if(float_color && half_color) @group(0) @binding(2) var stored: texture_storage_2d<rgba16float, write>;

override side = 16u;

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let texel = vec2f(id.xy);
  if all(texel < present.target_size) {
    textureStore(stored, id.xy, frame_color(texel + 0.5));
  }
}
