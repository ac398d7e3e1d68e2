// Ranks a load's items: how many of the same digit come before each. Each subgroup counts for itself if there are ballots, row
// by row without a barrier, by who else has its digit (Ashkiani et al., "GPU Multisplit"); otherwise the workgroup takes row
// after row together.

import package::split::workgroup_scan::width;
@if(ballots) enable subgroups;

// One a digit.
override counters = 64u;

// The items of a load that an invocation takes: the first, and the distance to the next.
struct LoadPart {
  first: u32,
  step: u32,
  @if(!ballots) index: u32,
  @if(ballots) subgroup: u32,
  @if(ballots) lane: u32,
}

// Ballots: a digit's items in each subgroup, then where they begin in the load; a row of counters each. No ballots: for each
// digit and row, which invocations have an item of it. An atomic counter would not give ranks in order.
override rank_words = 1u;
var<workgroup> ranks: array<atomic<u32>, rank_words>;

@if(ballots) override digit_bits = 6u;
@if(ballots) var<workgroup> subgroups_seen: atomic<u32>;

// Subgroups number themselves, so that nothing hangs on which invocations they are of, nor on the order that they come in.
@if(ballots)
fn divide_load(rows: u32, size: u32, lane: u32) -> LoadPart {
  var subgroup = 0u;
  if lane == 0u {
    subgroup = atomicAdd(&subgroups_seen, 1u);
  }
  subgroup = subgroupBroadcastFirst(subgroup);
  return LoadPart(subgroup * rows * size + lane, size, subgroup, lane);
}
@if(!ballots)
fn divide_load(index: u32) -> LoadPart {
  return LoadPart(index, width, index);
}

@if(ballots)
fn clear_ranks(index: u32) {
  for (var w = index; w < rank_words; w += width) {
    atomicStore(&ranks[w], 0u);
  }
}
@if(!ballots)
fn clear_ranks(index: u32) {
  for (var d = index; d < counters; d += width) {
    digit_items[d] = 0u;
  }
}

// Invocations by their lanes: 32 where no subgroup has more, else 128.
@if(ballots && narrow) alias Lanes = u32;
@if(ballots && !narrow) alias Lanes = vec4u;

@if(ballots && narrow)
fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes).x;
}
@if(ballots && narrow)
fn first_lane(lanes: Lanes) -> u32 {
  return firstTrailingBit(lanes);
}
@if(ballots && narrow)
fn count_lanes(lanes: Lanes) -> u32 {
  return countOneBits(lanes);
}
@if(ballots && narrow)
fn lanes_below(lane: u32) -> Lanes {
  return (1u << lane) - 1u;
}

@if(ballots && !narrow)
fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes);
}
@if(ballots && !narrow)
fn first_lane(lanes: Lanes) -> u32 {
  for (var w = 0u; w < 4u; w += 1u) {
    if lanes[w] != 0u {
      return 32u * w + firstTrailingBit(lanes[w]);
    }
  }
  return 0u;
}
@if(ballots && !narrow)
fn count_lanes(lanes: Lanes) -> u32 {
  let counts = countOneBits(lanes);
  return counts.x + counts.y + counts.z + counts.w;
}
@if(ballots && !narrow)
fn lanes_below(lane: u32) -> Lanes {
  let word = vec4u(0u, 1u, 2u, 3u);
  let partial = vec4u((1u << (lane % 32u)) - 1u);
  return select(select(vec4u(0u), partial, word == vec4u(lane / 32u)), vec4u(0xffffffffu), word < vec4u(lane / 32u));
}

// The rank of an item among those that the subgroup has of its digit. All invocations of the workgroup ask together.
@if(ballots)
fn rank_item(part: LoadPart, digit: u32, present: bool) -> u32 {
  var same = vote(present);
  for (var bit = 0u; bit < digit_bits; bit += 1u) {
    let has_bit = ((digit >> bit) & 1u) == 1u;
    let voted = vote(has_bit);
    if has_bit {
      same &= voted;
    } else {
      same &= ~voted;
    }
  }
  let leader = first_lane(same);
  var before = 0u;
  if present && leader == part.lane {
    before = atomicAdd(&ranks[part.subgroup * counters + digit], count_lanes(same));
  }
  // An invocation without an item may have no leader; it asks itself.
  let first_before = subgroupShuffle(before, select(part.lane, leader, present));
  return first_before + count_lanes(same & lanes_below(part.lane));
}

@if(ballots)
fn count_digit(digit: u32) -> u32 {
  var items = 0u;
  for (var w = digit; w < rank_words; w += counters) {
    items += atomicLoad(&ranks[w]);
  }
  return items;
}

// Lets a digit begin at a place in the load, subgroup after subgroup, and returns how many items it has.
@if(ballots)
fn start_digit(digit: u32, first: u32) -> u32 {
  var destination = first;
  for (var w = digit; w < rank_words; w += counters) {
    let items = atomicLoad(&ranks[w]);
    atomicStore(&ranks[w], destination);
    destination += items;
  }
  return destination - first;
}

// Start of the items that the ranks of this invocation's count from.
@if(ballots)
fn first_in_load(part: LoadPart, digit: u32) -> u32 {
  return atomicLoad(&ranks[part.subgroup * counters + digit]);
}

// Items of each digit so far, then the digit's place in the load.
@if(!ballots) var<workgroup> digit_items: array<u32, counters>;

// The rank of an item among those of its digit. All invocations of the workgroup ask together.
@if(!ballots)
fn rank_item(part: LoadPart, digit: u32, present: bool) -> u32 {
  let words = rank_words / counters;
  let own_word = part.index / 32u;
  let own_bit = 1u << (part.index % 32u);
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

@if(!ballots)
fn count_digit(digit: u32) -> u32 {
  return digit_items[digit];
}

@if(!ballots)
fn start_digit(digit: u32, first: u32) -> u32 {
  let items = digit_items[digit];
  digit_items[digit] = first;
  return items;
}

@if(!ballots)
fn first_in_load(part: LoadPart, digit: u32) -> u32 {
  return digit_items[digit];
}
