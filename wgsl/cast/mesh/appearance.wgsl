// The appearance of surfaces, and where their shading finds its data; src/cast/mesh/uniforms.ts writes it.

import package::shared::blinn_phong::Lighting;
import package::cast::mesh::face::{MeshFace, style_of};

// Surfaces may show what is behind them.
@if(translucent) const TRANSLUCENT = true;
@else const TRANSLUCENT = false;

fn opacity_of_style(face: MeshFace) -> f32 {
  if TRANSLUCENT { return appearance.styles[style_of(face)].opacity; }
  return 1.0;
}

struct MeshAppearance {
  lighting: Lighting,
  // World direction towards the light; zero for a light at the eye.
  light: vec3f,
  // How far from the surface rays that leave it start, in lengths of the way from the eye.
  ray_offset: f32,
  // The axes of the light's view in the camera's.
  light_right: vec3f,
  // Slabs of the light's bins.
  light_slabs: u32,
  light_up: vec3f,
  // Tiles along each side.
  light_tiles: u32,
  light_forward: vec3f,
  // Start of the light's triangles.
  light_triangles: u32,
  // Starts of normals, colours, coordinates in images, and images in the vertices.
  first_normal: u32,
  first_color: u32,
  first_coordinate: u32,
  first_image: u32,
  // Start of the words of vertices for materials, how many each has, and the start of the materials themselves.
  first_vertex_material: u32,
  vertex_material_words: u32,
  first_material: u32,
  // How often light is mirrored at most.
  reflections: u32,
  // Rays of ambient occlusion, and their length in the space of the tree.
  occlusion_rays: u32,
  occlusion_distance: f32,
  // Rays to each light, and the radius of a light's disk at a distance of 1.
  shadow_rays: u32,
  light_radius: f32,
  // A mesh has one of them.
  styles: array<MeshStyle, MAX_MESH_STYLES>,
}

struct MeshStyle {
  // Colour of meshes without their own.
  color: vec3f,
  opacity: f32,
  reflectivity: f32,
  // Its finish, which paths of light see; an index of refraction of 0 where it has none.
  metallic: f32,
  // Width of the distribution of normals.
  facet_width: f32,
  transmission: f32,
  ior: f32,
}

const MAX_MESH_STYLES = 64;

@group(0) @binding(18) var<uniform> appearance: MeshAppearance;
