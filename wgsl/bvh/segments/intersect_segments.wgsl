// The crossings of segments: whether there is any (`any_hit`), the nearest triangle (`nearest`), how many (`count`), or all of
// them (`list`, once they are counted). Segments that f32 cannot decide go on a list, which the variant `exact` works off.

import package::bvh::segments::crossing::{CROSSING, Crossing, MISS, UNDECIDED, cross_triangle};
import package::bvh::segments::exact_crossing::cross_exactly;
import package::bvh::segments::query::Query;
import package::bvh::segment::{Segment, can_cross, make_segment};
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::bvh::tree::slots;
import package::bvh::traversal::ray::{DONE, traversal_ray};
import package::bvh::traversal::any_order::{next_leaf, start_traversal};
import package::bvh::traversal::near_first::{next_near_leaf, start_near_traversal};
import package::bvh::wide_node::{leaf_count, leaf_first};

@if(!exact)
struct Undecided {
  count: atomic<u32>,
  segments: array<u32>,
}
@if(exact)
struct Undecided {
  count: u32,
  segments: array<u32>,
}

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> starts: array<f32>;
@group(0) @binding(7) var<storage, read> stops: array<f32>;
// A word a segment, or a bit that is 0 before. Nearest hits have four words: the triangle, t, u and v.
@if(!list && !bits) @group(0) @binding(2) var<storage, read_write> results: array<u32>;
@if(bits) @group(0) @binding(2) var<storage, read_write> results: array<atomic<u32>>;
@if(!exact) @group(0) @binding(3) var<storage, read_write> undecided: Undecided;
@if(exact) @group(0) @binding(3) var<storage, read> undecided: Undecided;
@if(sorted) @group(0) @binding(4) var<storage, read> order: array<u32>;
// How many crossings there are before those of each segment.
@if(list) @group(0) @binding(5) var<storage, read> offsets: array<u32>;
// Four words a crossing: the triangle, t, u and v.
@if(list) @group(0) @binding(6) var<storage, read_write> crossings: array<u32>;

override width = 64u;

// T where there is no hit: what others write too.
const NO_HIT_T = 2.5e8;

struct Found {
  // The place of the next one, with `list`.
  count: u32,
  nearest: Crossing,
  triangle: u32,
  // No hit beyond it along the segment matters.
  limit: f32,
  is_open: bool,
}

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  @if(exact) let count = undecided.count;
  @if(!exact) let count = query.segments;
  for (var position = id.x; position < count; position += groups.x * width) {
    @if(exact) let index = undecided.segments[position];
    @if(!exact && sorted) let index = order[position];
    @if(!exact && !sorted) let index = position;
    let segment = read_segment(index);
    @if(list) let first = offsets[index];
    @if(!list) let first = 0u;
    var found = Found(first, Crossing(MISS, NO_HIT_T, 0.0, 0.0), NO_TRIANGLE, 1.0, false);
    if can_cross(segment) {
      @if(brute_force) {
        for (var slot = 0u; slot < query.triangles && !is_done(found); slot += 1u) {
          found = test_slot(segment, slot, found);
        }
      }
      @if(!brute_force) { found = traverse(segment, found); }
    }
    @if(!exact) {
      if found.is_open {
        undecided.segments[atomicAdd(&undecided.count, 1u)] = index;
        continue;
      }
    }
    @if(!list) { write_answer(index, found); }
  }
}

fn read_segment(index: u32) -> Segment {
  let start = query.first_start + query.stride * index;
  let end = query.first_end + query.stride * index;
  return make_segment(
    vec3f(starts[start], starts[start + 1u], starts[start + 2u]),
    vec3f(stops[end], stops[end + 1u], stops[end + 2u]),
  );
}

@if(!list)
fn write_answer(index: u32, found: Found) {
  let first = query.first_answer;
  @if(nearest) {
    let place = first + query.answer_stride * index;
    results[place] = found.triangle;
    results[place + query.answer_plane] = bitcast<u32>(found.nearest.t);
    results[place + 2u * query.answer_plane] = bitcast<u32>(found.nearest.u);
    results[place + 3u * query.answer_plane] = bitcast<u32>(found.nearest.v);
  }
  @if(bits) {
    if found.count > 0u {
      atomicOr(&results[first + index / 32u], 1u << (index % 32u));
    }
  }
  @if(!nearest && !bits) { results[first + index] = found.count; }
}

// Whether the segment needs no more tests.
fn is_done(found: Found) -> bool {
  @if(any_hit) { return found.count > 0u; }
  // An undecided triangle sends the segment to the exact pass, unless any sure hit will do.
  @if(!any_hit) { return found.is_open; }
}

fn test_slot(segment: Segment, slot: u32, before: Found) -> Found {
  let triangle = slots[slot];
  var crossing = cross_triangle(segment, triangle);
  let is_there = triangle.id != NO_TRIANGLE;
  @if(exact) {
    if crossing.verdict == UNDECIDED && is_there {
      crossing = cross_exactly(segment, triangle);
    }
  }
  let crosses = crossing.verdict == CROSSING && is_there;
  var found = before;
  @if(!exact) { found.is_open |= crossing.verdict == UNDECIDED && is_there; }
  @if(any_hit) {
    found.count |= u32(crosses);
    found.is_open &= !crosses;
  }
  @if(list) {
    if crosses {
      crossings[4u * found.count] = triangle.id;
      crossings[4u * found.count + 1u] = bitcast<u32>(crossing.t);
      crossings[4u * found.count + 2u] = bitcast<u32>(crossing.u);
      crossings[4u * found.count + 3u] = bitcast<u32>(crossing.v);
    }
  }
  @if(count || list) { found.count += u32(crosses); }
  @if(nearest) {
    let nearer = crosses
      && (crossing.t < found.nearest.t || (crossing.t == found.nearest.t && triangle.id < found.triangle));
    found.nearest.t = select(found.nearest.t, crossing.t, nearer);
    found.nearest.u = select(found.nearest.u, crossing.u, nearer);
    found.nearest.v = select(found.nearest.v, crossing.v, nearer);
    found.triangle = select(found.triangle, triangle.id, nearer);
    // The limit is as far beyond as rounding may have put the entry into a box, so that no order makes a difference.
    found.limit = select(found.limit, min(1.0, crossing.t * (1.0 + 0x1p-18f) + 0x1p-20f), nearer);
  }
  return found;
}

@if(!brute_force)
fn traverse(segment: Segment, before: Found) -> Found {
  var found = before;
  let ray = traversal_ray(segment.start, segment.inverse);
  @if(nearest) var height = start_near_traversal();
  @if(!nearest) var height = start_traversal();
  while !is_done(found) {
    @if(nearest) let leaf = next_near_leaf(ray, found.limit, &height);
    @if(!nearest) let leaf = next_leaf(ray, found.limit, &height);
    if leaf == DONE {
      break;
    }
    let end = leaf_first(leaf) + leaf_count(leaf);
    for (var slot = leaf_first(leaf); slot < end; slot += 1u) {
      found = test_slot(segment, slot, found);
    }
  }
  return found;
}
