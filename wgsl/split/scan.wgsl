// The second pass of a scan: every value becomes the sum of all values before it. Each workgroup scans a block.

import package::split::blocks::find_block;
@if(subgroups) import package::split::subgroup_scan::{Lane, scan_workgroup};
@else import package::split::workgroup_scan::{Lane, scan_workgroup};
import package::split::workgroup_scan::width;

@group(0) @binding(1) var<storage, read_write> values: array<u32>;
// Sums of the blocks: they are few, so each block adds up those before it, which saves a pass.
@group(0) @binding(2) var<storage, read> sums: array<u32>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, lane: Lane) {
  var sums_before = 0u;
  for (var b = lane.index; b < group.x; b += width) {
    sums_before += sums[b];
  }
  var carry = scan_workgroup(lane, sums_before).total;
  let block = find_block(group.x);
  for (var tile = block.first; tile < block.end; tile += 4u * width) {
    let first = tile + 4u * lane.index;
    var four = vec4u(0u);
    for (var k = 0u; k < 4u && first + k < block.end; k += 1u) {
      four[k] = values[first + k];
    }
    let scanned = scan_workgroup(lane, four.x + four.y + four.z + four.w);
    var sum = carry + scanned.before;
    for (var k = 0u; k < 4u && first + k < block.end; k += 1u) {
      values[first + k] = sum;
      sum += four[k];
    }
    carry += scanned.total;
  }
}
