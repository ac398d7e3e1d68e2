// Exclusive sums over the invocations of a workgroup, in the order of their index.

override width = 256u;

// An invocation's place in its workgroup.
struct Lane {
  @builtin(local_invocation_index) index: u32,
}

struct WorkgroupSum {
  // Sum of the invocations before this one.
  before: u32,
  total: u32,
}

var<workgroup> partial_sums: array<u32, 2u * width>;

// Hillis and Steele's scan between two halves of the memory.
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
