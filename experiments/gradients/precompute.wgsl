// Central differences of every voxel, into the texture that cast.wgsl fetches gradients from.

@group(0) @binding(0) var voxels: texture_3d<f32>;
// The format is replaced by the one that is measured.
@group(0) @binding(1) var gradients: texture_storage_3d<rgba16float, write>;

// 1 over the gradient that is lit in full.
override strength_gain = 1.0;
// Whether to store the unit normal with the strength of the light, for 8 bits, or else the gradient itself.
override as_normal = false;
// Factor of gradients, so that the format can hold them.
override stored_scale = 1.0;
// Voxels along x for an invocation.
override run = 4u;

fn load(voxel: vec3i) -> f32 {
  return textureLoad(voxels, clamp(voxel, vec3i(0), vec3i(textureDimensions(voxels)) - 1), 0).x;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec3i(textureDimensions(voxels));
  let runs = (size.x + i32(run) - 1) / i32(run);
  var voxel = vec3i(i32(id.x) % runs * i32(run), i32(id.x) / runs, i32(id.y));
  if voxel.y >= size.y {
    return;
  }
  let end = min(voxel.x + i32(run), size.x);
  var before = load(voxel - vec3i(1, 0, 0));
  var here = load(voxel);
  for (; voxel.x < end; voxel.x += 1) {
    let after = load(voxel + vec3i(1, 0, 0));
    let gradient = 0.5 * strength_gain * vec3f(
      after - before,
      load(voxel + vec3i(0, 1, 0)) - load(voxel - vec3i(0, 1, 0)),
      load(voxel + vec3i(0, 0, 1)) - load(voxel - vec3i(0, 0, 1)),
    );
    let magnitude = length(gradient);
    let normal = vec4f(gradient / max(magnitude, 1e-30), min(magnitude, 1.0));
    textureStore(gradients, voxel, select(vec4f(stored_scale * gradient, 0.0), normal, as_normal));
    before = here;
    here = after;
  }
}
