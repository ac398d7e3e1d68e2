// What segments cross: whether anything (`any_hit`), the nearest triangle (`nearest`), or how many (`count`). Where f32
// cannot decide, the segment goes on a list, which the variant `exact` works off.

import package::bvh::crossing::{CROSSING, Crossing, MISS, UNDECIDED, cross_triangle};
@if(exact) import package::bvh::exact_crossing::cross_exactly;
import package::bvh::query::Query;
import package::bvh::segment::{Segment, can_cross, make_segment};
import package::bvh::slot_triangle::{NO_TRIANGLE, SlotTriangle};
import package::bvh::wide_node::{GRID_CELLS, LEAF_BIT, NO_CHILD, WideNode, leaf_count, leaf_first};

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
@if(!brute_force) @group(0) @binding(1) var<storage, read> nodes: array<WideNode>;
@group(0) @binding(2) var<storage, read> slots: array<SlotTriangle>;
// The starts of all segments, x, y and z each, and from 3 * capacity on their ends.
@group(0) @binding(3) var<storage, read> ends: array<f32>;
// A word a segment. Of nearest hits four planes of `capacity` words: the triangle, t, u and v.
@group(0) @binding(4) var<storage, read_write> results: array<u32>;
@if(!exact) @group(0) @binding(5) var<storage, read_write> undecided: Undecided;
@if(exact) @group(0) @binding(5) var<storage, read> undecided: Undecided;
@if(sorted) @group(0) @binding(6) var<storage, read> order: array<u32>;

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

// The relative error of a place on a box's grid, seen along the segment: at most 10 roundings.
const SLACK = 0x1p-20f;

// How deep the stack can get: see src/bvh/bvh.ts.
const STACK_SIZE = 139u;

@if(!brute_force) var<private> stack: array<u32, STACK_SIZE>;
@if(!brute_force && nearest) var<private> stack_entries: array<f32, STACK_SIZE>;

// A reference that is none: the end of the walk.
const DONE = NO_CHILD;

@if(!brute_force)
fn walk(segment: Segment, found: ptr<function, Found>) {
  var height = 0u;
  var current = 0u;
  loop {
    // Loops of their own for nodes and for leaves, so that the invocations of a subgroup test triangles together: T. Aila
    // and S. Laine, "Understanding the efficiency of ray traversal on GPUs", HPG 2009, section 3.
    while (current & LEAF_BIT) == 0u {
      height = push_children(nodes[current], segment, (*found).limit, height);
      current = pop(&height, (*found).limit);
    }
    if current == DONE || test_slots(segment, leaf_first(current), leaf_count(current), found) {
      return;
    }
    current = pop(&height, (*found).limit);
  }
}

@if(!brute_force)
fn pop(height: ptr<function, u32>, limit: f32) -> u32 {
  while *height > 0u {
    *height -= 1u;
    @if(nearest) {
      if stack_entries[*height] > limit {
        continue;
      }
    }
    return stack[*height];
  }
  return DONE;
}

@if(!brute_force)
fn push_children(node: WideNode, segment: Segment, limit: f32, height: u32) -> u32 {
  let exponents = (vec3u(node.exponents) >> vec3u(0u, 8u, 16u)) & vec3u(0xffu);
  let step = bitcast<vec3f>(exponents << vec3u(23u)) * segment.inverse;
  let offset = (node.origin - segment.start) * segment.inverse;
  let slack = (abs(offset) + GRID_CELLS * abs(step)) * SLACK;
  let backwards = segment.inverse < vec3f(0.0);
  let near = select(node.low, node.high, backwards);
  let far = select(node.high, node.low, backwards);
  let near_offset = offset - slack;
  let far_offset = offset + slack;
  let enter = max(
    max(unpack_bytes(near.x) * step.x + near_offset.x, unpack_bytes(near.y) * step.y + near_offset.y),
    max(unpack_bytes(near.z) * step.z + near_offset.z, vec4f(0.0)),
  );
  let leave = min(
    min(unpack_bytes(far.x) * step.x + far_offset.x, unpack_bytes(far.y) * step.y + far_offset.y),
    min(unpack_bytes(far.z) * step.z + far_offset.z, vec4f(limit)),
  );
  // Where numbers have overflowed, comparisons are false.
  let entered = !(enter > leave) & (node.children != vec4u(NO_CHILD));
  @if(nearest) {
    return push_sorted(height, select(vec4f(NO_HIT_T), select(vec4f(0.0), enter, enter > vec4f(0.0)), entered), node.children);
  }
  @if(!nearest) {
    // Each is written, and kept where the height goes beyond it.
    var top = height;
    stack[top] = node.children.x;
    top += u32(entered.x);
    stack[top] = node.children.y;
    top += u32(entered.y);
    stack[top] = node.children.z;
    top += u32(entered.z);
    stack[top] = node.children.w;
    return top + u32(entered.w);
  }
}

@if(!brute_force)
fn unpack_bytes(word: u32) -> vec4f {
  return vec4f((vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu));
}

// Pushes the children that are entered, the farthest first.
@if(!brute_force && nearest)
fn push_sorted(height: u32, enter: vec4f, children: vec4u) -> u32 {
  // A sorting network: pairs, then pairs of these, then the middle.
  let swap_pairs = enter.xz < enter.yw;
  let low_pair = select(enter.yw, enter.xz, swap_pairs);
  let high_pair = select(enter.xz, enter.yw, swap_pairs);
  let low_children = select(children.yw, children.xz, swap_pairs);
  let high_children = select(children.xz, children.yw, swap_pairs);
  let lows_ordered = low_pair.x < low_pair.y;
  let highs_ordered = high_pair.x < high_pair.y;
  let first = select(low_pair.y, low_pair.x, lows_ordered);
  let middle_a = select(low_pair.x, low_pair.y, lows_ordered);
  let middle_b = select(high_pair.y, high_pair.x, highs_ordered);
  let last = select(high_pair.x, high_pair.y, highs_ordered);
  let first_child = select(low_children.y, low_children.x, lows_ordered);
  let middle_child_a = select(low_children.x, low_children.y, lows_ordered);
  let middle_child_b = select(high_children.y, high_children.x, highs_ordered);
  let last_child = select(high_children.x, high_children.y, highs_ordered);
  let middle_ordered = middle_a < middle_b;
  var top = push(height, last, last_child);
  top = push(top, max(middle_a, middle_b), select(middle_child_a, middle_child_b, middle_ordered));
  top = push(top, min(middle_a, middle_b), select(middle_child_b, middle_child_a, middle_ordered));
  return push(top, first, first_child);
}

@if(!brute_force && nearest)
fn push(height: u32, enter: f32, child: u32) -> u32 {
  if enter == NO_HIT_T {
    return height;
  }
  stack[height] = child;
  stack_entries[height] = enter;
  return height + 1u;
}
