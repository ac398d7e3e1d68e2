// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back"): a tile publishes its count of
// each digit, and adds up those of the tiles before it, back to one that has done so already. WebGPU promises no progress of
// workgroups that others wait for, so a tile that has waited long counts the digits of the missing one by itself (Smith, Levien and
// Owens, "Decoupled Fallback").

import package::split::items::keys;
import package::split::level::level::{Digit, find_digits, level};
import package::split::level::pieces::find_piece;
import package::split::level::tile::{counters, offsets, width};

// The number of items with smaller digits, by level and digit, scanned over all levels together; then the count of each digit, or the sum
// of the counts so far, by level and tile.
@group(0) @binding(6) var<storage, read_write> sweep: array<atomic<u32>>;

// The two upper bits of a word say what is below them; nothing yet where they are 0.
const COUNTED = 1u << 30u;
const SUMMED = 1u << 31u;
const AMOUNT = COUNTED - 1u;

// Tiles that are asked at once, so that their latencies overlap.
const TILES_AT_ONCE = 4u;
// Times that a tile asks in vain before it counts for itself.
override patience = 256u;

// Behind the furthest tile that is missing; 0 where none is.
var<workgroup> end_of_missing: atomic<u32>;
var<workgroup> missing_counts: array<atomic<u32>, counters>;

// Returns where a digit's items begin in the output. The scan has counted all items once for each level before.
fn digit_start(digit: u32) -> u32 {
  return atomicLoad(&sweep[level.digit_starts + digit]) - atomicLoad(&sweep[level.digit_starts]);
}

// Others may have published the tile's count before, and it is the same.
fn publish_count(tile: u32, digit: u32, items: u32) {
  atomicStore(&sweep[published_at(tile, digit)], select(COUNTED, SUMMED, tile == 0u) | items);
}

fn published_at(tile: u32, digit: u32) -> u32 {
  return level.published + tile * counters + digit;
}

// The digit of an invocation, or one beyond all of them where it has none.
struct OwnDigit {
  value: u32,
  // Its items in the tile.
  items: u32,
  // Its offset, were there no tiles before.
  offset: u32,
}

// Finds the offsets of the digits, publishes their sums, and ends with a barrier. All invocations of the workgroup ask together.
fn find_offsets(tile: u32, own: OwnDigit, index: u32, digit: Digit) {
  var sum = TileSum(0u, tile);
  loop {
    if own.value < counters {
      sum = sum_published(sum, own.value);
      if sum.next == 0u {
        if tile > 0u { atomicStore(&sweep[published_at(tile, own.value)], SUMMED | (sum.items + own.items)); }
        offsets[own.value] = own.offset + sum.items;
      } else {
        atomicMax(&end_of_missing, sum.next);
      }
    }
    let missing = workgroupUniformLoad(&end_of_missing);
    if missing == 0u { break; }
    count_missing(missing - 1u, index, digit);
  }
}

struct TileSum {
  items: u32,
  // Tiles before this one are still to be added.
  next: u32,
}

// Adds up what tiles have published, until none is left or one is not there for long.
fn sum_published(begun: TileSum, own_digit: u32) -> TileSum {
  var sum = begun;
  for (var tries = 0u; tries < patience && sum.next > 0u; tries += 1u) {
    var published: array<u32, TILES_AT_ONCE>;
    for (var k = 0u; k < TILES_AT_ONCE; k += 1u) {
      published[k] = atomicLoad(&sweep[published_at(max(sum.next, k + 1u) - k - 1u, own_digit)]);
    }
    for (var k = 0u; k < TILES_AT_ONCE && sum.next > 0u; k += 1u) {
      if published[k] < COUNTED { break; }
      sum.items += published[k] & AMOUNT;
      sum.next = select(sum.next - 1u, 0u, published[k] >= SUMMED);
      tries = 0u;
    }
  }
  return sum;
}

fn count_missing(tile: u32, index: u32, digit: Digit) {
  for (var d = index; d < counters; d += width) {
    atomicStore(&missing_counts[d], 0u);
  }
  workgroupBarrier();
  if index == 0u { atomicStore(&end_of_missing, 0u); }
  let piece = find_piece(tile);
  for (var i = piece.first + index; i < piece.end; i += width) {
    atomicAdd(&missing_counts[find_digits(digit, vec4u(keys[i])).x], 1u);
  }
  workgroupBarrier();
  for (var d = index; d < counters; d += width) {
    // The tile may have published its sum meanwhile, which is larger.
    atomicMax(&sweep[published_at(tile, d)], COUNTED | atomicLoad(&missing_counts[d]));
  }
  workgroupBarrier();
  storageBarrier();
}
