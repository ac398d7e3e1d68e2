// Second pass of the reduce-then-scan: each block's values become the sums of all values before them.

import package::split::scan_blocks::block_at;

@group(0) @binding(1) var<storage, read_write> values: array<u32>;
@group(0) @binding(2) var<storage, read> sums: array<u32>;

override width = 64u;

@if(runs)
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&sums) {
    return;
  }
  var sum = 0u;
  for (var b = 0u; b < id.x; b += 1u) {
    sum += sums[b];
  }
  let block = block_at(id.x);
  for (var i = block.first; i < block.end; i += 1u) {
    let value = values[i];
    values[i] = sum;
    sum += value;
  }
}
