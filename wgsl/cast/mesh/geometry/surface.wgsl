// Finds out, when vertices have moved, which triangles cannot be drawn, and sums up the normals at each vertex.

import package::cast::mesh::face::{FACE_SKIPPED, MeshFace};
import package::cast::mesh::geometry::part::{MeshPart, NORMAL_SCALE};

@group(0) @binding(0) var<uniform> part: MeshPart;
// First the positions, of all vertices.
@group(0) @binding(1) var<storage, read> vertices: array<f32>;
@group(0) @binding(2) var<storage, read_write> faces: array<MeshFace>;
@group(0) @binding(3) var<storage, read_write> skipped: atomic<u32>;
// Fixed point: sums of integers are the same in any order.
@if(normals) @group(0) @binding(4) var<storage, read_write> normal_sums: array<atomic<i32>>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.triangles; index += groups.x * width) {
    let face = faces[part.first_triangle + index];
    var skip = max(face.x, max(face.y, face.z)) >= part.first_vertex + part.vertices;
    if !skip {
      let a = position_of(face.x);
      let ab = position_of(face.y) - a;
      let ac = position_of(face.z) - a;
      skip = !(is_finite(a) && is_finite(ab) && is_finite(ac)) || !has_area(ab, ac);
      @if(normals) if !skip {
        add_normals(face, ab, ac);
      }
    }
    faces[part.first_triangle + index].w = select(face.w & ~FACE_SKIPPED, face.w | FACE_SKIPPED, skip);
    if skip {
      atomicAdd(&skipped, 1u);
    }
  }
}

fn position_of(vertex: u32) -> vec3f {
  return vec3f(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]);
}

// Compilers may assume that no number is NaN or infinite; bits are safe.
fn is_finite(v: vec3f) -> bool {
  return all((bitcast<vec3u>(v) & vec3u(0x7f800000u)) != vec3u(0x7f800000u));
}

// Whether the cross product is not zero. Products are compared and not subtracted, since a fused subtraction may leave
// what rounding took from one of them.
fn has_area(ab: vec3f, ac: vec3f) -> bool {
  let size = max(max(abs(ab.x), abs(ab.y)), abs(ab.z)) + max(max(abs(ac.x), abs(ac.y)), abs(ac.z));
  if size == 0.0 {
    return false;
  }
  // Keeps products of small lengths from being flushed to zero.
  let u = ab / size;
  let v = ac / size;
  return any(u.yzx * v.zxy != u.zxy * v.yzx);
}

// Each corner's normal has the weight of its angle: G. Thürmer and C. A. Wüthrich, "Computing vertex normals from
// polygonal facets", 1998.
@if(normals)
fn add_normals(face: MeshFace, ab: vec3f, ac: vec3f) {
  let size = max(length(ab), length(ac));
  let u = ab / size;
  let v = ac / size;
  let normal = cross(u, v);
  let area = length(normal);
  if area == 0.0 {
    return;
  }
  let w = v - u;
  let cosines = vec3f(dot(u, v), -dot(u, w), dot(v, w));
  // A loop, since compilers inline `atan2` at each call. All three corners are alike: triangles that differ in their order alone must
  // cancel where they face opposite ways.
  for (var corner = 0u; corner < 3u; corner += 1u) {
    add_normal(face[corner], normal * (atan2(area, cosines[corner]) / area));
  }
}

@if(normals)
fn add_normal(vertex: u32, normal: vec3f) {
  let fixed = vec3i(round(normal * NORMAL_SCALE));
  atomicAdd(&normal_sums[3u * vertex], fixed.x);
  atomicAdd(&normal_sums[3u * vertex + 1u], fixed.y);
  atomicAdd(&normal_sums[3u * vertex + 2u], fixed.z);
}
