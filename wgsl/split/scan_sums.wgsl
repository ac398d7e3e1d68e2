// The first pass of a scan: sums each block of values. Each workgroup takes a block.

import package::split::blocks::find_block;
@if(subgroups) import package::split::subgroup_scan::{Lane, scan_workgroup};
@else import package::split::workgroup_scan::{Lane, scan_workgroup};
import package::split::workgroup_scan::width;

@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, lane: Lane) {
  let block = find_block(group.x);
  var sum = 0u;
  for (var i = block.first + lane.index; i < block.end; i += width) {
    sum += values[i];
  }
  let total = scan_workgroup(lane, sum).total;
  if lane.index == 0u {
    sums[group.x] = total;
  }
}
