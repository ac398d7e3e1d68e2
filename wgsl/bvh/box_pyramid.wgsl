// A pyramid of boxes: those of the leaves, then level by level the unions of FACTOR neighbours, one level after the other
// in one buffer. A node of the tree covers a range of leaves, so it has its box from here without waiting for its
// children: WGSL promises neither that another workgroup goes on nor that what it writes is seen in the same dispatch.

import package::bvh::box::{Box, empty_box, unite};

// src/bvh/build/box-pyramid.ts knows it too.
const FACTOR = 8u;

@group(0) @binding(2) var<storage, read> pyramid: array<Box>;

// The union of the leaves' boxes from `first` to `last`, of `leaves` in all.
fn range_box(leaves: u32, first: u32, last: u32) -> Box {
  var box = empty_box();
  var begin = first;
  var end = last + 1u;
  var start = 0u;
  var length = leaves;
  while begin < end {
    while begin < end && begin % FACTOR != 0u {
      box = unite(box, pyramid[start + begin]);
      begin += 1u;
    }
    while begin < end && end % FACTOR != 0u {
      end -= 1u;
      box = unite(box, pyramid[start + end]);
    }
    begin /= FACTOR;
    end /= FACTOR;
    start += length;
    length = (length + FACTOR - 1u) / FACTOR;
  }
  return box;
}
