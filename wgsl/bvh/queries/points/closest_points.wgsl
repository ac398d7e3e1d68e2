// The triangle closest to each point and where on it, or as many of the closest triangles as are asked for.

import package::bvh::queries::points::closest_on_triangle::{ClosestOnTriangle, closest_on_triangle};
import package::bvh::traversal::near_stack::start_stack;
import package::bvh::queries::points::point_query::PointQuery;
import package::bvh::query_order::nth_query;
import package::bvh::segment::is_finite;
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::bvh::tree::slots;
import package::bvh::traversal::ray::DONE;
import package::bvh::traversal::closest_first::{TraversalPoint, limit_of, next_closest_leaf, traversal_point};
import package::bvh::wide_node::{leaf_count, leaf_first};

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<storage, read> points: array<f32>;
// Four planes of `nearest` rows of `capacity` words: the triangles, their distances, u and v.
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

override width = 64u;
// As many triangles as are asked for are kept, not one.
override several = false;

const NO_SLOT = 0xffffffffu;
const INFINITY_BITS = 0x7f800000u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var position = id.x; position < query.points; position += groups.x * width) {
    let index = nth_query(position);
    for (var rank = 0u; rank < query.nearest; rank += 1u) {
      write_answer(index, rank, NO_TRIANGLE, INFINITY_BITS, 0.0, 0.0);
    }
    let point = vec3f(points[3u * index], points[3u * index + 1u], points[3u * index + 2u]);
    if is_finite(point) {
      if several { find_several(index, traversal_point(point)); } else { find_closest(index, traversal_point(point)); }
    }
  }
}

fn find_closest(index: u32, center: TraversalPoint) {
  var limit = limit_of(center, query.within);
  var best_slot = NO_SLOT;
  var best_triangle = NO_TRIANGLE;
  var height = start_stack();
  loop {
    let leaf = next_closest_leaf(center, limit, &height);
    if leaf == DONE {
      break;
    }
    let end = leaf_first(leaf) + leaf_count(leaf);
    for (var slot = leaf_first(leaf); slot < end; slot += 1u) {
      let found = closest_in_slot(slot, center).distance_squared;
      let triangle = slots[slot].id;
      // One that is as near comes first where its index is lower.
      let is_nearer = triangle != NO_TRIANGLE && (found < limit || (found == limit && triangle < best_triangle));
      limit = select(limit, found, is_nearer);
      best_slot = select(best_slot, slot, is_nearer);
      best_triangle = select(best_triangle, triangle, is_nearer);
    }
  }
  if best_slot != NO_SLOT {
    finish(index, 0u, best_slot, limit, center);
  }
}

fn find_several(index: u32, center: TraversalPoint) {
  var limit = limit_of(center, query.within);
  var height = start_stack();
  loop {
    let leaf = next_closest_leaf(center, limit, &height);
    if leaf == DONE {
      break;
    }
    let end = leaf_first(leaf) + leaf_count(leaf);
    for (var slot = leaf_first(leaf); slot < end; slot += 1u) {
      let found = closest_in_slot(slot, center).distance_squared;
      if slots[slot].id != NO_TRIANGLE && found <= limit {
        limit = insert(index, slot, found, limit);
      }
    }
  }
  for (var rank = 0u; rank < query.nearest; rank += 1u) {
    let slot = results[word_of(0u, rank, index)];
    if slot != NO_SLOT {
      finish(index, rank, slot, bitcast<f32>(results[word_of(1u, rank, index)]), center);
    }
  }
}

fn closest_in_slot(slot: u32, center: TraversalPoint) -> ClosestOnTriangle {
  let triangle = &slots[slot];
  return closest_on_triangle(
    (*triangle).a * center.units - center.point,
    (*triangle).b * center.units - center.point,
    (*triangle).c * center.units - center.point,
  );
}

// During the traversal, a row has the slot and the squared distance in its first two planes. Returns the new limit.
fn insert(index: u32, slot: u32, found: f32, limit: f32) -> f32 {
  var rank = query.nearest;
  while rank > 0u {
    let other_slot = results[word_of(0u, rank - 1u, index)];
    let other = bitcast<f32>(results[word_of(1u, rank - 1u, index)]);
    if other_slot != NO_SLOT && (other < found || (other == found && slots[other_slot].id < slots[slot].id)) {
      break;
    }
    if rank < query.nearest {
      results[word_of(0u, rank, index)] = other_slot;
      results[word_of(1u, rank, index)] = bitcast<u32>(other);
    }
    rank -= 1u;
  }
  if rank < query.nearest {
    results[word_of(0u, rank, index)] = slot;
    results[word_of(1u, rank, index)] = bitcast<u32>(found);
  }
  let is_full = results[word_of(0u, query.nearest - 1u, index)] != NO_SLOT;
  return select(limit, bitcast<f32>(results[word_of(1u, query.nearest - 1u, index)]), is_full);
}

fn finish(index: u32, rank: u32, slot: u32, distance_squared: f32, center: TraversalPoint) {
  let closest = closest_in_slot(slot, center);
  let distance = bitcast<u32>(sqrt(distance_squared) / center.units);
  write_answer(index, rank, slots[slot].id, distance, closest.u, closest.v);
}

fn write_answer(index: u32, rank: u32, triangle: u32, distance: u32, u: f32, v: f32) {
  results[word_of(0u, rank, index)] = triangle;
  results[word_of(1u, rank, index)] = distance;
  results[word_of(2u, rank, index)] = bitcast<u32>(u);
  results[word_of(3u, rank, index)] = bitcast<u32>(v);
}

fn word_of(plane: u32, rank: u32, index: u32) -> u32 {
  return (plane * query.nearest + rank) * query.capacity + index;
}
