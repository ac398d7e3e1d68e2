// Gathers each triangle's corners in a view, and bounds the pixels whose rays may hit it: step 1 of Patidar and
// Narayanan's algorithm 3. The bounds of a triangle that no ray can hit are empty.

import package::cast::mesh::view::{LightExtent, MeshTriangle, MeshView, orthographic};
import package::cast::mesh::face::{FACE_SKIPPED, MeshFace};
import package::tiles::item_bounds::{ItemBounds, bounds_of, no_bounds};

@group(0) @binding(0) var<uniform> view: MeshView;
@if(light) @group(0) @binding(1) var<uniform> extent: LightExtent;
@group(0) @binding(2) var<storage, read> faces: array<MeshFace>;
@group(0) @binding(3) var<storage, read> points: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> triangles: array<MeshTriangle>;
@group(0) @binding(5) var<storage, read_write> bounds: array<ItemBounds>;

override width = 64u;

// A place beyond all pixels.
const FAR_OFF = 1e6;
// Products of four coordinates up to this size are finite.
const MAX_COORDINATE = 1e9;
// Nearer than this to the eye's plane a corner counts as on it, which only widens the bounds.
const MIN_DEPTH = 1e-12;

// Columns and rows, from pixel centre to pixel centre.
struct Rectangle {
  low: vec2f,
  high: vec2f,
}

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < view.triangles; index += groups.x * width) {
    let face = faces[index];
    var item = no_bounds();
    if (face.w & FACE_SKIPPED) == 0u {
      let a = points[face.x].xyz;
      let b = points[face.y].xyz;
      let c = points[face.z].xyz;
      if may_be_seen(a, b, c) {
        let nearest = depth_of(a, b, c);
        item = bound(rectangle_of(a, b, c), nearest);
        if item.first <= item.last {
          triangles[view.first_triangle + index] = MeshTriangle(vec4f(a, nearest), vec4f(b, 0.0), vec4f(c, 0.0));
        }
      }
    }
    bounds[index] = item;
  }
}

@if(light)
fn may_be_seen(a: vec3f, b: vec3f, c: vec3f) -> bool {
  return all(max(abs(a), max(abs(b), abs(c))) < vec3f(MAX_COORDINATE));
}
@else
fn may_be_seen(a: vec3f, b: vec3f, c: vec3f) -> bool {
  return all(max(abs(a), max(abs(b), abs(c))) < vec3f(MAX_COORDINATE))
    && max(a.z, max(b.z, c.z)) > 0.0
    && view.cull * facing(a, b, c) >= 0.0;
}

// Positive where the corners are counter-clockwise as the eye sees them.
@if(!light)
fn facing(a: vec3f, b: vec3f, c: vec3f) -> f32 {
  if orthographic { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
  return dot(a, cross(b - a, c - a));
}

// Depth of the nearest corner. Nothing behind the eye is hit, so a triangle across its plane begins there.
fn depth_of(a: vec3f, b: vec3f, c: vec3f) -> f32 {
  @if(light) return min(a.z, min(b.z, c.z));
  @else return max(min(a.z, min(b.z, c.z)), 0.0);
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

@if(light)
fn rectangle_of(a: vec3f, b: vec3f, c: vec3f) -> Rectangle {
  return rectangle_of_corners(a, b, c);
}
@else
fn rectangle_of(a: vec3f, b: vec3f, c: vec3f) -> Rectangle {
  if orthographic { return rectangle_of_corners(a, b, c); }
  return rectangle_before_eye(a, b, c);
}

fn rectangle_of_corners(a: vec3f, b: vec3f, c: vec3f) -> Rectangle {
  let raster_a = raster_of(a);
  let raster_b = raster_of(b);
  let raster_c = raster_of(c);
  return Rectangle(min(raster_a, min(raster_b, raster_c)), max(raster_a, max(raster_b, raster_c)));
}

// Bounds the corners in front of the eye. A triangle that crosses the eye's plane reaches from them to infinity in the image,
// towards where its edges cross the plane. Has no branches, which cost more on SwiftShader.
fn rectangle_before_eye(a: vec3f, b: vec3f, c: vec3f) -> Rectangle {
  let x = vec3f(a.x, b.x, c.x);
  let y = -vec3f(a.y, b.y, c.y);
  let z = vec3f(a.z, b.z, c.z);
  let front = z > vec3f(MIN_DEPTH);
  let scale = view.inverse_pixel / select(vec3f(1.0), z, front);
  let raster_x = clamp(x * scale + view.center.x, vec3f(-FAR_OFF), vec3f(FAR_OFF));
  let raster_y = clamp(y * scale + view.center.y, vec3f(-FAR_OFF), vec3f(FAR_OFF));
  let crosses = front != front.yzx;
  let beyond_x = crossing_sides(x, z, front);
  let beyond_y = crossing_sides(y, z, front);
  let everywhere = vec2<bool>(!any(front));
  let to_low = everywhere | vec2(any(crosses & (beyond_x <= vec3f(0.0))), any(crosses & (beyond_y <= vec3f(0.0))));
  let to_high = everywhere | vec2(any(crosses & (beyond_x >= vec3f(0.0))), any(crosses & (beyond_y >= vec3f(0.0))));
  let low = vec2f(least(select(vec3f(FAR_OFF), raster_x, front)), least(select(vec3f(FAR_OFF), raster_y, front)));
  let high = -vec2f(least(select(vec3f(FAR_OFF), -raster_x, front)), least(select(vec3f(FAR_OFF), -raster_y, front)));
  return Rectangle(select(low, vec2f(-FAR_OFF), to_low), select(high, vec2f(FAR_OFF), to_high));
}

fn least(v: vec3f) -> f32 {
  return min(v.x, min(v.y, v.z));
}

// The side of zero on which each edge, from a corner to the next, crosses the eye's plane: the sign of this, or 0 where
// rounding hides it.
fn crossing_sides(x: vec3f, z: vec3f, front: vec3<bool>) -> vec3f {
  let kept = x.yzx * z;
  let taken = x * z.yzx;
  let sides = select(taken - kept, kept - taken, front);
  return select(sides, vec3f(0.0), abs(sides) <= 1e-5 * (abs(kept) + abs(taken)));
}

@if(light)
fn raster_of(point: vec3f) -> vec2f {
  return clamp((point.xy - extent.low) * extent.tiles_per_length - 0.5, vec2f(-FAR_OFF), vec2f(FAR_OFF));
}
@else
fn raster_of(point: vec3f) -> vec2f {
  let raster = vec2f(point.x, -point.y) * view.inverse_pixel + view.center;
  return clamp(raster, vec2f(-FAR_OFF), vec2f(FAR_OFF));
}
