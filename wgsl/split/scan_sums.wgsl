// The first pass of a scan: sums each block of values.

import package::split::blocks::find_block;
import package::split::workgroup_scan::{Lane, scan_workgroup, width};
@if(subgroups) enable subgroups;

@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

@if(runs) override width = 4u;

@if(runs)
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let block = find_block(id.x);
  var sums4 = vec4u(0u);
  var i = block.first;
  // Four at a time: on SwiftShader an iteration costs more than the loads.
  for (; i + 4u <= block.end; i += 4u) {
    sums4 += vec4u(values[i], values[i + 1u], values[i + 2u], values[i + 3u]);
  }
  var sum = sums4.x + sums4.y + sums4.z + sums4.w;
  for (; i < block.end; i += 1u) {
    sum += values[i];
  }
  sums[id.x] = sum;
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
  let block = find_block(group.x);
  var sum = 0u;
  for (var i = block.first + index; i < block.end; i += width) {
    sum += values[i];
  }
  let total = scan_workgroup(lane, sum).total;
  if index == 0u {
    sums[group.x] = total;
  }
}
