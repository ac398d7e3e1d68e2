// The second pass of a scan: every value becomes the sum of all values before it.

import package::split::blocks::find_block;
import package::split::workgroup_scan::{Lane, scan_workgroup, width};
@if(subgroups) enable subgroups;

@group(0) @binding(1) var<storage, read_write> values: array<u32>;
// Sums of the blocks: they are few, so each block adds up those before it, which saves a pass.
@group(0) @binding(2) var<storage, read> sums: array<u32>;

@if(runs) override width = 4u;

@if(runs)
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var b = 0u; b < id.x; b += 1u) {
    sum += sums[b];
  }
  let block = find_block(id.x);
  var i = block.first;
  for (; i + 4u <= block.end; i += 4u) {
    let four = vec4u(values[i], values[i + 1u], values[i + 2u], values[i + 3u]);
    values[i] = sum;
    values[i + 1u] = sum + four.x;
    values[i + 2u] = sum + four.x + four.y;
    values[i + 3u] = sum + four.x + four.y + four.z;
    sum += four.x + four.y + four.z + four.w;
  }
  for (; i < block.end; i += 1u) {
    let value = values[i];
    values[i] = sum;
    sum += value;
  }
}

@if(!runs)
@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) index: u32,
  @if(subgroups) @builtin(subgroup_size) subgroup_size: u32,
  @if(subgroups) @builtin(subgroup_invocation_id) subgroup_lane: u32,
) {
  @if(subgroups) let lane = Lane(index, subgroup_size, subgroup_lane);
  @if(!subgroups) let lane = Lane(index);
  var sums_before = 0u;
  for (var b = index; b < group.x; b += width) {
    sums_before += sums[b];
  }
  var carry = scan_workgroup(lane, sums_before).total;
  let block = find_block(group.x);
  for (var tile = block.first; tile < block.end; tile += 4u * width) {
    let first = tile + 4u * index;
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
