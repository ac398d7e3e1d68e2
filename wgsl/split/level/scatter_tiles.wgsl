// Moves each item to its place, those of a digit in their order. Each workgroup takes a piece, a tile of items at a time: it keeps
// their keys in registers, ranks them by votes of its subgroups, sorts them by digits in its memory and writes them from there, so
// that neighbouring invocations write neighbouring words. Where a digit's items of a tile go is known from counts that were scanned
// before, or found out meanwhile by looking back at what the tiles before have published.

import package::split::items::{carried_words, keys, split_carried_words, split_keys, split_values, value_of};
import package::split::level::destinations::take_destination;
import package::split::level::sweep::look_back::{OwnDigit, digit_start, find_offsets, publish_count};
import package::split::level::level::{Digit, find_digits, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};
import package::split::level::rank::subgroup_votes::vote_by_digit;
import package::split::level::tile::{counters, offsets, rows, width};
enable subgroups;

const MAX_ROWS = 10u;
// Segments are smaller than a tile on average.
override short_segments = false;
// Workgroups take tiles last to first, so that predecessors come later: for tests.
override reversed = false;

// A digit's items in each subgroup, then in the subgroups before; a row of counters each. Then the tile's keys, its values and what
// else it carries, in the order of their digits. One memory for all lets more workgroups share a multiprocessor.
override tile_words = 1u;
var<workgroup> tile: array<atomic<u32>, tile_words>;
// Starts of the digits in the tile.
var<workgroup> starts: array<u32, counters>;
// No subgroup has fewer than 4 invocations.
var<workgroup> subgroup_totals: array<u32, width / 4u>;
var<workgroup> subgroups_seen: atomic<u32>;

@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  if group.x >= count_pieces() {
    return;
  }
  let subgroup = number_subgroup(lane);
  @if(look_back) let piece_index = select(group.x, count_pieces() - 1u - group.x, reversed);
  @else let piece_index = group.x;
  let piece = find_piece(piece_index);
  let digit = read_digit();
  // An invocation's digit, where it has one, and the place of that digit's next item.
  let own_digit = subgroup * size + lane;
  var next_destination = 0u;
  if own_digit < counters {
    @if(look_back) next_destination = digit_start(own_digit);
    @else next_destination = take_destination(piece, own_digit);
  }
  for (var start = piece.first; start < piece.end; start += rows * width) {
    if start != piece.first { clear_tile(index); }
    let items = min(rows * width, piece.end - start);
    let rows_here = tile_rows(items);
    let own = OwnItems(start + subgroup * rows_here * size + lane, size, piece.end);
    var words = load_keys(rows_here, own);
    var places = rank_items(&words, rows_here, own, subgroup, lane, digit);
    workgroupBarrier();
    let own_items = sum_subgroups(own_digit, size);
    // As early as can be, for later tiles wait for it.
    @if(look_back) if own_digit < counters { publish_count(piece_index, own_digit, own_items); }
    let own_start = find_start(own_digit, own_items, subgroup, lane, size);
    workgroupBarrier();
    add_starts(&places, &words, rows_here, subgroup, digit);
    var values = load_values(rows_here, own);
    workgroupBarrier();
    stage(&words, &places, rows_here, own);
    @if(look_back) find_offsets(piece_index, OwnDigit(own_digit, own_items, next_destination - own_start), index, digit);
    @else {
      if own_digit < counters { offsets[own_digit] = next_destination - own_start; }
      next_destination += own_items;
      workgroupBarrier();
    }
    // Holds places in the output from here on.
    write_keys(&words, rows_here, index, items, digit);
    workgroupBarrier();
    stage(&values, &places, rows_here, own);
    @if(carried) load_carried(&values, rows_here, own);
    workgroupBarrier();
    write_values(&words, rows_here, index, items);
    @if(carried) {
      workgroupBarrier();
      stage(&values, &places, rows_here, own);
      workgroupBarrier();
      write_carried(&words, rows_here, index, items);
    }
  }
}

// Subgroups number themselves, so that nothing hangs on which invocations they are of, nor on the order that they come in.
fn number_subgroup(lane: u32) -> u32 {
  var subgroup = 0u;
  if lane == 0u {
    subgroup = atomicAdd(&subgroups_seen, 1u);
  }
  return subgroupBroadcastFirst(subgroup);
}

// The items of an invocation: every `stride`th from `first` on, before `end`.
struct OwnItems {
  first: u32,
  stride: u32,
  end: u32,
}

// The item of a row; the last one stands in for those that are not there.
fn item_at(own: OwnItems, row: u32) -> u32 {
  return min(own.first + row * own.stride, own.end - 1u);
}

fn is_there(own: OwnItems, row: u32) -> bool {
  return own.first + row * own.stride < own.end;
}

// Loads all keys before any is ranked, so that their latencies overlap.
fn load_keys(rows_here: u32, own: OwnItems) -> array<u32, MAX_ROWS> {
  var words: array<u32, MAX_ROWS>;
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    words[r] = keys[item_at(own, r)];
  }
  return words;
}

fn load_values(rows_here: u32, own: OwnItems) -> array<u32, MAX_ROWS> {
  var values: array<u32, MAX_ROWS>;
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    values[r] = value_of(item_at(own, r));
  }
  return values;
}

@if(carried)
fn load_carried(values: ptr<function, array<u32, MAX_ROWS>>, rows_here: u32, own: OwnItems) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    (*values)[r] = carried_words[item_at(own, r)];
  }
}

fn clear_tile(index: u32) {
  workgroupBarrier();
  for (var w = index; w < tile_words; w += width) {
    atomicStore(&tile[w], 0u);
  }
  workgroupBarrier();
}

// Counts each subgroup's items of each digit in the tile. Returns how many of an item's digit come before it in its subgroup.
fn rank_items(
  words: ptr<function, array<u32, MAX_ROWS>>,
  rows_here: u32,
  own: OwnItems,
  subgroup: u32,
  lane: u32,
  digit: Digit,
) -> array<u32, MAX_ROWS> {
  var ranks: array<u32, MAX_ROWS>;
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    // Items that are not there count as of the last digit, behind all that are.
    let found = select(counters - 1u, find_digits(digit, vec4u((*words)[r])).x, is_there(own, r));
    let votes = vote_by_digit(found, lane);
    var before = 0u;
    if lane == votes.leader {
      before = atomicAdd(&tile[subgroup * counters + found], votes.items);
    }
    ranks[r] = subgroupShuffle(before, votes.leader) + votes.before;
  }
  return ranks;
}

// Puts the sum of the subgroups before in place of each subgroup's count of a digit. Returns the tile's items of the digit.
fn sum_subgroups(own_digit: u32, size: u32) -> u32 {
  var sum = 0u;
  if own_digit < counters {
    for (var w = own_digit; w < width / size * counters; w += counters) {
      let items = atomicLoad(&tile[w]);
      atomicStore(&tile[w], sum);
      sum += items;
    }
  }
  return sum;
}

// Finds where each digit begins in the tile.
fn find_start(own_digit: u32, own_items: u32, subgroup: u32, lane: u32, size: u32) -> u32 {
  var start = subgroupExclusiveAdd(own_items);
  if lane + 1u == size {
    subgroup_totals[subgroup] = start + own_items;
  }
  workgroupBarrier();
  if own_digit < counters {
    for (var s = 0u; s < subgroup; s += 1u) {
      start += subgroup_totals[s];
    }
    starts[own_digit] = start;
  }
  return start;
}

// Makes places in the tile of the ranks of items in their subgroups.
fn add_starts(
  places: ptr<function, array<u32, MAX_ROWS>>,
  words: ptr<function, array<u32, MAX_ROWS>>,
  rows_here: u32,
  subgroup: u32,
  digit: Digit,
) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    let found = find_digits(digit, vec4u((*words)[r])).x;
    (*places)[r] += atomicLoad(&tile[subgroup * counters + found]) + starts[found];
  }
}

// Puts a word of each item in its place in the tile.
fn stage(
  words: ptr<function, array<u32, MAX_ROWS>>,
  places: ptr<function, array<u32, MAX_ROWS>>,
  rows_here: u32,
  own: OwnItems,
) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    if is_there(own, r) { atomicStore(&tile[(*places)[r]], (*words)[r]); }
  }
}

// Writes the tile's keys, and leaves their places in the output in `words`.
fn write_keys(words: ptr<function, array<u32, MAX_ROWS>>, rows_here: u32, index: u32, items: u32, digit: Digit) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    let s = r * width + index;
    if s < items {
      let key = atomicLoad(&tile[s]);
      (*words)[r] = offsets[find_digits(digit, vec4u(key)).x] + s;
      split_keys[(*words)[r]] = key;
    }
  }
}

fn write_values(words: ptr<function, array<u32, MAX_ROWS>>, rows_here: u32, index: u32, items: u32) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    let s = r * width + index;
    if s < items { split_values[(*words)[r]] = atomicLoad(&tile[s]); }
  }
}

@if(carried)
fn write_carried(words: ptr<function, array<u32, MAX_ROWS>>, rows_here: u32, index: u32, items: u32) {
  for (var r = 0u; r < rows; r += 1u) {
    if r >= rows_here { break; }
    let s = r * width + index;
    if s < items { split_carried_words[(*words)[r]] = atomicLoad(&tile[s]); }
  }
}

// The rows that a tile of so many items is dealt out in. Short segments took up to 1.6 times as long in all rows on an H100; where
// most tiles are full, not knowing the number takes 1.1 times as long.
fn tile_rows(items: u32) -> u32 {
  if short_segments { return (items + width - 1u) / width; }
  return rows;
}
