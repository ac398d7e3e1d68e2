// The space that meshes are binned and cast in: x to the right, y up and z ahead of an eye at zero, in units near the
// camera's distance. A camera has such a view, and a light that casts shadows. src/cast/mesh/uniforms.ts writes it.

// Whether the camera's rays are parallel.
override orthographic = false;

struct MeshTriangle {
  // Its corners; beside the first one, the depth that the triangle is binned by.
  a: vec4f,
  b: vec4f,
  c: vec4f,
}

struct LightExtent {
  // The corner of the first tile.
  low: vec2f,
  tiles_per_length: vec2f,
}

struct MeshView {
  // World directions of the axes.
  right: vec3f,
  // View lengths a unit of the world: a power of two, which rounds nothing.
  unit: f32,
  up: vec3f,
  // The width of a pixel: in perspective as a slope, x / z; where rays are parallel, as a length.
  pixel: f32,
  forward: vec3f,
  inverse_pixel: f32,
  // The column and the row of the z axis; pixels have their centres at whole numbers.
  center: vec2f,
  // How far from a pixel's centre its rays may be, in pixels.
  ray_spread: f32,
  // 1 to cull back faces, −1 to cull front faces, 0 for neither.
  cull: f32,
  width: u32,
  height: u32,
  vertices: u32,
  triangles: u32,
  // Start of its triangles in the buffer of all views' triangles.
  first_triangle: u32,
}
