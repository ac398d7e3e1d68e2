// Moves each item to its place, those of a digit in their order; each workgroup takes a piece: lines 4 to 7 of
// Patidar and Narayanan's algorithm 2.

import package::split::items::{keys, split_keys, split_values, value_of};
import package::split::level::destinations::take_destination;
import package::split::level::level::{find_digits, level, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};

override width = 32u;
// One a digit.
override counters = 64u;
// A bit for each invocation.
override member_words = 1u;
// The place of the next item of each digit.
var<workgroup> next_destinations: array<u32, counters>;
// The invocations that have an item of each digit in this row. It gives each item its rank in order, which an atomic counter would not:
// that hands ranks out in any order.
var<workgroup> members: array<atomic<u32>, member_words * counters>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if group.x >= count_pieces() {
    return;
  }
  let piece = find_piece(group.x);
  let digit = read_digit();
  for (var d = lane; d < level.digits; d += width) {
    next_destinations[d] = take_destination(piece, d);
  }
  for (var row = piece.first; row < piece.end; row += width) {
    let i = row + lane;
    let present = i < piece.end;
    var key = 0u;
    var d = 0u;
    if present {
      key = keys[i];
      d = find_digits(digit, vec4u(key)).x;
      atomicOr(&members[d * member_words + lane / 32u], 1u << (lane % 32u));
    }
    workgroupBarrier();
    var row_rank = RowRank(0u, 0u);
    if present {
      row_rank = rank_in_row(d, lane);
      let destination = next_destinations[d] + row_rank.before;
      split_keys[destination] = key;
      split_values[destination] = value_of(i);
    }
    workgroupBarrier();
    if present && row_rank.after == 0u {
      next_destinations[d] += row_rank.before + 1u;
      for (var w = 0u; w < member_words; w += 1u) {
        atomicStore(&members[d * member_words + w], 0u);
      }
    }
    workgroupBarrier();
  }
}

// Items of the same digit in the row.
struct RowRank {
  before: u32,
  after: u32,
}

fn rank_in_row(d: u32, lane: u32) -> RowRank {
  var rank = RowRank(0u, 0u);
  for (var w = 0u; w < member_words; w += 1u) {
    let bits = atomicLoad(&members[d * member_words + w]);
    let below = select(select(0u, (1u << (lane % 32u)) - 1u, w == lane / 32u), 0xffffffffu, w < lane / 32u);
    let above = select(select(0u, ~1u << (lane % 32u), w == lane / 32u), 0xffffffffu, w > lane / 32u);
    rank.before += countOneBits(bits & below);
    rank.after += countOneBits(bits & above);
  }
  return rank;
}
