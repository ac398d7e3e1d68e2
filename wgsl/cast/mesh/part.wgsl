// One mesh of a scene; src/cast/mesh/uniforms.ts writes it.

struct MeshPart {
  // The mesh's origin in the world, from the eye, and what rounding took from it.
  offset: vec3f,
  first_vertex: u32,
  offset_low: vec3f,
  vertices: u32,
  first_triangle: u32,
  triangles: u32,
  // Where the normals of all vertices begin, after their positions.
  first_normal: u32,
}
