// Counts the items of each bin with atomics in global memory.

import package::split::level::level::{find_digits, read_digit};
import package::split::level::pieces::count_items;

@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> bin_counts: array<atomic<u32>>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let items = count_items();
  let digit = read_digit();
  for (var i = id.x; i < items; i += groups.x * width) {
    atomicAdd(&bin_counts[find_digits(digit, vec4u(keys[i])).x], 1u);
  }
}
