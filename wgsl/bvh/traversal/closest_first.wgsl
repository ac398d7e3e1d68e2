// Traverses the tree around a point, from leaf to leaf, the near ones before the far ones. Lengths are in a unit of the point's own,
// so that no square overflows, nor underflows where it matters.

import package::bvh::traversal::near_stack::{pop, push_children};
import package::bvh::tree::nodes;
import package::bvh::traversal::ray::{NOWHERE, limit_bits_of};
import package::bvh::wide_node::{BYTE_SCALES, CHILD_BITS, GRID_CELLS, LAST_BIAS, LEAF_BIT, child_bytes, grid_step};

// More than what rounding does to the distance of a box or a triangle, of the way to the farthest place in the tree: so that
// the order of traversal makes no difference.
const SLACK = 0x1p-20f;
// The biased exponent of the largest unit: 2^123 of the world's.
const LARGEST_EXPONENT = 250u;
// No triangle is farther in units, since each axis of the way is shorter than 2.
const FARTHEST = 4.0;

struct TraversalPoint {
  // Measured in units.
  point: vec3f,
  // Scale from the point's own unit to the world's: a power of two.
  units: f32,
  // How much nearer boxes are than they seem.
  slack: f32,
}

fn traversal_point(point: vec3f) -> TraversalPoint {
  let extent = abs(nodes[0].origin - point) + GRID_CELLS * grid_step(nodes[0].grid);
  let farthest = max(max(extent.x, extent.y), extent.z);
  let exponent = clamp((bitcast<u32>(farthest) >> 23u) & 0xffu, 1u, LARGEST_EXPONENT);
  let units = bitcast<f32>((254u - exponent) << 23u);
  return TraversalPoint(point * units, units, farthest * units * SLACK);
}

// A reference to the next leaf whose box is nearer than the root of `limit`, or DONE, after which there is no next one. Call
// `start_stack` first; `limit` may become less from leaf to leaf.
fn next_closest_leaf(center: TraversalPoint, limit: f32, height: ptr<function, u32>) -> u32 {
  let limit_bits = limit_bits_of(limit);
  var current = pop(NOWHERE, 0u, limit_bits, height);
  while (current & LEAF_BIT) == 0u {
    let distances = box_distances(current, center);
    current = push_children(select(vec4i(NOWHERE), distances, distances <= vec4i(limit_bits)), current, limit_bits, height);
  }
  return current;
}

// The squares of the distances of a node's children, as bits, or NOWHERE.
fn box_distances(node: u32, center: TraversalPoint) -> vec4i {
  let here = &nodes[node];
  let grid = (*here).grid;
  let low = (*here).low;
  let high = (*here).high;
  let step = grid_step(grid) * center.units;
  let last = step * f32(LAST_BIAS);
  let offset = (*here).origin * center.units - center.point;
  let x = axis_distances(low.x, high.x, step.x, offset.x, last.x, center.slack);
  let y = axis_distances(low.y, high.y, step.y, offset.y, last.y, center.slack);
  let z = axis_distances(low.z, high.z, step.z, offset.z, last.z, center.slack);
  let is_there = (vec4u(grid) & CHILD_BITS) != vec4u(0u);
  return select(vec4i(NOWHERE), bitcast<vec4i>(x * x + y * y + z * z), is_there);
}

// Compared as integers, which is right wherever one of the numbers is above 0: see ray.wgsl.
fn axis_distances(low: u32, high: u32, step: f32, offset: f32, last: f32, slack: f32) -> vec4f {
  let offsets = vec4f(vec3f(offset), offset + last);
  let below = child_bytes(low) * (step * BYTE_SCALES) + (offsets - slack);
  let above = child_bytes(high) * (step * -BYTE_SCALES) - (offsets + slack);
  return bitcast<vec4f>(max(max(bitcast<vec4i>(below), bitcast<vec4i>(above)), vec4i(0)));
}

// The square of a radius of the world's, in units.
fn limit_of(center: TraversalPoint, radius: f32) -> f32 {
  let units = min(radius, FARTHEST / center.units) * center.units;
  return units * units;
}
