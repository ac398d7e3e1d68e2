// Sets what the levels of a sort publish to zero.

import package::split::level::level::level;

@group(0) @binding(6) var<storage, read_write> sweep: array<u32>;

override width = 64u;
override words = 1u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var w = id.x; w < words; w += groups.x * width) {
    sweep[w] = 0u;
  }
}
