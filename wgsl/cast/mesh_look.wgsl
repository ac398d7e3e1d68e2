// What surfaces look like, and where their shading finds its data; src/cast/mesh-uniforms.ts writes it.

import package::shared::blinn_phong::Lighting;

struct MeshLook {
  lighting: Lighting,
  // World direction towards the light; zero for a light at the eye.
  light: vec3f,
  // 1 where the background shows through, 0 for straight alpha.
  background_opacity: f32,
  background: vec3f,
  // Rays a pixel.
  samples: u32,
  // Of meshes without colours of their own.
  color: vec3f,
  // How far a shadow ray starts from the surface, in distances of the hit from the eye.
  shadow_offset: f32,
  // The axes of the light's view in the camera's.
  light_right: vec3f,
  // Slabs of the light's bins.
  light_slabs: u32,
  light_up: vec3f,
  // Tiles along each side.
  light_tiles: u32,
  light_forward: vec3f,
  // Where the light's triangles begin.
  light_triangles: u32,
  // Where in the vertices normals and colours begin.
  first_normal: u32,
  first_color: u32,
  // Where in the output ids, distances and counts of tests begin.
  first_id: u32,
  first_distance: u32,
  first_tests: u32,
}
