// Where a level's items go, by the scanned matrix of counts.

import package::split::level::level::{Piece, count_items, level};

@group(0) @binding(6) var<storage, read> destinations: array<u32>;
// Where each bin begins, and after the last one the number of items.
@if(starts) @group(0) @binding(3) var<storage, read_write> bin_starts: array<u32>;

// Where the first item of a digit in a piece goes. There a bin begins if no piece of the segment comes before: whoever moves the
// piece writes its bins' starts with it. Each digit of each piece is to be asked for once.
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
