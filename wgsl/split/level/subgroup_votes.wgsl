// Ranks items by votes of subgroups: how many of the same digit come before each in its subgroup, row by row without a barrier
// (Ashkiani et al., "GPU Multisplit").

enable subgroups;

override digit_bits = 6u;

// Invocations by their lanes: 32 where no subgroup has more, else 128.
@if(narrow) alias Lanes = u32;
@if(!narrow) alias Lanes = vec4u;

@if(narrow)
fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes).x;
}
@if(narrow)
fn first_lane(lanes: Lanes) -> u32 {
  return firstTrailingBit(lanes);
}
@if(narrow)
fn count_lanes(lanes: Lanes) -> u32 {
  return countOneBits(lanes);
}
@if(narrow)
fn lanes_below(lane: u32) -> Lanes {
  return (1u << lane) - 1u;
}

@if(!narrow)
fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes);
}
@if(!narrow)
fn first_lane(lanes: Lanes) -> u32 {
  for (var w = 0u; w < 4u; w += 1u) {
    if lanes[w] != 0u {
      return 32u * w + firstTrailingBit(lanes[w]);
    }
  }
  return 0u;
}
@if(!narrow)
fn count_lanes(lanes: Lanes) -> u32 {
  let counts = countOneBits(lanes);
  return counts.x + counts.y + counts.z + counts.w;
}
@if(!narrow)
fn lanes_below(lane: u32) -> Lanes {
  let word = vec4u(0u, 1u, 2u, 3u);
  let partial = vec4u((1u << (lane % 32u)) - 1u);
  return select(select(vec4u(0u), partial, word == vec4u(lane / 32u)), vec4u(0xffffffffu), word < vec4u(lane / 32u));
}

// The invocations of the subgroup that have the same digit.
fn find_same(digit: u32) -> Lanes {
  var same = vote(true);
  for (var bit = 0u; bit < digit_bits; bit += 1u) {
    let has_bit = ((digit >> bit) & 1u) == 1u;
    let voted = vote(has_bit);
    same &= select(~voted, voted, has_bit);
  }
  return same;
}
