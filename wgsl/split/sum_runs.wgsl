// The first pass of a scan where barriers are dear: each invocation sums a block of values.

import package::split::blocks::find_block;

@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

override width = 4u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let block = find_block(id.x);
  var sums4 = vec4u(0u);
  var i = block.first;
  // Four at a time: on SwiftShader an iteration costs more than the loads.
  for (; i + 4u <= block.end; i += 4u) {
    sums4 += vec4u(values[i], values[i + 1u], values[i + 2u], values[i + 3u]);
  }
  var sum = sums4.x + sums4.y + sums4.z + sums4.w;
  for (; i < block.end; i += 1u) {
    sum += values[i];
  }
  sums[id.x] = sum;
}
