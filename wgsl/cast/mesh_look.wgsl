// What surfaces look like, and where their shading finds its data; src/cast/mesh-uniforms.ts writes it.

import package::shared::blinn_phong::Lighting;

struct MeshLook {
  lighting: Lighting,
  // World direction towards the light; zero for a light at the eye.
  light: vec3f,
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
  // Colours, for meshes without their own, and opacities; a mesh has one of them.
  styles: array<vec4f, MAX_MESH_STYLES>,
}

const MAX_MESH_STYLES = 64;

@group(0) @binding(18) var<uniform> look: MeshLook;
