// Exclusive sums over the invocations of a workgroup, in the order of their index, through its subgroups.

import package::split::workgroup_scan::{WorkgroupSum, width};
enable subgroups;

// An invocation's place in its workgroup and in its subgroup.
struct Lane {
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) subgroup_lane: u32,
}

var<workgroup> subgroup_sums: array<u32, width>;

// Subgroups are taken to be runs of invocations in the order of their index. WGSL does not promise that: a self-test
// has to find it so before this variant is used.
fn scan_workgroup(lane: Lane, value: u32) -> WorkgroupSum {
  var sum = WorkgroupSum(subgroupExclusiveAdd(value), 0u);
  let subgroup = lane.index / lane.subgroup_size;
  if lane.subgroup_lane + 1u == lane.subgroup_size {
    subgroup_sums[subgroup] = sum.before + value;
  }
  workgroupBarrier();
  for (var s = 0u; s < width / lane.subgroup_size; s += 1u) {
    sum.before += select(0u, subgroup_sums[s], s < subgroup);
    sum.total += subgroup_sums[s];
  }
  workgroupBarrier();
  return sum;
}
