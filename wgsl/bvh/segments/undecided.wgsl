// The segments that f32 could not decide, which the exact pass works off.

struct Undecided {
  count: atomic<u32>,
  segments: array<u32>,
}

@group(0) @binding(3) var<storage, read_write> undecided: Undecided;

fn leave_undecided(index: u32) {
  undecided.segments[atomicAdd(&undecided.count, 1u)] = index;
}
