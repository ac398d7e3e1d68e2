// Moves each item to the next free place of its bin, which it takes from an atomic in global memory: in any order.

import package::split::items::{keys, split_keys, split_values, value_of};
import package::split::level::level::{find_digits, read_digit};
import package::split::level::pieces::count_items;

@group(0) @binding(6) var<storage, read> bin_starts: array<u32>;
@group(0) @binding(9) var<storage, read_write> bin_ranks: array<atomic<u32>>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let items = count_items();
  let digit = read_digit();
  for (var i = id.x; i < items; i += groups.x * width) {
    let bin = find_digits(digit, vec4u(keys[i])).x;
    let destination = bin_starts[bin] + atomicAdd(&bin_ranks[bin], 1u);
    split_keys[destination] = keys[i];
    split_values[destination] = value_of(i);
  }
}
