// Puts the crossings of each segment in order: the nearest to its start first, of those as near the triangle of lower index.

import package::bvh::segments::query::query;

// How many crossings there are before those of each segment, and in all.
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
// Each is a triangle, t, u and v.
@group(0) @binding(2) var<storage, read_write> crossings: array<vec4u>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var segment = id.x; segment < query.segments; segment += groups.x * width) {
    let first = offsets[segment];
    let count = offsets[segment + 1u] - first;
    // Shellsort with Knuth's gaps: most segments cross few triangles, and those that cross thousands must not take forever.
    var gap = 1u;
    while 3u * gap + 1u < count {
      gap = 3u * gap + 1u;
    }
    for (; gap > 0u; gap /= 3u) {
      for (var next = gap; next < count; next += 1u) {
        insert(first, next, gap);
      }
    }
  }
}

fn insert(first: u32, next: u32, gap: u32) {
  let crossing = crossings[first + next];
  var place = next;
  while place >= gap && comes_before(crossing, crossings[first + place - gap]) {
    crossings[first + place] = crossings[first + place - gap];
    place -= gap;
  }
  crossings[first + place] = crossing;
}

// t is not negative, so that its bits are in the order of its values.
fn comes_before(a: vec4u, b: vec4u) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}
