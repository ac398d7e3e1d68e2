// The pieces of work that a level's items are cut into: all together, or each segment by itself.

import package::split::level::level::level;

// Items that one workgroup, or one invocation, handles in their order. Its count of each digit is a cell of a matrix: digits
// are rows, the pieces of a segment are columns, and one segment follows the other.
struct Piece {
  first: u32,
  end: u32,
  // The cell of digit 0, and the cells from a digit to the next.
  cell: u32,
  row: u32,
  // The bin of digit 0 in its segment, and which of the segment's pieces this is.
  bin: u32,
  column: u32,
}

@group(0) @binding(1) var<storage, read> count: array<u32>;
// The start of each segment, and the number of items; then the first piece of each segment, and the number of pieces. In one
// buffer, for kernels that scatter bind as many as every adapter allows.
@group(0) @binding(2) var<storage, read> segments: array<u32>;

// The size of a piece for a number of items.
fn piece_items(items: u32) -> u32 {
  let least = max((items + level.pieces - 1u) / level.pieces, level.min_piece_items);
  return (least + level.piece_step - 1u) / level.piece_step * level.piece_step;
}

@if(segmented)
fn count_items() -> u32 {
  return segment_start(level.segments);
}
@else
fn count_items() -> u32 {
  return min(count[0], level.capacity);
}

@if(segmented)
fn count_pieces() -> u32 {
  return first_piece(level.segments);
}
@else
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
  return Piece(first, min(first + size, end), cell, columns, segment * level.digits, column);
}
@else
fn find_piece(index: u32) -> Piece {
  let items = count_items();
  let size = piece_items(items);
  let first = min(index * size, items);
  return Piece(first, min(first + size, items), index, level.pieces, 0u, index);
}

fn segment_start(segment: u32) -> u32 {
  return segments[segment];
}

fn first_piece(segment: u32) -> u32 {
  return segments[level.segments + 1u + segment];
}
