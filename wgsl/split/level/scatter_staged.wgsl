// Moves each item to its place, those of a digit in their order. Each workgroup takes a piece, a load of items at a time: it
// sorts the load by digits in its memory and writes it from there, so that neighbouring invocations write neighbouring words.
// For adapters without subgroups; scatter_tiles.wgsl is for those with them.

import package::split::items::{keys, split_keys, split_values, value_of};
import package::split::level::destinations::take_destination;
import package::split::level::level::{find_digits, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};
import package::split::level::rank::load_ranks::{clear_ranks, counters, digit_items, rank_item};
import package::split::workgroup_scan::{Lane, scan_workgroup, width};

// Items of an invocation in a load.
override rows = 16u;
const MAX_ROWS = 16u;

// The load's keys, then its values, in the order of their digits.
var<workgroup> staged: array<u32, rows * width>;
// The place of the next item of each digit.
var<workgroup> next_destinations: array<u32, counters>;
// The offset from an item's place in the load to its place in the output; it wraps around below 0.
var<workgroup> offsets: array<u32, counters>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  if group.x >= count_pieces() {
    return;
  }
  let piece = find_piece(group.x);
  let digit = read_digit();
  for (var d = index; d < counters; d += width) {
    next_destinations[d] = take_destination(piece, d);
  }
  for (var start = piece.first; start < piece.end; start += rows * width) {
    clear_ranks(index);
    workgroupBarrier();
    var load_keys: array<u32, MAX_ROWS>;
    var load_ranks: array<u32, MAX_ROWS>;
    // Loads all keys before any is ranked, so that their latencies overlap; the last item stands in for those behind it.
    for (var r = 0u; r < rows; r += 1u) {
      load_keys[r] = keys[min(start + index + r * width, piece.end - 1u)];
    }
    for (var r = 0u; r < rows; r += 1u) {
      let present = start + index + r * width < piece.end;
      load_ranks[r] = rank_item(index, find_digits(digit, vec4u(load_keys[r])).x, present);
    }
    workgroupBarrier();
    find_destinations(index);
    workgroupBarrier();
    for (var r = 0u; r < rows; r += 1u) {
      if start + index + r * width < piece.end {
        load_ranks[r] += digit_items[find_digits(digit, vec4u(load_keys[r])).x];
        staged[load_ranks[r]] = load_keys[r];
      }
    }
    workgroupBarrier();
    // load_keys holds places in the output from here on.
    let items = min(rows * width, piece.end - start);
    for (var r = 0u; r < rows; r += 1u) {
      let s = r * width + index;
      if s < items {
        let key = staged[s];
        load_keys[r] = offsets[find_digits(digit, vec4u(key)).x] + s;
        split_keys[load_keys[r]] = key;
      }
    }
    workgroupBarrier();
    var load_values: array<u32, MAX_ROWS>;
    for (var r = 0u; r < rows; r += 1u) { load_values[r] = value_of(min(start + index + r * width, piece.end - 1u)); }
    for (var r = 0u; r < rows; r += 1u) {
      if start + index + r * width < piece.end {
        staged[load_ranks[r]] = load_values[r];
      }
    }
    workgroupBarrier();
    for (var r = 0u; r < rows; r += 1u) {
      let s = r * width + index;
      if s < items {
        split_values[load_keys[r]] = staged[s];
      }
    }
  }
}

// Finds where each digit begins in the load; each invocation does so for some digits that follow each other.
fn find_destinations(index: u32) {
  let digits_each = (counters + width - 1u) / width;
  let first = min(index * digits_each, counters);
  let end = min(first + digits_each, counters);
  var sum = 0u;
  for (var d = first; d < end; d += 1u) {
    sum += digit_items[d];
  }
  var destination = scan_workgroup(Lane(index), sum).before;
  for (var d = first; d < end; d += 1u) {
    let items = digit_items[d];
    digit_items[d] = destination;
    offsets[d] = next_destinations[d] - destination;
    next_destinations[d] += items;
    destination += items;
  }
}
