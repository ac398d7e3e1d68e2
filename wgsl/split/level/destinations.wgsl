// The destinations of a level's items: the scanned matrix of counts.

import package::split::level::level::level;
import package::split::level::pieces::{Piece, count_items};

@group(0) @binding(6) var<storage, read> destinations: array<u32>;
// The start of each bin, and after the last one the number of items.
@group(0) @binding(3) var<storage, read_write> bin_starts: array<u32>;

// Returns where the first item of a digit in a piece goes. In a segment's first piece, the digit's bin begins there, which is written
// too: a scatter asks once for each digit of each piece.
fn take_destination(piece: Piece, digit: u32) -> u32 {
  let destination = destinations[piece.cell + digit * piece.row];
  @if(starts) if piece.column == 0u {
    let bin = piece.bin + digit;
    // The digits of the last segment may name more bins than there are.
    if bin < level.bins {
      bin_starts[bin] = destination;
    }
    if bin == 0u {
      bin_starts[level.bins] = count_items();
    }
  }
  return destination;
}
