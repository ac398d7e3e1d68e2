// A counter for each digit that an invocation has for itself: in workgroup memory, or in a storage buffer on the CPU,
// where that is no slower, but SwiftShader takes seconds to compile thousands of counters in workgroup memory.

import package::split::level::level::level;

override width = 4u;
// Counters of an invocation.
override counters = 64u;

@if(scratch) @group(0) @binding(9) var<storage, read_write> memory: array<u32>;
@else var<workgroup> memory: array<u32, counters * width>;

// An invocation's first counter, and the distance to the next.
struct Counters {
  first: u32,
  step: u32,
}

@if(scratch)
fn find_counters(invocation: u32, lane: u32) -> Counters {
  return Counters(invocation * (level.digit_range + 1u), 1u);
}
// Counters of a workgroup's invocations lie side by side, so that they lie in different banks of the memory.
@else
fn find_counters(invocation: u32, lane: u32) -> Counters {
  return Counters(lane, width);
}

fn set_counter(index: u32, value: u32) {
  memory[index] = value;
}

fn read_counter(index: u32) -> u32 {
  return memory[index];
}

// Returns the counter as it was before.
fn increment(index: u32) -> u32 {
  let value = memory[index];
  memory[index] = value + 1u;
  return value;
}
