// The triangles that meet each of some boxes or balls. Counted first, and then listed.

import package::bvh::traversal::near_stack::{pop, push_children, start_stack};
import package::bvh::queries::points::point_query::PointQuery;
import package::bvh::queries::points::overlaps_region::{overlaps_ball, overlaps_box};
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::bvh::tree::{nodes, slots};
import package::bvh::traversal::ray::{DONE, NOWHERE};
import package::bvh::wide_node::{
  BYTE_SCALES, CHILD_BITS, GRID_CELLS, LAST_BIAS, LEAF_BIT, child_bytes, grid_step, leaf_count, leaf_first,
};

@group(0) @binding(0) var<uniform> query: PointQuery;
// The low corner of each box, then its high corner; or the centre of each ball, then its radius.
@group(0) @binding(1) var<storage, read> regions: array<f32>;
// How many triangles there are of each region; then how many there are before those of each.
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> triangles: array<u32>;

override width = 64u;
// The regions are balls, not boxes.
override balls = false;
// Triangles are listed, not counted.
override lists = false;

// More than what rounding does to a place on a node's grid, of the way to it.
const SLACK = 0x1p-20f;
// All children that overlap are as near.
const LIMIT = 3;

// A box, or a ball and the box around it.
struct Region {
  low: vec3f,
  high: vec3f,
  center: vec3f,
  radius: f32,
}

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < query.points; index += groups.x * width) {
    let region = read_region(index);
    var count = select(0u, counts[index], lists);
    var height = start_stack();
    loop {
      var current = pop(NOWHERE, 0u, LIMIT, &height);
      while (current & LEAF_BIT) == 0u {
        current = push_children(find_overlaps(current, region.low, region.high), current, LIMIT, &height);
      }
      if current == DONE {
        break;
      }
      let end = leaf_first(current) + leaf_count(current);
      for (var slot = leaf_first(current); slot < end; slot += 1u) {
        if meets(slot, region) {
          if lists { triangles[count] = slots[slot].id; }
          count += 1u;
        }
      }
    }
    if !lists { counts[index] = count; }
  }
}

fn read_region(index: u32) -> Region {
  if balls {
    let center = read_place(4u * index);
    let radius = regions[4u * index + 3u];
    let slack = SLACK * (abs(center) + radius);
    return Region(center - radius - slack, center + radius + slack, center, radius);
  }
  return Region(read_place(6u * index), read_place(6u * index + 3u), vec3f(0.0), 0.0);
}

fn meets(slot: u32, region: Region) -> bool {
  let triangle = &slots[slot];
  if (*triangle).id == NO_TRIANGLE { return false; }
  if balls { return overlaps_ball((*triangle).a, (*triangle).b, (*triangle).c, region.center, region.radius); }
  return overlaps_box((*triangle).a, (*triangle).b, (*triangle).c, region.low, region.high);
}

fn read_place(first: u32) -> vec3f {
  return vec3f(regions[first], regions[first + 1u], regions[first + 2u]);
}

// 0 for each child whose box overlaps, else NOWHERE.
fn find_overlaps(node: u32, low: vec3f, high: vec3f) -> vec4i {
  let here = &nodes[node];
  let origin = (*here).origin;
  let step = grid_step((*here).grid);
  let slack = SLACK * (max(abs(origin - low), abs(origin - high)) + GRID_CELLS * step);
  let x = overlaps_along((*here).low.x, (*here).high.x, step.x, origin.x, low.x - slack.x, high.x + slack.x);
  let y = overlaps_along((*here).low.y, (*here).high.y, step.y, origin.y, low.y - slack.y, high.y + slack.y);
  let z = overlaps_along((*here).low.z, (*here).high.z, step.z, origin.z, low.z - slack.z, high.z + slack.z);
  let is_there = (vec4u((*here).grid) & CHILD_BITS) != vec4u(0u);
  return select(vec4i(NOWHERE), vec4i(0), x & y & z & is_there);
}

fn overlaps_along(lows: u32, highs: u32, step: f32, origin: f32, low: f32, high: f32) -> vec4<bool> {
  let last = vec4f(0.0, 0.0, 0.0, step * f32(LAST_BIAS));
  let child_low = child_bytes(lows) * (step * BYTE_SCALES) + last;
  let child_high = child_bytes(highs) * (step * BYTE_SCALES) + last;
  return (child_low <= vec4f(high - origin)) & (child_high >= vec4f(low - origin));
}
