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
  // The bin of digit 0 in its segment, and which of the segment's pieces this is.
  @if(starts) bin: u32,
  @if(starts) column: u32,
}

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<storage, read> count: array<u32>;
// The start of each segment, and the number of items; then the first piece of each segment, and the number of pieces. In one
// buffer, for kernels that scatter bind as many as every adapter allows.
@group(0) @binding(2) var<storage, read> segments: array<u32>;

@if(segmented)
fn segment_start(segment: u32) -> u32 {
  return segments[segment];
}
@if(segmented)
fn first_piece(segment: u32) -> u32 {
  return segments[level.segments + 1u + segment];
}

@if(segmented)
fn count_items() -> u32 {
  return segment_start(level.segments);
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

// The size of a piece where there are so many items.
fn piece_items(items: u32) -> u32 {
  let least = max((items + level.pieces - 1u) / level.pieces, level.min_piece_items);
  return (least + level.piece_step - 1u) / level.piece_step * level.piece_step;
}

@if(segmented)
fn count_pieces() -> u32 {
  return first_piece(level.segments);
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
    if first_piece(middle) <= index {
      segment = middle;
    } else {
      beyond = middle;
    }
  }
  let piece = first_piece(segment);
  let column = index - piece;
  let columns = first_piece(segment + 1u) - piece;
  let size = piece_items(count_items());
  let end = segment_start(segment + 1u);
  let first = min(segment_start(segment) + column * size, end);
  let cell = piece * level.digits + column;
  @if(!starts) return Piece(first, min(first + size, end), cell, columns);
  @if(starts) return Piece(first, min(first + size, end), cell, columns, segment * level.digits, column);
}
@if(!segmented)
fn find_piece(index: u32) -> Piece {
  let items = count_items();
  let size = piece_items(items);
  let first = min(index * size, items);
  @if(!starts) return Piece(first, min(first + size, items), index, level.pieces);
  @if(starts) return Piece(first, min(first + size, items), index, level.pieces, 0u, index);
}
