// Whether a triangle meets a box or a ball. It does if rounding leaves it open: nothing that meets it is missed.

import package::bvh::queries::points::closest_on_triangle::closest_on_triangle;

// More than what rounding does, as a part of the largest coordinate.
const SLACK = 0x1p-19f;

// A triangle meets a box unless one of 13 axes separates them. T. Akenine-Möller, "Fast 3D triangle-box overlap testing",
// Journal of Graphics Tools 6(1), 2001.
fn overlaps_box(corner_a: vec3f, corner_b: vec3f, corner_c: vec3f, low: vec3f, high: vec3f) -> bool {
  let center = 0.5 * low + 0.5 * high;
  let half = 0.5 * high - 0.5 * low;
  let a = corner_a - center;
  let b = corner_b - center;
  let c = corner_c - center;
  // Subtracting the centre rounds by as much of the coordinates before it.
  let error = SLACK * max(max(largest(corner_a), largest(corner_b)), max(largest(corner_c), max(largest(low), largest(high))));
  let extent = max(max(largest(a), largest(b)), max(largest(c), largest(half)));
  let lowest = min(min(a, b), c);
  let highest = max(max(a, b), c);
  if any(lowest > half + error) || any(highest < -half - error) {
    return false;
  }
  let ab = b - a;
  let bc = c - b;
  let ca = a - c;
  let normal = cross(ab, bc);
  // An axis made of edges is as uncertain as these are.
  let normal_error = error * (dot(abs(normal), vec3f(1.0)) + 8.0 * extent * extent);
  if is_separated(normal, a, b, c, half, normal_error) {
    return false;
  }
  return !(separates_across(ab, a, b, c, half, error, extent)
    || separates_across(bc, a, b, c, half, error, extent)
    || separates_across(ca, a, b, c, half, error, extent));
}

// The axes perpendicular to an edge and to one of the box's.
fn separates_across(edge: vec3f, a: vec3f, b: vec3f, c: vec3f, half: vec3f, error: f32, extent: f32) -> bool {
  let axis_error = error * (dot(abs(edge), vec3f(1.0)) + 2.0 * extent);
  return is_separated(vec3f(0.0, -edge.z, edge.y), a, b, c, half, axis_error)
    || is_separated(vec3f(edge.z, 0.0, -edge.x), a, b, c, half, axis_error)
    || is_separated(vec3f(-edge.y, edge.x, 0.0), a, b, c, half, axis_error);
}

fn is_separated(axis: vec3f, a: vec3f, b: vec3f, c: vec3f, half: vec3f, error: f32) -> bool {
  let places = vec3f(dot(axis, a), dot(axis, b), dot(axis, c));
  let reach = dot(half, abs(axis)) + error;
  return min(min(places.x, places.y), places.z) > reach || max(max(places.x, places.y), places.z) < -reach;
}

fn overlaps_ball(a: vec3f, b: vec3f, c: vec3f, center: vec3f, radius: f32) -> bool {
  let extent = max(max(largest(a), largest(b)), max(largest(c), max(largest(center), radius)));
  let reach = radius + SLACK * extent;
  return closest_on_triangle(a - center, b - center, c - center).distance_squared <= reach * reach;
}

fn largest(place: vec3f) -> f32 {
  return max(max(abs(place.x), abs(place.y)), abs(place.z));
}
