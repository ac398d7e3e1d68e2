// Ranks items by votes of subgroups: how many of the same digit come before each in its subgroup, row by row without a barrier
// (Ashkiani et al., "GPU Multisplit").

@if(narrow) import package::split::level::rank::narrow_lanes::{Lanes, count_lanes, first_lane, lanes_below, vote};
@else import package::split::level::rank::wide_lanes::{Lanes, count_lanes, first_lane, lanes_below, vote};

override digit_bits = 6u;

// An item among those of its digit in its subgroup.
struct DigitVotes {
  items: u32,
  // The lane of the first of them, and how many of them come before this one.
  leader: u32,
  before: u32,
}

fn vote_by_digit(digit: u32, lane: u32) -> DigitVotes {
  let same = find_same(digit);
  return DigitVotes(count_lanes(same), first_lane(same), count_lanes(same & lanes_below(lane)));
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
