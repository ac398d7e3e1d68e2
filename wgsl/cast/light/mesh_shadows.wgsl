// Finds which cells of the light's grid opaque meshes hide from each light.

import package::cast::light::light_cells::{cell_at, cell_count, cell_position};
import package::cast::light::lights::scene_lights;
import package::cast::light::tree_ray::{TreeRay, is_blocked};
import package::cast::ray::hit::FARTHEST;

// Columns of the affine map from positions to the space of the tree.
struct TreeTransform {
  x: vec3f,
  y: vec3f,
  z: vec3f,
  origin: vec3f,
}

@group(0) @binding(46) var<uniform> tree_transform: TreeTransform;
@group(0) @binding(44) var shares: texture_storage_3d<rgba16float, write>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < cell_count(); index += groups.x * width) {
    let cell = cell_at(index);
    let position = cell_position(cell);
    let start = tree_transform.origin + position.x * tree_transform.x + position.y * tree_transform.y + position.z * tree_transform.z;
    var found = vec4f(1.0);
    for (var n = 0u; n < scene_lights.count; n += 1u) {
      let direction = scene_lights.lights[n].direction;
      if any(direction != vec3f(0.0)) && is_blocked(TreeRay(start, direction), FARTHEST) {
        found[n] = 0.0;
      }
    }
    textureStore(shares, cell, found);
  }
}
