// Composites lit samples front to back, a ray a pixel; a constant says where the gradient of a visible sample comes from.

struct Frame {
  // Index space, and the world: the voxels are cubes of unit length.
  eye: vec3f,
  table_low: f32,
  forward: vec3f,
  // A value's place in the table, in texels from the middle of the first, is (value − low) · scale.
  table_scale: f32,
  // The step to the next pixel, at unit distance.
  right: vec3f,
  // 1 over the gradient that is lit in full.
  strength_gain: f32,
  up: vec3f,
  image_side: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var voxels: texture_3d<f32>;
@group(0) @binding(2) var table: texture_2d<f32>;
@group(0) @binding(3) var linear_clamped: sampler;
@group(0) @binding(4) var<storage, read_write> image: array<u32>;
// Samples taken and visible samples of each pixel.
@group(0) @binding(5) var<storage, read_write> counts: array<vec2u>;
@group(0) @binding(6) var gradients: texture_3d<f32>;

// 0: six samples of the volume; 1: a texture of normals and strengths; 2: a texture of gradients.
override gradient_source = 0u;
// Factor of gradients in the texture.
override stored_scale = 1.0;

const OPAQUE = 0.999;
const AMBIENT = 0.1;
const DIFFUSE = 0.7;
const SPECULAR = 0.2;
const SHININESS = 10.0;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) pixel: vec3u) {
  if pixel.x >= frame.image_side || pixel.y >= frame.image_side {
    return;
  }
  let place = (vec2f(pixel.xy) + 0.5 - 0.5 * f32(frame.image_side)) * vec2f(1.0, -1.0);
  let direction = normalize(frame.forward + place.x * frame.right + place.y * frame.up);
  let size = vec3f(textureDimensions(voxels));
  let inverse = 1.0 / select(direction, vec3f(1e-20), abs(direction) < vec3f(1e-20));
  let a = (vec3f(-0.5) - frame.eye) * inverse;
  let b = (size - 0.5 - frame.eye) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  let enter = max(max(near.x, near.y), max(near.z, 0.0));
  let leave = min(far.x, min(far.y, far.z));
  let samples = u32(max(ceil(leave - enter - 0.5), 0.0));

  let first = (frame.eye + direction * (enter + 0.5) + 0.5) / size;
  let stride = direction / size;
  let entries = f32(textureDimensions(table).x);
  var color = vec3f(0.0);
  var opacity = 0.0;
  var taken = 0u;
  var visible = 0u;
  for (; taken < samples && opacity < OPAQUE; taken += 1u) {
    let position = first + f32(taken) * stride;
    let value = sample(position);
    let entry = (value - frame.table_low) * frame.table_scale + 0.5;
    let material = textureSampleLevel(table, linear_clamped, vec2f(entry / entries, 0.5), 0.0);
    if material.w <= 0.0 { continue; }
    visible += 1u;
    let weight = (1.0 - opacity) * material.w;
    color += weight * shade(material.rgb, normal_and_strength(position, 1.0 / size), -direction);
    opacity += weight;
  }
  let index = pixel.y * frame.image_side + pixel.x;
  image[index] = pack4x8unorm(vec4f(color, 1.0));
  counts[index] = vec2u(taken, visible);
}

fn sample(position: vec3f) -> f32 {
  return textureSampleLevel(voxels, linear_clamped, position, 0.0).x;
}

fn normal_and_strength(position: vec3f, voxel: vec3f) -> vec4f {
  if gradient_source == 1u {
    let stored = textureSampleLevel(gradients, linear_clamped, position, 0.0);
    return vec4f(stored.xyz / max(length(stored.xyz), 1e-30), stored.w);
  }
  var gradient: vec3f;
  if gradient_source == 2u {
    gradient = textureSampleLevel(gradients, linear_clamped, position, 0.0).xyz / stored_scale;
  } else {
    let x = vec3f(voxel.x, 0.0, 0.0);
    let y = vec3f(0.0, voxel.y, 0.0);
    let z = vec3f(0.0, 0.0, voxel.z);
    gradient = 0.5 * frame.strength_gain * vec3f(
      sample(position + x) - sample(position - x),
      sample(position + y) - sample(position - y),
      sample(position + z) - sample(position - z),
    );
  }
  let magnitude = length(gradient);
  return vec4f(gradient / max(magnitude, 1e-30), min(magnitude, 1.0));
}

// Blinn–Phong with the light at the eye, both sides alike, and darker where the gradient is too weak to have a direction.
fn shade(color: vec3f, surface: vec4f, to_eye: vec3f) -> vec3f {
  let facing = abs(dot(surface.xyz, to_eye));
  let lit = color * (AMBIENT + DIFFUSE * facing) + SPECULAR * pow(facing, SHININESS);
  return mix(color * AMBIENT, clamp(lit, vec3f(0.0), vec3f(1.0)), surface.w);
}
