// Sets the counters of a split by global atomics to zero.

import package::split::level::level::level;

@group(0) @binding(4) var<storage, read_write> bin_counts: array<u32>;
@group(0) @binding(5) var<storage, read_write> bin_ranks: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var bin = id.x; bin <= level.bins; bin += groups.x * width) {
    bin_counts[bin] = 0u;
    bin_ranks[bin] = 0u;
  }
}
