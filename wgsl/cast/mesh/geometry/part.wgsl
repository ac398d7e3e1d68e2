// One mesh of a scene, and the space of all meshes' tree; src/cast/mesh/uniforms.ts writes them.

// Axes are the world's, about the middle of the meshes, which are about as large as 1 there.
struct MeshSpace {
  eye: vec3f,
  // Its lengths a unit of the world: a power of two, which rounds nothing.
  unit: f32,
  // Its lengths a length of the camera's view.
  per_view_length: f32,
}

// The unit of sums of normals, in fixed point: the angles about a vertex may add up to 128, twenty full turns, before 32 bits overflow.
const NORMAL_SCALE = 16777216.0;

// Takes a mesh's vertices into the world; positions are relative to an origin of their own on either side.
struct MeshTransform {
  // The columns of its matrix.
  x: vec3f,
  first_vertex: u32,
  y: vec3f,
  vertices: u32,
  z: vec3f,
  // Start of the normals of all vertices, after their positions.
  first_normal: u32,
  // The columns of its inverse's transpose, at any scale.
  normal_x: vec3f,
  // −1 where it turns a right hand into a left one, else 1.
  hand: f32,
  normal_y: vec3f,
  // Start of the vertices' tangents, and words from one to the next.
  first_tangent: u32,
  normal_z: vec3f,
  tangent_stride: u32,
}

struct MeshPart {
  // The mesh's origin in the world, from the eye, and what rounding took from it.
  offset: vec3f,
  first_vertex: u32,
  offset_low: vec3f,
  vertices: u32,
  first_triangle: u32,
  triangles: u32,
  // Start of the normals of all vertices, after their positions.
  first_normal: u32,
}
