// Counts how often each digit occurs in each piece of the items; each invocation takes a piece, and needs no barrier.

import package::split::level::counters::{find_counters, increment, read_counter, set_counter, width};
import package::split::level::level::{find_digits, level, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};

@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> counts: array<u32>;

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
    for (var d = 0u; d < range; d += 1u) {
      set_counter(mine.first + d * mine.step, 0u);
    }
    let piece = find_piece(p);
    var i = piece.first;
    // Four at a time, loads first: on SwiftShader an iteration costs more than what it does.
    for (; i + 4u <= piece.end; i += 4u) {
      let four = vec4u(keys[i], keys[i + 1u], keys[i + 2u], keys[i + 3u]);
      let found = mine.first + find_digits(digit, four) * mine.step;
      increment(found.x);
      increment(found.y);
      increment(found.z);
      increment(found.w);
    }
    for (; i < piece.end; i += 1u) {
      increment(mine.first + find_digits(digit, vec4u(keys[i])).x * mine.step);
    }
    for (var d = 0u; d < range; d += 1u) {
      counts[piece.cell + (level.first_digit + d) * piece.row] = read_counter(mine.first + d * mine.step);
    }
  }
}
