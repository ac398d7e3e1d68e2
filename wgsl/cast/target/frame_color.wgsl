// Colours of a frame's pixels for a texture: pixel by pixel where both have one size, else between the four pixels around.

import package::shared::background::over_background;

struct Present {
  // Pixels of the frame, and of the texture.
  source: vec2u,
  target_size: vec2f,
  background: vec3f,
  // 1 where the background shows through.
  background_opacity: f32,
  // Start of the float colours in the frame, and the frames that they are summed over.
  first_color: u32,
  frames: f32,
}

@group(0) @binding(0) var<uniform> present: Present;
@group(0) @binding(1) var<storage, read> frame: array<u32>;

// The colour for a texel's centre, multiplied by its opacity, as canvases have it.
fn frame_color(position: vec2f) -> vec4f {
  let source = vec2f(present.source);
  if all(source == present.target_size) {
    return color_at(vec2u(position));
  }
  let texel = clamp(position / present.target_size * source - 0.5, vec2f(0.0), source - 1.0);
  let low = vec2u(texel);
  let high = min(low + 1u, present.source - 1u);
  let weight = texel - vec2f(low);
  let above = mix(color_at(low), color_at(vec2u(high.x, low.y)), weight.x);
  let below = mix(color_at(vec2u(low.x, high.y)), color_at(high), weight.x);
  return mix(above, below, weight.y);
}

fn color_at(pixel: vec2u) -> vec4f {
  let index = pixel.y * present.source.x + pixel.x;
  @if(!float_color) let straight = unpack4x8unorm(frame[index]);
  @else let at = present.first_color + 4u * index;
  @if(float_color) let sum = bitcast<vec4f>(vec4u(frame[at], frame[at + 1u], frame[at + 2u], frame[at + 3u]));
  @if(float_color) let mean = sum / present.frames;
  @if(float_color) let straight = over_background(mean.rgb, mean.w, vec4f(present.background, present.background_opacity));
  return vec4f(straight.rgb * straight.w, straight.w);
}
