// Bounds the pixels whose rays may hit a triangle, in a view of a camera or of a light: `bounds` and `light_bounds` import it.

import package::cast::mesh::view::{MeshTriangle, MeshView};
import package::cast::mesh::face::{FACE_SKIPPED, MeshFace};
import package::tiles::item_bounds::{ItemBounds, bounds_of, no_bounds};

@group(0) @binding(0) var<uniform> view: MeshView;
@group(0) @binding(2) var<storage, read> faces: array<MeshFace>;
@group(0) @binding(3) var<storage, read> points: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> triangles: array<MeshTriangle>;
@group(0) @binding(5) var<storage, read_write> bounds: array<ItemBounds>;

// A place beyond all pixels.
const FAR_OFF = 1e6;
// Products of four coordinates up to this size are finite.
const MAX_COORDINATE = 1e9;

// Columns and rows, from pixel centre to pixel centre.
struct Rectangle {
  low: vec2f,
  high: vec2f,
}

struct Corners {
  a: vec3f,
  b: vec3f,
  c: vec3f,
  // Whether rays may hit it at all.
  can_be_hit: bool,
}

fn corners_of(index: u32) -> Corners {
  let face = faces[index];
  if (face.w & FACE_SKIPPED) != 0u {
    return Corners(vec3f(), vec3f(), vec3f(), false);
  }
  let a = points[face.x].xyz;
  let b = points[face.y].xyz;
  let c = points[face.z].xyz;
  return Corners(a, b, c, all(max(abs(a), max(abs(b), abs(c))) < vec3f(MAX_COORDINATE)));
}

// Writes a triangle that covers the rectangle, and returns its bounds.
fn write_triangle(index: u32, corners: Corners, rectangle: Rectangle, nearest: f32) -> ItemBounds {
  let item = bound(rectangle, nearest);
  if item.first <= item.last {
    let triangle = MeshTriangle(vec4f(corners.a, nearest), vec4f(corners.b, 0.0), vec4f(corners.c, 0.0));
    triangles[view.first_triangle + index] = triangle;
  }
  return item;
}

fn bound(rectangle: Rectangle, nearest: f32) -> ItemBounds {
  // The slack for rounding, here and where rays are tested.
  let low = rectangle.low - view.ray_spread - (1e-3 + 2e-6 * abs(rectangle.low));
  let high = rectangle.high + view.ray_spread + (1e-3 + 2e-6 * abs(rectangle.high));
  let size = vec2i(vec2u(view.width, view.height));
  let first = max(vec2i(ceil(low)), vec2i(0));
  let last = min(vec2i(floor(high)), size - 1);
  if any(first > last) {
    return no_bounds();
  }
  return bounds_of(vec2u(first), vec2u(last), nearest);
}

fn rectangle_of_points(a: vec2f, b: vec2f, c: vec2f) -> Rectangle {
  return Rectangle(min(a, min(b, c)), max(a, max(b, c)));
}

fn nearest_of(corners: Corners) -> f32 {
  return min(corners.a.z, min(corners.b.z, corners.c.z));
}
