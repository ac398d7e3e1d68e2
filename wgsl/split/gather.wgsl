// Takes words in the order of their indices.

import package::split::level::pieces::count_items;

@group(0) @binding(4) var<storage, read> indices: array<u32>;
@group(0) @binding(5) var<storage, read> words: array<u32>;
@group(0) @binding(6) var<storage, read_write> gathered: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let items = count_items();
  for (var i = id.x; i < items; i += groups.x * width) {
    gathered[i] = words[indices[i]];
  }
}
