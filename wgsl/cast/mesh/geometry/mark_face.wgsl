// Finds out which triangles cannot be drawn. `surface` and `surface_normals` import it.

import package::cast::mesh::face::{FACE_SKIPPED, MeshFace};
import package::cast::mesh::geometry::part::MeshPart;

@group(0) @binding(0) var<uniform> part: MeshPart;
// First the positions, of all vertices.
@group(0) @binding(1) var<storage, read> vertices: array<f32>;
@group(0) @binding(2) var<storage, read_write> faces: array<MeshFace>;
@group(0) @binding(3) var<storage, read_write> skipped: atomic<u32>;

struct Surface {
  face: MeshFace,
  // Edges from the first corner.
  ab: vec3f,
  ac: vec3f,
  // Whether the triangle cannot be drawn.
  skip: bool,
}

// Marks a triangle of the part as one that can or cannot be drawn.
fn mark_face(index: u32) -> Surface {
  let face = faces[part.first_triangle + index];
  var surface = Surface(face, vec3f(), vec3f(), max(face.x, max(face.y, face.z)) >= part.first_vertex + part.vertices);
  if !surface.skip {
    let a = position_of(face.x);
    surface.ab = position_of(face.y) - a;
    surface.ac = position_of(face.z) - a;
    surface.skip = !(is_finite(a) && is_finite(surface.ab) && is_finite(surface.ac)) || !has_area(surface.ab, surface.ac);
  }
  faces[part.first_triangle + index].w = select(face.w & ~FACE_SKIPPED, face.w | FACE_SKIPPED, surface.skip);
  if surface.skip {
    atomicAdd(&skipped, 1u);
  }
  return surface;
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
