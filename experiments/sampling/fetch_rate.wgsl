// What texture units do without anything else: rays of neighbouring invocations, side by side, take filtered samples between voxels.

@group(0) @binding(0) var voxels: texture_3d<f32>;
@group(0) @binding(1) var linear_repeat: sampler;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

override steps: u32 = 1024u;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let unit = 1.0 / f32(textureDimensions(voxels).x);
  // A quarter of a voxel beside the centres, so that all eight voxels around count.
  let start = (vec3f(vec2f(id.xy), 0.0) + 0.75) * unit;
  // Four sums, so that no fetch waits for the addition before it.
  var sum = vec4f();
  for (var step = 0u; step < steps; step += 4u) {
    let depth = start.z + f32(step) * unit;
    sum += vec4f(
      textureSampleLevel(voxels, linear_repeat, vec3f(start.xy, depth), 0.0).r,
      textureSampleLevel(voxels, linear_repeat, vec3f(start.xy, depth + unit), 0.0).r,
      textureSampleLevel(voxels, linear_repeat, vec3f(start.xy, depth + 2.0 * unit), 0.0).r,
      textureSampleLevel(voxels, linear_repeat, vec3f(start.xy, depth + 3.0 * unit), 0.0).r,
    );
  }
  sums[id.x + 8u * groups.x * id.y] = dot(sum, vec4f(1.0));
}
