// First pass of the reduce-then-scan: the sum of each block of values.

import package::split::scan_blocks::block_at;
@if(subgroups) import package::split::workgroup_scan::sum_in_workgroup;

@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

override width = 64u;

@if(runs)
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&sums) {
    return;
  }
  let block = block_at(id.x);
  var sum = 0u;
  for (var i = block.first; i < block.end; i += 1u) {
    sum += values[i];
  }
  sums[id.x] = sum;
}
