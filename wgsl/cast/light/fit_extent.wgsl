// The rectangle across a view's z axis that holds all of its points: what a light's tiles cover. The first pass leaves one
// for each workgroup, the last makes one of them.

import package::cast::mesh::view::LightExtent;

@if(last) @group(0) @binding(0) var<storage, read> rectangles: array<vec4f>;
@if(last) @group(0) @binding(1) var<storage, read_write> extent: LightExtent;
@else @group(0) @binding(0) var<storage, read> points: array<vec4f>;
@if(!last) @group(0) @binding(1) var<storage, read_write> rectangles: array<vec4f>;

override width = 64u;
// Tiles along each side.
@if(last) override tiles = 128.0;

var<workgroup> found: array<vec4f, width>;

@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  // The lower corner, and the upper.
  var rectangle = vec4f(vec2f(3e38), vec2f(-3e38));
  @if(last) for (var index = local; index < arrayLength(&rectangles); index += width) {
    rectangle = join(rectangle, rectangles[index]);
  }
  @else for (var index = group.x * width + local; index < arrayLength(&points); index += groups.x * width) {
    let point = points[index].xy;
    if all((bitcast<vec2u>(point) & vec2u(0x7f800000u)) != vec2u(0x7f800000u)) {
      rectangle = join(rectangle, point.xyxy);
    }
  }
  found[local] = rectangle;
  workgroupBarrier();
  if local > 0u {
    return;
  }
  for (var other = 1u; other < width; other += 1u) {
    rectangle = join(rectangle, found[other]);
  }
  @if(!last) rectangles[group.x] = rectangle;
  @else {
    let size = max(rectangle.zw - rectangle.xy, vec2f(1e-30));
    extent = LightExtent(rectangle.xy, vec2f(tiles) / size);
  }
}

fn join(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(min(a.xy, b.xy), max(a.zw, b.zw));
}
