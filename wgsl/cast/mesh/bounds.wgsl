// Gathers each triangle's corners in the camera's view, and bounds the pixels whose rays may hit it: step 1 of Patidar and
// Narayanan's algorithm 3. The bounds of a triangle that no ray can hit are empty.

import package::cast::mesh::triangle_bounds::{
  Corners, FAR_OFF, Rectangle, bounds, corners_of, nearest_of, rectangle_of_points, view, write_triangle,
};
import package::cast::mesh::view::orthographic;
import package::tiles::item_bounds::no_bounds;

override width = 64u;

// Nearer than this to the eye's plane a corner counts as on it, which only widens the bounds.
const MIN_DEPTH = 1e-12;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < view.triangles; index += groups.x * width) {
    let corners = corners_of(index);
    var item = no_bounds();
    if corners.can_be_hit && may_be_seen(corners) {
      // Nothing behind the eye is hit, so a triangle across its plane begins there.
      item = write_triangle(index, corners, rectangle_of(corners), max(nearest_of(corners), 0.0));
    }
    bounds[index] = item;
  }
}

fn may_be_seen(corners: Corners) -> bool {
  return max(corners.a.z, max(corners.b.z, corners.c.z)) > 0.0 && view.cull * facing(corners) >= 0.0;
}

// Positive where the corners are counter-clockwise as the eye sees them.
fn facing(corners: Corners) -> f32 {
  let a = corners.a;
  let b = corners.b;
  let c = corners.c;
  if orthographic { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
  return dot(a, cross(b - a, c - a));
}

fn rectangle_of(corners: Corners) -> Rectangle {
  if orthographic { return rectangle_of_points(raster_of(corners.a), raster_of(corners.b), raster_of(corners.c)); }
  return rectangle_before_eye(corners.a, corners.b, corners.c);
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

fn raster_of(point: vec3f) -> vec2f {
  let raster = vec2f(point.x, -point.y) * view.inverse_pixel + view.center;
  return clamp(raster, vec2f(-FAR_OFF), vec2f(FAR_OFF));
}
