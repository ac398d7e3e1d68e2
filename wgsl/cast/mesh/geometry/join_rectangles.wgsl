// Rectangles across a view's z axis, each a lower and an upper corner, and what workgroups make of them.

override width = 64u;

var<workgroup> found: array<vec4f, width>;

fn rectangle_of_none() -> vec4f {
  return vec4f(vec2f(3e38), vec2f(-3e38));
}

fn join(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(min(a.xy, b.xy), max(a.zw, b.zw));
}

// Holds the rectangles of all invocations of the workgroup; only the first one gets the result.
fn join_workgroup(local: u32, own: vec4f) -> vec4f {
  found[local] = own;
  workgroupBarrier();
  var rectangle = own;
  if local == 0u {
    for (var other = 1u; other < width; other += 1u) {
      rectangle = join(rectangle, found[other]);
    }
  }
  return rectangle;
}
