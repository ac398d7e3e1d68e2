// The light of a panorama, which the camera carries, and directions drawn as often as it has light there: M. Pharr, W. Jakob and
// G. Humphreys, "Physically based rendering", 4th edition, 2023, section 12.5; pixels by src/cast/path/alias-table.ts.

import package::cast::light::hemisphere::point_at_angle;
import package::cast::path::path_frame::frame;

const TURN = 6.283185307179586;

// Red, green and blue, and the probability that a draw of the pixel stays with it rather than goes to its alias.
@group(0) @binding(35) var environment_map: texture_2d<f32>;
@group(0) @binding(36) var environment_aliases: texture_2d<u32>;

struct Light {
  color: vec3f,
  // The direction that it comes from, in the world.
  direction: vec3f,
  // Probability per steradian that the direction is drawn.
  density: f32,
}

fn light_from(direction: vec3f) -> Light {
  let size = textureDimensions(environment_map);
  let pixel = min(vec2u(place_of(direction) * vec2f(size)), size - 1u);
  return light_of(pixel, direction);
}

// Light as it is seen behind a scene: pixels fade into each other, although light has their edges.
fn light_seen(direction: vec3f) -> vec3f {
  let size = vec2i(textureDimensions(environment_map));
  let place = place_of(direction) * vec2f(size) - 0.5;
  let first = vec2i(floor(place));
  let share = place - floor(place);
  return mix(
    mix(color_at(first, size), color_at(first + vec2i(1, 0), size), share.x),
    mix(color_at(first + vec2i(0, 1), size), color_at(first + vec2i(1, 1), size), share.x),
    share.y,
  );
}

// Columns go round.
fn color_at(pixel: vec2i, size: vec2i) -> vec3f {
  return textureLoad(environment_map, vec2i((pixel.x + size.x) % size.x, clamp(pixel.y, 0, size.y - 1)), 0).rgb;
}

// The place of a direction in the panorama, from 0 to 1 across and down.
fn place_of(direction: vec3f) -> vec2f {
  let right = dot(direction, frame.camera_right);
  let up = dot(direction, frame.camera_up);
  let ahead = -dot(direction, frame.camera_back);
  return vec2f(atan2(right, ahead) / TURN + 0.5, atan2(length(vec2f(right, ahead)), up) / (0.5 * TURN));
}

// Light of a pixel that the first point of the unit square draws, from the second point's direction within.
fn draw_light(which: vec2f, within: vec2f) -> Light {
  let size = textureDimensions(environment_map);
  let entry = min(u32(which.x * f32(size.x * size.y)), size.x * size.y - 1u);
  let stays = which.y < textureLoad(environment_map, pixel_of(entry, size.x), 0).w;
  let pixel = pixel_of(select(textureLoad(environment_aliases, pixel_of(entry, size.x), 0).x, entry, stays), size.x);
  // All directions of a pixel are as likely: so are all heights on the sphere.
  let up = mix(edge_of_row(pixel.y, size.y), edge_of_row(pixel.y + 1u, size.y), within.y);
  let turned = (f32(pixel.x) + within.x) / f32(size.x);
  let aside = -sqrt(max(1.0 - up * up, 0.0)) * point_at_angle(u32(turned * 0x1p+32f));
  let direction = aside.y * frame.camera_right + up * frame.camera_up - aside.x * frame.camera_back;
  return light_of(pixel, direction);
}

fn light_of(pixel: vec2u, direction: vec3f) -> Light {
  let color = textureLoad(environment_map, pixel, 0).rgb;
  return Light(color, direction, frame.environment_density * (color.r + color.g + color.b));
}

fn pixel_of(entry: u32, width: u32) -> vec2u {
  return vec2u(entry % width, entry / width);
}

fn edge_of_row(row: u32, height: u32) -> f32 {
  return point_at_angle(u32(f32(row) / f32(height) * 0x1p+31f)).x;
}
