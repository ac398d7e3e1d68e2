// The items of a scatter: a key and a value each, where they are and where they go.

@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read> values: array<u32>;
@group(0) @binding(7) var<storage, read_write> split_keys: array<u32>;
@group(0) @binding(8) var<storage, read_write> split_values: array<u32>;
// A word more an item, which moves with it.
@group(0) @binding(9) var<storage, read> carried_words: array<u32>;
@group(0) @binding(10) var<storage, read_write> split_carried_words: array<u32>;

// The indices of items are their values if they have none.
@if(indices)
fn value_of(item: u32) -> u32 {
  return item;
}
@else
fn value_of(item: u32) -> u32 {
  return values[item];
}
