// A triangle of the mesh that a tree is built of, and its box.

import package::bvh::box::{Box, empty_box};
import package::bvh::mesh_size::MeshSize;

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;

struct MeshCorners {
  a: vec3f,
  b: vec3f,
  c: vec3f,
  // Whether there are three, with finite positions.
  exist: bool,
}

fn corners_of(triangle: u32) -> MeshCorners {
  let vertices = vec3u(indices[3u * triangle], indices[3u * triangle + 1u], indices[3u * triangle + 2u]);
  if any(vertices >= vec3u(size.vertices)) {
    return MeshCorners(vec3f(0.0), vec3f(0.0), vec3f(0.0), false);
  }
  let a = read_position(vertices.x);
  let b = read_position(vertices.y);
  let c = read_position(vertices.z);
  return MeshCorners(a, b, c, is_finite(a) && is_finite(b) && is_finite(c));
}

fn box_of(corners: MeshCorners) -> Box {
  if !corners.exist { return empty_box(); }
  let b = corners.b;
  let c = corners.c;
  return Box(min(min(corners.a, b), c), max(max(corners.a, b), c));
}

fn read_position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

// Looks at the exponents, since a compiler may assume that no number is infinite or NaN.
fn is_finite(position: vec3f) -> bool {
  return all((bitcast<vec3u>(position) & vec3u(0x7f800000u)) != vec3u(0x7f800000u));
}
