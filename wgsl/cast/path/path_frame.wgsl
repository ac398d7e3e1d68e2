// Uniforms of paths of light; src/cast/path/uniforms.ts writes it. Places are positions: from 0 to 1 over the volume,
// or where there is none, in the space of the tree. Directions are of unit length in the world.

struct PathFrame {
  // A place (x, y) of the image, in pixels right and up from its centre, looks from `eye` + x · eye_right + y · eye_up …
  eye: vec3f,
  seed: u32,
  eye_right: vec3f,
  // Paths of each pixel that frames before had.
  first_path: u32,
  eye_up: vec3f,
  // Factor from extinction per unit of opacity to that per unit of length, and the majorant.
  density: f32,
  // … along forward + x · right + y · up.
  forward: vec3f,
  majorant: f32,
  right: vec3f,
  // The light that paths see which leave everything: `ENVIRONMENT_…`, unless it is a panorama.
  environment: u32,
  up: vec3f,
  // Columns of the map from world directions to changes of position, for a unit of length.
  way_x: vec3f,
  // The tree's lengths for a unit of length.
  tree_unit: f32,
  way_y: vec3f,
  way_z: vec3f,
  // Columns of the affine map from positions to the space of the tree.
  tree_x: vec3f,
  tree_y: vec3f,
  tree_z: vec3f,
  tree_origin: vec3f,
  // The camera's axes in the world, for lights that it carries.
  camera_right: vec3f,
  // Probability per steradian that a direction is drawn from a panorama, for each unit of red, green and blue above the mean.
  environment_density: f32,
  camera_up: vec3f,
  camera_back: vec3f,
  // The light around, averaged over all directions.
  mean_light: vec3f,
  // Factor of all light, and the tone curve by its number.
  exposure: f32,
  tone: u32,
  // 1 where light is counted in linear space, and encoded when it is shown.
  is_linear: u32,
  // Mean cosine of the angle by which a medium scatters light.
  anisotropy: f32,
  // The share of surfaces that a coat covers, and the width of the distribution of its normals.
  coat: f32,
  coat_width: f32,
  // The share of light from everywhere that the coat reflects, and those of cosines evenly from 0 to 1.
  coat_mean: f32,
  coat_albedos: array<vec4f, 8>,
  // Half the diameter of a lens to the right and up, as changes of position, and over the distance of what is sharp.
  lens_right: vec3f,
  // 1 where light comes through a lens.
  has_lens: u32,
  lens_up: vec3f,
  focus_right: vec3f,
  focus_up: vec3f,
  // 1 where free paths are longer than bricks, as the majorant has them.
  is_thin: u32,
  // A ground of shadows, in positions: n · p + d is 0 on it, as in `ground`; its world normal, and the light that it reflects where
  // nothing is in the way. `has_ground` is 1 where there is one.
  ground: vec4f,
  ground_normal: vec3f,
  ground_light: f32,
  has_ground: u32,
  // 1 where paths that meet nothing see the light around; else nothing is there.
  shows_environment: u32,
  // The most light, as the mean of its channels, that a path may bring of one place after several scatterings.
  most_indirect: f32,
  // Heights of the image at the camera's target for a unit of length.
  depth_scale: f32,
}

@group(0) @binding(34) var<uniform> frame: PathFrame;

fn way_of(direction: vec3f) -> vec3f {
  return direction.x * frame.way_x + direction.y * frame.way_y + direction.z * frame.way_z;
}
