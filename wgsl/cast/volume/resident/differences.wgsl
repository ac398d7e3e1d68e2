// Central differences of a volume's voxels along each axis, in texels for a voxel. The texture has one texel more on each side of the
// volume, beyond its edge: filtered, it gives the differences of the filtered volume, which is clamped there.

import package::cast::volume::sample::{texel_of, voxels};

@group(0) @binding(67) var differences: texture_storage_3d<rgba32float, write>;

override width = 64u;

// A row for an invocation.
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let size = textureDimensions(differences);
  let last = vec3i(size) - 3;
  for (var row = id.x; row < size.y * size.z; row += groups.x * width) {
    let place = vec2u(row % size.y, row / size.y);
    // The voxels before, at and after it.
    let y = clamp(vec3i(i32(place.x)) - vec3i(2, 1, 0), vec3i(0), vec3i(last.y));
    let z = clamp(vec3i(i32(place.y)) - vec3i(2, 1, 0), vec3i(0), vec3i(last.z));
    var before = load(0, y.y, z.y);
    var here = before;
    for (var x = 0u; x < size.x; x += 1u) {
      let column = clamp(i32(x) - 1, 0, last.x);
      let after = load(min(i32(x), last.x), y.y, z.y);
      let along_y = load(column, y.z, z.y) - load(column, y.x, z.y);
      let along_z = load(column, y.y, z.z) - load(column, y.y, z.x);
      textureStore(differences, vec3u(x, place), vec4f(0.5 * vec3f(after - before, along_y, along_z), 0.0));
      before = here;
      here = after;
    }
  }
}

fn load(x: i32, y: i32, z: i32) -> f32 {
  return texel_of(textureLoad(voxels, vec3i(x, y, z), 0));
}
