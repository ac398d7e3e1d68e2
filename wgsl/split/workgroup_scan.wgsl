// Exclusive sums over the invocations of a workgroup, in the order of their index.

override width = 256u;

// An invocation's place in its workgroup.
struct Lane {
  index: u32,
  @if(subgroups) subgroup_size: u32,
  @if(subgroups) subgroup_lane: u32,
}

struct WorkgroupSum {
  // Sum of the invocations before this one.
  before: u32,
  total: u32,
}

@if(subgroups) var<workgroup> subgroup_sums: array<u32, width>;
@if(!subgroups) var<workgroup> partial_sums: array<u32, 2u * width>;

// Subgroups are taken to be runs of invocations in the order of their index. WGSL does not promise that: a self-test
// has to find it so before this variant is used.
@if(subgroups)
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

// Hillis and Steele's scan between two halves of the memory.
@if(!subgroups)
fn scan_workgroup(lane: Lane, value: u32) -> WorkgroupSum {
  var half = 0u;
  var inclusive = value;
  partial_sums[lane.index] = inclusive;
  workgroupBarrier();
  for (var stride = 1u; stride < width; stride *= 2u) {
    if lane.index >= stride {
      inclusive += partial_sums[half + lane.index - stride];
    }
    half = width - half;
    partial_sums[half + lane.index] = inclusive;
    workgroupBarrier();
  }
  let sum = WorkgroupSum(inclusive - value, partial_sums[half + width - 1u]);
  workgroupBarrier();
  return sum;
}
