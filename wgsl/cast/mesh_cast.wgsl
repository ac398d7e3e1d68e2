// Casts rays to the triangles of a scene, one or several a pixel; a workgroup renders a tile.

import package::cast::mesh_bins::{grid, view};
import package::cast::mesh_rays::{Floats, MeshHits, MeshRays, NO_TRIANGLE, RAYS, Uints, invocations, ray_numbers};
import package::cast::mesh_rays::{next_hit, nth_bool, nth_float, nth_uint, ray_place};
import package::cast::mesh_shade::{look, shade};
import package::cast::mesh_trace::trace;
import package::shared::background::over_background;
import package::tiles::grid::tile_at;

// A u32 a pixel, red in its lowest byte; then what else is asked for of each pixel.
@group(0) @binding(9) var<storage, read_write> output: array<u32>;
// Where in a pixel its rays are, in pixels from its centre; the first is there.
@group(0) @binding(10) var<uniform> subpixels: array<vec4f, 64>;

override tile_width = 8u;
override tile_height = 8u;

const INFINITY_BITS = 0x7f800000u;

@compute @workgroup_size(invocations)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = group.y * groups.x + group.x;
  let numbers = ray_numbers(local);
  let first_pixel = tile_at(grid, tile) * vec2u(tile_width, tile_height);
  let x = first_pixel.x + numbers % tile_width;
  let y = first_pixel.y + numbers / tile_width;
  let present = (numbers < Uints(tile_width * tile_height)) & (x < Uints(view.width)) & (y < Uints(view.height));
  let place_x = Floats(x) - view.center.x;
  let place_y = view.center.y - Floats(y);

  // Colours, and in how many of the pixel's rays they are.
  var sums: array<vec4f, RAYS>;
  @if(count) var tests = Uints(0u);
  for (var sample = 0u; sample < look.samples; sample += 1u) {
    let offset = subpixels[sample];
    let rays = MeshRays((place_x + offset.x) * view.pixel, (place_y + offset.y) * view.pixel, present);
    let traced = trace(rays, tile, local);
    @if(count) tests += traced.tests;
    @if(hits) if sample == 0u {
      for (var n = 0u; n < RAYS; n += 1u) {
        if nth_bool(present, n) {
          write_hit(nth_uint(y, n) * view.width + nth_uint(x, n), ray_place(rays, n), traced.hits, n);
        }
      }
    }
    // From hit to hit, for SwiftShader runs whatever a loop skips.
    for (var n = next_hit(traced.hits, 0u); n < RAYS; n = next_hit(traced.hits, n + 1u)) {
      let color = shade(ray_place(rays, n), nth_uint(traced.hits.triangle, n), nth_float(traced.hits.depth, n));
      sums[n] += vec4f(color, 1.0);
    }
  }
  for (var n = 0u; n < RAYS; n += 1u) {
    if nth_bool(present, n) {
      let pixel = nth_uint(y, n) * view.width + nth_uint(x, n);
      let mean = sums[n] / f32(look.samples);
      let color = over_background(mean.rgb, mean.w, vec4f(look.background, look.background_opacity));
      output[pixel] = pack4x8unorm(color);
      @if(count) output[look.first_tests + pixel] = nth_uint(tests, n);
    }
  }
}

@if(hits)
fn write_hit(pixel: u32, place: vec2f, hits: MeshHits, n: u32) {
  let id = nth_uint(hits.triangle, n);
  let depth = nth_float(hits.depth, n);
  @if(orthographic) let distance = depth / view.unit;
  @if(!orthographic) let distance = depth * length(vec3f(place, 1.0)) / view.unit;
  output[look.first_id + pixel] = id;
  output[look.first_distance + pixel] = select(bitcast<u32>(distance), INFINITY_BITS, id == NO_TRIANGLE);
}
