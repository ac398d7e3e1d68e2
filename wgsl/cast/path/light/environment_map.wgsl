// The light of a panorama, which the camera carries, and directions drawn as often as it has light there: M. Pharr, W. Jakob and
// G. Humphreys, "Physically based rendering", 4th edition, 2023, section 12.5; shares by src/cast/path/light-shares.ts.

import package::cast::light::hemisphere::point_at_angle;
import package::cast::path::path_frame::frame;

const TURN = 6.283185307179586;

// Red, green and blue, and the share of its row's light that comes from its first pixel up to this one.
@group(0) @binding(35) var environment_map: texture_2d<f32>;
// Columns to begin with when a share of a row's light is looked for, a row each; then a row of rows, and one with the bits of the
// share that comes from the rows up to each.
@group(0) @binding(36) var environment_guides: texture_2d<u32>;

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

// Light of a direction that a point of the unit square draws: points that are spread evenly draw directions that are.
fn draw_light(point: vec2f) -> Light {
  let size = textureDimensions(environment_map);
  let row = row_at(point.y, size.y);
  let column = column_at(point.x, row.entry, size.x);
  // All directions of a pixel are as likely: so are all heights on the sphere.
  let up = mix(edge_of_row(row.entry, size.y), edge_of_row(row.entry + 1u, size.y), row.within);
  let turned = (f32(column.entry) + column.within) / f32(size.x);
  let aside = -sqrt(max(1.0 - up * up, 0.0)) * point_at_angle(u32(turned * 0x1p+32f));
  let direction = aside.y * frame.camera_right + up * frame.camera_up - aside.x * frame.camera_back;
  return light_of(vec2u(column.entry, row.entry), direction);
}

// An entry of shares that add up to 1, and how far into its share a number is.
struct Share {
  entry: u32,
  within: f32,
}

fn row_at(number: f32, rows: u32) -> Share {
  var row = textureLoad(environment_guides, vec2u(u32(number * f32(rows)), rows), 0).x;
  var start = 0.0;
  if row > 0u { start = end_of_row(row - 1u, rows); }
  var end = end_of_row(row, rows);
  while number >= end && row + 1u < rows {
    row += 1u;
    start = end;
    end = end_of_row(row, rows);
  }
  return Share(row, share_within(number, start, end));
}

fn end_of_row(row: u32, rows: u32) -> f32 {
  return bitcast<f32>(textureLoad(environment_guides, vec2u(row, rows + 1u), 0).x);
}

fn column_at(number: f32, row: u32, columns: u32) -> Share {
  var column = textureLoad(environment_guides, vec2u(u32(number * f32(columns)), row), 0).x;
  var start = 0.0;
  if column > 0u { start = textureLoad(environment_map, vec2u(column - 1u, row), 0).w; }
  var end = textureLoad(environment_map, vec2u(column, row), 0).w;
  while number >= end && column + 1u < columns {
    column += 1u;
    start = end;
    end = textureLoad(environment_map, vec2u(column, row), 0).w;
  }
  return Share(column, share_within(number, start, end));
}

fn share_within(number: f32, start: f32, end: f32) -> f32 {
  return clamp((number - start) / max(end - start, 1e-30), 0.0, 1.0 - 0x1p-24f);
}

fn light_of(pixel: vec2u, direction: vec3f) -> Light {
  let color = textureLoad(environment_map, pixel, 0).rgb;
  let above = dot(color - frame.mean_light, vec3f(1.0));
  return Light(color, direction, frame.environment_density * max(above, 0.0));
}

fn edge_of_row(row: u32, height: u32) -> f32 {
  return point_at_angle(u32(f32(row) / f32(height) * 0x1p+31f)).x;
}
