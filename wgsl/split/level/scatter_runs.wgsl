// Moves each item to its place, those of a digit in their order; each invocation takes a piece, and needs no barrier.

import package::split::level::counters::{find_counters, increment, set_counter, width};
import package::split::items::{keys, split_keys, split_values, value_of};
import package::split::level::destinations::take_destination;
import package::split::level::level::{find_digits, level, ranged, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};

// The counters are where the next item of each digit goes.
@compute @workgroup_size(width)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let mine = find_counters(id.x, lane);
  let digit = read_digit();
  let range = level.digit_range;
  for (var p = id.x; p < count_pieces(); p += groups.x * width) {
    let piece = find_piece(p);
    for (var d = 0u; d < range; d += 1u) {
      set_counter(mine.first + d * mine.step, take_destination(piece, level.first_digit + d));
    }
    var i = piece.first;
    // Four at a time, loads first: on SwiftShader an iteration costs more than what it does.
    for (; i + 4u <= piece.end; i += 4u) {
      let four = vec4u(keys[i], keys[i + 1u], keys[i + 2u], keys[i + 3u]);
      let their_values = vec4u(value_of(i), value_of(i + 1u), value_of(i + 2u), value_of(i + 3u));
      let digits = find_digits(digit, four);
      let found = mine.first + digits * mine.step;
      move_item(digits.x, found.x, four.x, their_values.x);
      move_item(digits.y, found.y, four.y, their_values.y);
      move_item(digits.z, found.z, four.z, their_values.z);
      move_item(digits.w, found.w, four.w, their_values.w);
    }
    for (; i < piece.end; i += 1u) {
      let digits = find_digits(digit, vec4u(keys[i]));
      move_item(digits.x, mine.first + digits.x * mine.step, keys[i], value_of(i));
    }
  }
}

fn move_item(digit: u32, counter: u32, key: u32, value: u32) {
  if ranged && digit >= level.digit_range { return; }
  let destination = increment(counter);
  split_keys[destination] = key;
  split_values[destination] = value;
}
