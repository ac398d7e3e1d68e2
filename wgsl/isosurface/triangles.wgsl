// Writes the triangles of each cell, with the numbers that its vertices have among those of all slabs. Outlines are cut along their
// shortest diagonals, whatever the order of the axes.

import package::isosurface::slab::{case_of, crosses, crossing_share, has_cell, point_at, point_count, point_index, slab};

// src/mesh/cell-cases.ts says what they are.
@group(0) @binding(2) var<storage, read> cases: array<u32>;
@group(0) @binding(4) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(5) var<storage, read> triangle_offsets: array<u32>;
@group(0) @binding(6) var<storage, read_write> triangles: array<u32>;

override width = 64u;

// LOOP_EDGES_MAX and PLACE_BITS of src/mesh/cell-cases.ts.
const LOOP_EDGES_MAX = 7;
const PLACE_BITS = 4u;

// Fraction by which sums of squared lengths differ by more than rounding, and cells' volumes likewise.
const COST_ROUNDING = 1e-4;
const BULGE_ROUNDING = 1e-5;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < point_count(); index += groups.x * width) {
    let cell = point_at(index);
    if has_cell(cell) {
      write_cell(cell, 3u * triangle_offsets[index]);
    }
  }
}

fn write_cell(cell: vec3u, first_corner: u32) {
  var corner = first_corner;
  var at = cases[case_of(cell)];
  let loop_count = cases[at];
  at += 1u;
  for (var n = 0u; n < loop_count; n += 1u) {
    let edge_count = cases[at];
    let cut_count = cases[at + 1u];
    let first_edge = at + 2u;
    let first_cut = first_edge + edge_count;
    let per_cut = edge_count - 2u;
    let cut = first_cut + per_cut * best_cut(cell, first_edge, edge_count, first_cut, cut_count);
    for (var triangle = 0u; triangle < per_cut; triangle += 1u) {
      let places = places_of(cases[cut + triangle]);
      triangles[corner] = vertex_on(cell, cases[first_edge + places.x]);
      triangles[corner + 1u] = vertex_on(cell, cases[first_edge + places.y]);
      triangles[corner + 2u] = vertex_on(cell, cases[first_edge + places.z]);
      corner += 3u;
    }
    at = first_cut + per_cut * cut_count;
  }
}

fn places_of(triangle: u32) -> vec3u {
  return (vec3u(triangle) >> vec3u(0u, PLACE_BITS, 2u * PLACE_BITS)) & vec3u((1u << PLACE_BITS) - 1u);
}

// The cut with the shortest diagonals; of several, the one that bulges outwards the most.
fn best_cut(cell: vec3u, first_edge: u32, edge_count: u32, first_cut: u32, cut_count: u32) -> u32 {
  if cut_count == 1u {
    return 0u;
  }
  var outline: array<vec3f, LOOP_EDGES_MAX>;
  var center = vec3f(0.0);
  for (var n = 0u; n < edge_count; n += 1u) {
    outline[n] = place_on(cell, cases[first_edge + n]);
    center += outline[n] / f32(edge_count);
  }
  let per_cut = edge_count - 2u;
  var best = 0u;
  var least = 1e30;
  var largest = 0.0;
  for (var cut = 0u; cut < cut_count; cut += 1u) {
    var cost = 0.0;
    var bulge = 0.0;
    for (var n = 0u; n < per_cut; n += 1u) {
      let places = places_of(cases[first_cut + per_cut * cut + n]);
      let a = outline[places.x] - center;
      let b = outline[places.y] - center;
      let c = outline[places.z] - center;
      cost += dot(b - a, b - a) + dot(c - b, c - b) + dot(a - c, a - c);
      bulge += dot(a, cross(b, c));
    }
    let is_shorter = cost < least * (1.0 - COST_ROUNDING);
    let is_as_short = cost <= least * (1.0 + COST_ROUNDING);
    if is_shorter || (is_as_short && bulge > largest + BULGE_ROUNDING) {
      best = cut;
      least = select(min(least, cost), cost, is_shorter);
      largest = bulge;
    }
  }
  return best;
}

// An edge is numbered as in src/mesh/cell-cases.ts.
struct Edge {
  point: vec3u,
  axis: u32,
}

fn edge_of(cell: vec3u, edge: u32) -> Edge {
  let axis = edge >> 2u;
  let near = ((edge & 1u) << ((axis + 1u) % 3u)) | (((edge >> 1u) & 1u) << ((axis + 2u) % 3u));
  return Edge(cell + vec3u(near & 1u, (near >> 1u) & 1u, near >> 2u), axis);
}

fn vertex_on(cell: vec3u, edge: u32) -> u32 {
  let on = edge_of(cell, edge);
  var vertex = slab.first_vertex + vertex_offsets[point_index(on.point)];
  for (var before = 0u; before < on.axis; before += 1u) {
    vertex += u32(crosses(on.point, before));
  }
  return vertex;
}

// Points in the cell's own coordinates, from 0 to 1: what is cut is nearly the same there as in the world.
fn place_on(cell: vec3u, edge: u32) -> vec3f {
  let on = edge_of(cell, edge);
  let share = crossing_share(on.point, on.axis);
  return vec3f(on.point - cell) + share * vec3f(vec3u(on.axis) == vec3u(0u, 1u, 2u));
}
