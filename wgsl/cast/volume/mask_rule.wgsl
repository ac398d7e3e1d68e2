// Where a mask's labels are; src/cast/volume/brick-labels.ts writes it.

struct MaskRule {
  // Bricks along each axis.
  bricks: vec3u,
  // Affine map from the volume's index space to that of the labels.
  label_x: vec3f,
  label_y: vec3f,
  label_z: vec3f,
  label_origin: vec3f,
}
