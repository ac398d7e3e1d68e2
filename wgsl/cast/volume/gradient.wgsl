// The gradient in the world, in data values a unit of length: central differences, a voxel to each side.

import package::cast::volume::sample::{linear_clamped, load, sample_volume};
import package::cast::volume::volume_frame::volume;

// The samples of a gradient share the voxels that they interpolate; isosurfaces are found by voxels too.
@if(shared_gradients) const SHARES_VOXELS = true;
@else const SHARES_VOXELS = false;

// Central differences of the voxels, which src/cast/volume/resident/differences.ts describes.
@group(0) @binding(67) var differences: texture_3d<f32>;

// The map from differences of samples to gradients.
struct Gradients {
  // A voxel's size where the volume runs from 0 to 1, or where its differences do.
  voxel: vec3f,
  // Columns of the map from differences to the world.
  x: vec3f,
  y: vec3f,
  z: vec3f,
}

fn load_gradients() -> Gradients {
  @if(stored_gradients) let voxel = 1.0 / (volume.size + 2.0);
  @else let voxel = 1.0 / volume.size;
  return Gradients(voxel, volume.gradient_x, volume.gradient_y, volume.gradient_z);
}

fn sample_gradient(position: vec3f) -> vec3f {
  return sample_gradient_by(load_gradients(), position);
}

@if(stored_gradients)
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  // A voxel in from the side, as is what lies between both sides.
  let place = fma(position, 1.0 - 2.0 * gradients.voxel, gradients.voxel);
  let difference = textureSampleLevel(differences, linear_clamped, place, 0.0).xyz;
  return difference.x * gradients.x + difference.y * gradients.y + difference.z * gradients.z;
}
@elif(shared_gradients)
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  return gradient_of_voxels(position);
}
@else
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  let x = vec3f(gradients.voxel.x, 0.0, 0.0);
  let y = vec3f(0.0, gradients.voxel.y, 0.0);
  let z = vec3f(0.0, 0.0, gradients.voxel.z);
  let difference = 0.5 * vec3f(
    sample_volume(position + x) - sample_volume(position - x),
    sample_volume(position + y) - sample_volume(position - y),
    sample_volume(position + z) - sample_volume(position - z),
  );
  return difference.x * gradients.x + difference.y * gradients.y + difference.z * gradients.z;
}

// Takes the voxels that the six samples share: eight around the position, and four beyond each of their faces.
fn gradient_of_voxels(position: vec3f) -> vec3f {
  let index = position * volume.size - 0.5;
  let base = vec3i(floor(index));
  let w = index - floor(index);
  let last = vec3i(volume.size) - 1;
  let a = clamp(base - 1, vec3i(0), last);
  let b = clamp(base, vec3i(0), last);
  let c = clamp(base + 1, vec3i(0), last);
  let d = clamp(base + 2, vec3i(0), last);
  // Edges along x of the eight: (y, z) at b or c.
  let bb = vec2f(load(b.x, b.y, b.z), load(c.x, b.y, b.z));
  let cb = vec2f(load(b.x, c.y, b.z), load(c.x, c.y, b.z));
  let bc = vec2f(load(b.x, b.y, c.z), load(c.x, b.y, c.z));
  let cc = vec2f(load(b.x, c.y, c.z), load(c.x, c.y, c.z));
  // The planes of b and c across each axis, and those beyond.
  let x = mix(mix(bb, cb, w.y), mix(bc, cc, w.y), w.z);
  let x_a = mix(mix(load(a.x, b.y, b.z), load(a.x, c.y, b.z), w.y), mix(load(a.x, b.y, c.z), load(a.x, c.y, c.z), w.y), w.z);
  let x_d = mix(mix(load(d.x, b.y, b.z), load(d.x, c.y, b.z), w.y), mix(load(d.x, b.y, c.z), load(d.x, c.y, c.z), w.y), w.z);
  let y_b = mix(mix(bb.x, bb.y, w.x), mix(bc.x, bc.y, w.x), w.z);
  let y_c = mix(mix(cb.x, cb.y, w.x), mix(cc.x, cc.y, w.x), w.z);
  let y_a = mix(mix(load(b.x, a.y, b.z), load(c.x, a.y, b.z), w.x), mix(load(b.x, a.y, c.z), load(c.x, a.y, c.z), w.x), w.z);
  let y_d = mix(mix(load(b.x, d.y, b.z), load(c.x, d.y, b.z), w.x), mix(load(b.x, d.y, c.z), load(c.x, d.y, c.z), w.x), w.z);
  let z_b = mix(mix(bb.x, bb.y, w.x), mix(cb.x, cb.y, w.x), w.y);
  let z_c = mix(mix(bc.x, bc.y, w.x), mix(cc.x, cc.y, w.x), w.y);
  let z_a = mix(mix(load(b.x, b.y, a.z), load(c.x, b.y, a.z), w.x), mix(load(b.x, c.y, a.z), load(c.x, c.y, a.z), w.x), w.y);
  let z_d = mix(mix(load(b.x, b.y, d.z), load(c.x, b.y, d.z), w.x), mix(load(b.x, c.y, d.z), load(c.x, c.y, d.z), w.x), w.y);
  let before = mix(vec3f(x_a, y_a, z_a), vec3f(x.x, y_b, z_b), w);
  let after = mix(vec3f(x.y, y_c, z_c), vec3f(x_d, y_d, z_d), w);
  return to_world(0.5 * (after - before));
}

fn to_world(difference: vec3f) -> vec3f {
  return difference.x * volume.gradient_x + difference.y * volume.gradient_y + difference.z * volume.gradient_z;
}
