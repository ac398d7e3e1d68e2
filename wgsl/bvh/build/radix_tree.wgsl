// The binary radix tree over sorted codes, each node by itself: T. Karras, "Maximizing parallelism in the construction of
// BVHs, octrees, and k-d trees", HPG 2012, section 4. Equal codes are distinguished by their places.

import package::bvh::mesh_size::MeshSize;
import package::bvh::build::radix_node::RadixNode;

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> codes_low: array<u32>;
@group(0) @binding(2) var<storage, read> codes_high: array<u32>;
@group(0) @binding(3) var<storage, read_write> nodes: array<RadixNode>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i + 1u < size.triangles; i += groups.x * width) {
    nodes[i] = find_node(i32(i));
  }
}

fn find_node(i: i32) -> RadixNode {
  let high = codes_high[i];
  let low = codes_low[i];
  let direction = select(-1, 1, common_bits(i, high, low, i + 1) > common_bits(i, high, low, i - 1));
  // The parent's range goes on beyond this end, so a sibling shares fewer bits than all in the range do.
  let outside = common_bits(i, high, low, i - direction);
  var bound = 2;
  while common_bits(i, high, low, i + bound * direction) > outside {
    bound *= 2;
  }
  var length = 0;
  for (var step = bound / 2; step >= 1; step /= 2) {
    if common_bits(i, high, low, i + (length + step) * direction) > outside {
      length += step;
    }
  }
  let other = i + length * direction;
  let within = common_bits(i, high, low, other);
  var split = 0;
  var step = length;
  while step > 1 {
    step = (step + 1) / 2;
    if split + step < length && common_bits(i, high, low, i + (split + step) * direction) > within {
      split += step;
    }
  }
  let first_of_right = select(i + split * direction, i + split * direction + 1, direction > 0);
  return RadixNode(u32(min(i, other)), u32(max(i, other)), u32(first_of_right - 1));
}

// The leading bits that the keys at i and j have in common; -1 where there is no j.
fn common_bits(i: i32, high: u32, low: u32, j: i32) -> i32 {
  if j < 0 || j >= i32(size.triangles) {
    return -1;
  }
  let high_difference = high ^ codes_high[j];
  if high_difference != 0u {
    return i32(countLeadingZeros(high_difference));
  }
  let low_difference = low ^ codes_low[j];
  if low_difference != 0u {
    return 32 + i32(countLeadingZeros(low_difference));
  }
  return 64 + i32(countLeadingZeros(u32(i ^ j)));
}
