// Counts how often each digit of a sort's keys occurs in all items, the digits of all levels in one reading.

import package::split::level::level::level;
import package::split::level::pieces::count_items;

@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(6) var<storage, read_write> sweep: array<atomic<u32>>;

override width = 256u;
// Values of a digit, and the bits that it has.
override counters = 64u;
override digit_bits = 6u;
override levels = 1u;
var<workgroup> histograms: array<atomic<u32>, levels * counters>;

@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let items = count_items();
  // Four at a time, loads first, so that their latencies overlap.
  for (var start = 4u * width * group.x; start < items; start += 4u * width * groups.x) {
    let item = start + lane + vec4u(0u, width, 2u * width, 3u * width);
    let loaded = min(item, vec4u(items - 1u));
    let four = vec4u(keys[loaded.x], keys[loaded.y], keys[loaded.z], keys[loaded.w]) & vec4u(level.mask);
    for (var l = 0u; l < levels; l += 1u) {
      let digits = (four >> vec4u(l * digit_bits)) & vec4u(counters - 1u);
      for (var k = 0u; k < 4u; k += 1u) {
        if item[k] < items { atomicAdd(&histograms[l * counters + digits[k]], 1u); }
      }
    }
  }
  workgroupBarrier();
  for (var h = lane; h < levels * counters; h += width) {
    let count = atomicLoad(&histograms[h]);
    if count > 0u { atomicAdd(&sweep[h], count); }
  }
}
