// Draws a frame to a texture.

import package::cast::target::frame_color::frame_color;

// One triangle that covers the texture.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  let corner = vec2f(f32(index & 1u), f32(index >> 1u));
  return vec4f(4.0 * corner - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
  return frame_color(position.xy);
}
