// The order in which queries are answered: as they come, or sorted by their Morton codes.

@group(0) @binding(4) var<storage, read> order: array<u32>;

@if(sorted)
fn nth_query(position: u32) -> u32 {
  return order[position];
}
@else
fn nth_query(position: u32) -> u32 {
  return position;
}
