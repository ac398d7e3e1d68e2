// Whether a point is in the shadow of a triangle: a second set of bins, as a light sees the triangles.

import package::cast::mesh::view::LightExtent;
import package::cast::mesh::bins::triangles;
import package::cast::mesh::edges::{edge_barycentrics, edges_along_axis, is_inside};
import package::cast::mesh::appearance::{appearance, TRANSLUCENT};
import package::cast::mesh::arena::faces;
import package::cast::mesh::material::is_blocking;
import package::tiles::bin_header::BinHeader;
import package::tiles::slabs::{Slabs, slab_of};

@group(0) @binding(21) var<uniform> extent: LightExtent;
@group(0) @binding(22) var<uniform> light_header: BinHeader;
@group(0) @binding(23) var<storage, read> light_bin_starts: array<u32>;
@group(0) @binding(24) var<storage, read> light_bin_items: array<u32>;

// Whether a triangle that lets no light through lies between a point of the camera's view and the light.
@if(shadows)
fn is_in_shadow(point: vec3f) -> bool {
  let film = vec2f(dot(appearance.light_right, point), dot(appearance.light_up, point));
  let depth = dot(appearance.light_forward, point);
  let tile = vec2u(clamp((film - extent.low) * extent.tiles_per_length, vec2f(0.0), vec2f(f32(appearance.light_tiles - 1u))));
  let slabs = Slabs(light_header.near, light_header.scale, f32(appearance.light_slabs - 1u));
  // The slabs of a tile follow each other, and none behind the point's matters.
  let first_bin = (tile.y * appearance.light_tiles + tile.x) * appearance.light_slabs;
  let end = light_bin_starts[first_bin + slab_of(slabs, depth) + 1u];
  for (var index = light_bin_starts[first_bin]; index < end; index += 1u) {
    let item = light_bin_items[index];
    let triangle = triangles[appearance.light_triangles + item];
    let edges = edges_along_axis(film, triangle);
    if !is_inside(edges) {
      continue;
    }
    let barycentrics = edge_barycentrics(edges);
    if dot(barycentrics, vec3f(triangle.a.z, triangle.b.z, triangle.c.z)) < depth {
      if !TRANSLUCENT || is_blocking(faces[item], barycentrics) { return true; }
    }
  }
  return false;
}
@else
fn is_in_shadow(point: vec3f) -> bool {
  return false;
}
