// How far the first crossing of each segment is that is none of a triangle at its start.

import package::bvh::queries::thickness::inward_segments::InwardPiece;

@group(0) @binding(0) var<uniform> piece: InwardPiece;
// How many crossings there are before those of each segment, and in all.
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
// Each is a triangle, t, u and v, the nearest to the start first.
@group(0) @binding(2) var<storage, read> crossings: array<vec4u>;
@if(vertices) @group(0) @binding(3) var<storage, read> positions: array<f32>;
@if(vertices) @group(0) @binding(4) var<storage, read> indices: array<u32>;
@group(0) @binding(5) var<storage, read_write> thicknesses: array<u32>;

override width = 64u;

const INFINITE_BITS = 0x7f800000u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.places; index += groups.x * width) {
    var thickness = INFINITE_BITS;
    for (var at = offsets[index]; at < offsets[index + 1u]; at += 1u) {
      let crossing = crossings[at];
      if !meets_start(piece.first + index, crossing.x) {
        thickness = bitcast<u32>(bitcast<f32>(crossing.y) * abs(piece.reach));
        break;
      }
    }
    thicknesses[index] = thickness;
  }
}

@if(!vertices)
fn meets_start(place: u32, triangle: u32) -> bool {
  return triangle == place;
}

// Whether a corner is where the vertex is, under the same number or another.
@else
fn meets_start(place: u32, triangle: u32) -> bool {
  let start = read_position(place);
  for (var corner = 0u; corner < 3u; corner += 1u) {
    if all(read_position(indices[3u * triangle + corner]) == start) {
      return true;
    }
  }
  return false;
}

@if(vertices)
fn read_position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}
