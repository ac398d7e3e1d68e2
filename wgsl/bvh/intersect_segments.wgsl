// What segments cross: whether anything (`any_hit`), the nearest triangle (`nearest`), or how many (`count`). Where f32
// cannot decide, the segment goes on a list, which the variant `exact` works off.

import package::bvh::crossing::{CROSSING, Crossing, MISS, UNDECIDED, cross_triangle};
@if(exact) import package::bvh::exact_crossing::cross_exactly;
import package::bvh::query::Query;
import package::bvh::segment::{Segment, can_cross, make_segment};
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::bvh::tree::slots;
@if(!brute_force) import package::bvh::walk::{DONE, next_leaf, start_walk};
@if(!brute_force) import package::bvh::wide_node::{leaf_count, leaf_first};

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
// The starts of all segments, x, y and z each, and from 3 * capacity on their ends.
@group(0) @binding(1) var<storage, read> ends: array<f32>;
// A word a segment. Of nearest hits four planes of `capacity` words: the triangle, t, u and v.
@group(0) @binding(2) var<storage, read_write> results: array<u32>;
@if(!exact) @group(0) @binding(3) var<storage, read_write> undecided: Undecided;
@if(exact) @group(0) @binding(3) var<storage, read> undecided: Undecided;
@if(sorted) @group(0) @binding(4) var<storage, read> order: array<u32>;

override width = 64u;

// T where there is no hit: what others write too.
const NO_HIT_T = 2.5e8;

struct Found {
  count: u32,
  nearest: Crossing,
  triangle: u32,
  // Beyond it along the segment no hit matters.
  limit: f32,
  is_open: bool,
}

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  @if(exact) let turns = undecided.count;
  @if(!exact) let turns = query.segments;
  for (var turn = id.x; turn < turns; turn += groups.x * width) {
    @if(exact) let index = undecided.segments[turn];
    @if(!exact && sorted) let index = order[turn];
    @if(!exact && !sorted) let index = turn;
    let end = 3u * query.capacity;
    let segment = make_segment(
      vec3f(ends[3u * index], ends[3u * index + 1u], ends[3u * index + 2u]),
      vec3f(ends[end + 3u * index], ends[end + 3u * index + 1u], ends[end + 3u * index + 2u]),
    );
    var found = Found(0u, Crossing(MISS, NO_HIT_T, 0.0, 0.0), NO_TRIANGLE, 1.0, false);
    if can_cross(segment) {
      @if(brute_force) { test_slots(segment, 0u, query.triangles, &found); }
      @if(!brute_force) { walk(segment, &found); }
    }
    @if(!exact) {
      if found.is_open {
        undecided.segments[atomicAdd(&undecided.count, 1u)] = index;
        continue;
      }
    }
    @if(nearest) {
      results[index] = found.triangle;
      results[query.capacity + index] = bitcast<u32>(found.nearest.t);
      results[2u * query.capacity + index] = bitcast<u32>(found.nearest.u);
      results[3u * query.capacity + index] = bitcast<u32>(found.nearest.v);
    }
    @if(!nearest) { results[index] = found.count; }
  }
}

// Tests a run of slots; returns whether the segment needs no more tests.
fn test_slots(segment: Segment, first: u32, count: u32, found: ptr<function, Found>) -> bool {
  for (var slot = first; slot < first + count; slot += 1u) {
    let triangle = slots[slot];
    if triangle.id == NO_TRIANGLE {
      continue;
    }
    var crossing = cross_triangle(segment, triangle);
    @if(exact) {
      if crossing.verdict == UNDECIDED {
        crossing = cross_exactly(segment, triangle);
      }
    }
    if crossing.verdict == MISS {
      continue;
    }
    @if(!exact) {
      if crossing.verdict == UNDECIDED {
        (*found).is_open = true;
        // Of any hit, another may still be sure.
        @if(!any_hit) { return true; }
        @if(any_hit) { continue; }
      }
    }
    @if(any_hit) {
      (*found).count = 1u;
      (*found).is_open = false;
      return true;
    }
    @if(count) { (*found).count += 1u; }
    @if(nearest) {
      let nearer = crossing.t < (*found).nearest.t;
      if nearer || (crossing.t == (*found).nearest.t && triangle.id < (*found).triangle) {
        (*found).nearest = crossing;
        (*found).triangle = triangle.id;
        // As far beyond as rounding may have put the entry into a box, so that no order makes a difference.
        (*found).limit = min(1.0, crossing.t * (1.0 + 0x1p-18f) + 0x1p-20f);
      }
    }
  }
  return false;
}

@if(!brute_force)
fn walk(segment: Segment, found: ptr<function, Found>) {
  var height = start_walk();
  loop {
    let leaf = next_leaf(segment.start, segment.inverse, (*found).limit, &height);
    if leaf == DONE || test_slots(segment, leaf_first(leaf), leaf_count(leaf), found) {
      return;
    }
  }
}
