// The camera, the volume and its appearance, as a frame's rays know them; src/cast/volume/uniforms.ts writes it.

// Camera and sampling in index space, lengths in units of the volume's smallest spacing. A place (x, y) of the image, in
// pixels right and up from its centre, looks from `eye` + x · eye_right + y · eye_up along `forward` + x · right + y · up.
struct View {
  eye: vec3f,
  // Length of (`right` · x) for x = 1 in the world, 0 where rays are parallel.
  pixel_slope: f32,
  eye_right: vec3f,
  // Distance between samples.
  step: f32,
  eye_up: vec3f,
  forward: vec3f,
  right: vec3f,
  up: vec3f,
}

// One of several isosurfaces.
struct Isosurface {
  color: vec3f,
  opacity: f32,
  texel: f32,
}

const MAX_ISOSURFACES = 8;

// Several values have surfaces, each with its colour and opacity.
override isosurfaces = false;

struct VolumeFrame {
  view: View,
  // Voxels.
  size: vec3f,
  // Step over the length that opacities are given for.
  opacity_exponent: f32,
  // A texel's place in the transfer table, in cells of it, is (texel − low) · scale.
  table_low: f32,
  table_scale: f32,
  table_cells: f32,
  // Texels outside this interval are wholly transparent.
  visible_low: f32,
  visible_high: f32,
  // The texel of the isosurface.
  iso: f32,
  // A gradient magnitude's place in its table, as a texel's in the transfer table.
  gradient_low: f32,
  gradient_scale: f32,
  gradient_cells: f32,
  // Columns of the matrix from texel differences between neighbours along x, y and z to the world's gradient of data
  // values a unit of length, over `gradient_unit`.
  gradient_x: vec3f,
  ambient: f32,
  gradient_y: vec3f,
  diffuse: f32,
  gradient_z: vec3f,
  specular: f32,
  // World direction towards the light; zero for a light at the eye.
  light: vec3f,
  shininess: f32,
  // The camera's world directions: a place (x, y) looks along forward + x · right + y · up.
  world_forward: vec3f,
  // Gradients from 1 over this on are shaded in full, in the same multiples.
  shading_gain: f32,
  world_right: vec3f,
  // The parts that rounding to f32 took from the view's step and slope.
  step_low: f32,
  world_up: vec3f,
  pixel_slope_low: f32,
  // Affine map from the volume's index space to that of the labels.
  label_x: vec3f,
  // The planes that bound the samples: the volume's box, half-spaces, and the cell of a part.
  planes: u32,
  label_y: vec3f,
  // Units of length for a unit of the meshes' depth.
  units_per_depth: f32,
  label_z: vec3f,
  bricks_per_voxel: f32,
  label_origin: vec3f,
  // Gradients are in multiples of this many data values, a power of two.
  gradient_unit: f32,
  // Indices of labels beyond which those on the faces go on, where the volume ends before they do; else far away.
  label_low: vec3f,
  label_high: vec3f,
  // World length of a unit.
  world_per_unit: f32,
  iso_count: u32,
  // Ordered by their values.
  isosurfaces: array<Isosurface, MAX_ISOSURFACES>,
  // Position in the texture of a part, from that in the whole volume, and the whole's index of the part's first voxel.
  part_scale: vec3f,
  // The first plane of the part's cell, and the first of those whose points are the next cell's.
  first_cell_plane: u32,
  part_offset: vec3f,
  first_open_plane: u32,
  part_first: vec3f,
  // Factor of a position in a volume in pages for its place in the atlas, and the size of a texel there.
  page_scale: vec3f,
  pages_per_voxel: f32,
  atlas_texel: vec3f,
  // Voxels along a page's side, of the border around it, and of both.
  page_side: f32,
  page_border: f32,
  slot_side: f32,
  // Whether the value of all voxels in the pages that a sparse store has nothing in has an opacity: 0 or 1.
  shows_empty: u32,
  // The attenuation of X-rays at a texel, a world unit of length, is texel · scale + offset, or nothing.
  attenuation_scale: f32,
  attenuation_offset: f32,
}

@group(0) @binding(4) var<uniform> volume: VolumeFrame;
