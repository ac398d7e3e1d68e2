// One level of a split: the digit of the key that it goes by, and the pieces of work that its items are cut into.

struct Level {
  // Most items that the buffers hold.
  capacity: u32,
  // Keys beyond it count as it.
  last_key: u32,
  // The digit is the key, shifted and masked.
  shift: u32,
  mask: u32,
  // Values of the digit.
  digits: u32,
  // The digits that a dispatch counts or scatters: all, or a range of them.
  first_digit: u32,
  digit_range: u32,
  // Segments of the items, each of which is split separately.
  segments: u32,
  // Bins of all segments.
  bins: u32,
  // Pieces that all items are cut into together, the least size of one, and what all sizes but the last are multiples of.
  pieces: u32,
  min_piece_items: u32,
  piece_step: u32,
}

// Which part of a key a dispatch goes by, read from the uniforms once: SwiftShader would read them for every item.
struct Digit {
  last_key: u32,
  shift: u32,
  mask: u32,
  @if(ranged) first: u32,
  @if(ranged) range: u32,
}

// Items that one workgroup, or one invocation, handles in their order. Its count of each digit is a cell of a matrix: digits
// are rows, the pieces of a segment are columns, and one segment follows the other.
struct Piece {
  first: u32,
  end: u32,
  // The cell of digit 0, and the cells from a digit to the next.
  cell: u32,
  row: u32,
}

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<storage, read> count: array<u32>;
// Both have an entry a segment, and one at the end: the number of pieces, the number of items.
@group(0) @binding(2) var<storage, read> segment_pieces: array<u32>;
@group(0) @binding(3) var<storage, read> segment_starts: array<u32>;

@if(segmented)
fn count_items() -> u32 {
  return segment_starts[level.segments];
}
@if(!segmented)
fn count_items() -> u32 {
  return min(count[0], level.capacity);
}

@if(ranged)
fn read_digit() -> Digit {
  return Digit(level.last_key, level.shift, level.mask, level.first_digit, level.digit_range);
}
@if(!ranged)
fn read_digit() -> Digit {
  return Digit(level.last_key, level.shift, level.mask);
}

// The digits of four keys; of those beyond the range, the one that follows it.
@if(ranged)
fn find_digits(digit: Digit, keys: vec4u) -> vec4u {
  let found = (min(keys, vec4u(digit.last_key)) >> vec4u(digit.shift)) & vec4u(digit.mask);
  return min(found - digit.first, vec4u(digit.range));
}
@if(!ranged)
fn find_digits(digit: Digit, keys: vec4u) -> vec4u {
  return (min(keys, vec4u(digit.last_key)) >> vec4u(digit.shift)) & vec4u(digit.mask);
}

fn piece_items() -> u32 {
  let items = max((count_items() + level.pieces - 1u) / level.pieces, level.min_piece_items);
  return (items + level.piece_step - 1u) / level.piece_step * level.piece_step;
}

@if(segmented)
fn count_pieces() -> u32 {
  return segment_pieces[level.segments];
}
@if(!segmented)
fn count_pieces() -> u32 {
  return level.pieces;
}

@if(segmented)
fn find_piece(index: u32) -> Piece {
  var segment = 0u;
  var beyond = level.segments;
  while segment + 1u < beyond {
    let middle = (segment + beyond) / 2u;
    if segment_pieces[middle] <= index {
      segment = middle;
    } else {
      beyond = middle;
    }
  }
  let column = index - segment_pieces[segment];
  let columns = segment_pieces[segment + 1u] - segment_pieces[segment];
  let end = segment_starts[segment + 1u];
  let first = min(segment_starts[segment] + column * piece_items(), end);
  return Piece(first, min(first + piece_items(), end), segment_pieces[segment] * level.digits + column, columns);
}
@if(!segmented)
fn find_piece(index: u32) -> Piece {
  let first = min(index * piece_items(), count_items());
  return Piece(first, min(first + piece_items(), count_items()), index, level.pieces);
}
