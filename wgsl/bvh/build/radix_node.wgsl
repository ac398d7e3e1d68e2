// A node of the binary tree over sorted codes: the range of leaves that it covers, and the last leaf of its left child.
// Its children are the nodes `split` and `split + 1`, or leaves where they cover one.

struct RadixNode {
  first: u32,
  last: u32,
  split: u32,
}
