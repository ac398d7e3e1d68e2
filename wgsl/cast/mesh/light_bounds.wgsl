// Gathers each triangle's corners in a light's view, and bounds the tiles of the view whose rays may hit it.

import package::cast::mesh::triangle_bounds::{
  Corners, FAR_OFF, Rectangle, bounds, corners_of, nearest_of, rectangle_of_points, view, write_triangle,
};
import package::cast::mesh::view::LightExtent;
import package::tiles::item_bounds::no_bounds;

@group(0) @binding(1) var<uniform> extent: LightExtent;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < view.triangles; index += groups.x * width) {
    let corners = corners_of(index);
    var item = no_bounds();
    if corners.can_be_hit {
      item = write_triangle(index, corners, rectangle_of(corners), nearest_of(corners));
    }
    bounds[index] = item;
  }
}

fn rectangle_of(corners: Corners) -> Rectangle {
  return rectangle_of_points(raster_of(corners.a), raster_of(corners.b), raster_of(corners.c));
}

fn raster_of(point: vec3f) -> vec2f {
  return clamp((point.xy - extent.low) * extent.tiles_per_length - 0.5, vec2f(-FAR_OFF), vec2f(FAR_OFF));
}
