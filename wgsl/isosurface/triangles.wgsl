// Writes the triangles of each cell, with the numbers that its vertices have among those of all slabs.

import package::isosurface::slab::{case_of, crosses, has_cell, point_at, point_count, point_index, slab};

@group(0) @binding(2) var<storage, read> case_counts: array<u32>;
// Edges are numbered as in src/mesh/cell-cases.ts.
@group(0) @binding(3) var<storage, read> case_edges: array<u32>;
@group(0) @binding(4) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(5) var<storage, read> triangle_offsets: array<u32>;
@group(0) @binding(6) var<storage, read_write> triangles: array<u32>;

override width = 64u;

const EDGES_PER_CASE = 15u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < point_count(); index += groups.x * width) {
    let cell = point_at(index);
    if has_cell(cell) {
      let inside = case_of(cell);
      let first = 3u * triangle_offsets[index];
      for (var corner = 0u; corner < 3u * case_counts[inside]; corner += 1u) {
        triangles[first + corner] = vertex_on(cell, case_edges[EDGES_PER_CASE * inside + corner]);
      }
    }
  }
}

fn vertex_on(cell: vec3u, edge: u32) -> u32 {
  let axis = edge >> 2u;
  let near = ((edge & 1u) << ((axis + 1u) % 3u)) | (((edge >> 1u) & 1u) << ((axis + 2u) % 3u));
  let point = cell + vec3u(near & 1u, (near >> 1u) & 1u, near >> 2u);
  var vertex = slab.first_vertex + vertex_offsets[point_index(point)];
  for (var before = 0u; before < axis; before += 1u) {
    vertex += u32(crosses(point, before));
  }
  return vertex;
}
