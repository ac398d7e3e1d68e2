// Ranks a load's items without subgroups: how many of the same digit come before each. The workgroup takes row after row together.

import package::split::workgroup_scan::width;

// One a digit.
override counters = 64u;

// The invocations that have an item of each digit and row. An atomic counter would not give ranks in order.
override rank_words = 1u;
var<workgroup> ranks: array<atomic<u32>, rank_words>;

// Items of each digit so far, then the digit's place in the load.
var<workgroup> digit_items: array<u32, counters>;

fn clear_ranks(index: u32) {
  for (var d = index; d < counters; d += width) {
    digit_items[d] = 0u;
  }
}

// The rank of an item among those of its digit. All invocations of the workgroup ask together.
fn rank_item(index: u32, digit: u32, present: bool) -> u32 {
  let words = rank_words / counters;
  let own_word = index / 32u;
  let own_bit = 1u << (index % 32u);
  if present {
    atomicOr(&ranks[digit * words + own_word], own_bit);
  }
  workgroupBarrier();
  var before = 0u;
  var after = 0u;
  if present {
    before = digit_items[digit];
    for (var w = 0u; w < words; w += 1u) {
      let bits = atomicLoad(&ranks[digit * words + w]);
      before += countOneBits(bits & select(select(0u, own_bit - 1u, w == own_word), 0xffffffffu, w < own_word));
      after += countOneBits(bits & select(select(0u, ~(2u * own_bit - 1u), w == own_word), 0xffffffffu, w > own_word));
    }
  }
  workgroupBarrier();
  if present && after == 0u {
    digit_items[digit] = before + 1u;
    for (var w = 0u; w < words; w += 1u) {
      atomicStore(&ranks[digit * words + w], 0u);
    }
  }
  workgroupBarrier();
  return before;
}
