// The second pass of a scan where barriers are dear: each invocation scans a block of values.

import package::split::blocks::find_block;

@group(0) @binding(1) var<storage, read_write> values: array<u32>;
// Sums of the blocks: they are few, so each block adds up those before it, which saves a pass.
@group(0) @binding(2) var<storage, read> sums: array<u32>;

override width = 4u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var b = 0u; b < id.x; b += 1u) {
    sum += sums[b];
  }
  let block = find_block(id.x);
  var i = block.first;
  for (; i + 4u <= block.end; i += 4u) {
    let four = vec4u(values[i], values[i + 1u], values[i + 2u], values[i + 3u]);
    values[i] = sum;
    values[i + 1u] = sum + four.x;
    values[i + 2u] = sum + four.x + four.y;
    values[i + 3u] = sum + four.x + four.y + four.z;
    sum += four.x + four.y + four.z + four.w;
  }
  for (; i < block.end; i += 1u) {
    let value = values[i];
    values[i] = sum;
    sum += value;
  }
}
