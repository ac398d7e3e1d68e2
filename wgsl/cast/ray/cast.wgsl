// Casts rays through a volume, to the triangles of meshes, or both, one or several a pixel; a workgroup renders a tile.

import package::cast::ray::cast_rays::cast_rays;
@if(quads) import package::cast::ray::four::{Uints, ray_numbers};
@else import package::cast::ray::one::{Uints, ray_numbers};
@if(quads) import package::cast::ray::states_of_four::{no_states, sum_states, write_states};
@else import package::cast::ray::states_of_one::{no_states, sum_states, write_states};
import package::cast::frame::image::{counts, grid, image, output};
import package::cast::paged::ray_states::{is_in_strip, is_written, note_written, still_waits};
import package::cast::mesh::bins::{bin_items, header};
import package::cast::light::shadow::{light_bin_items, light_header};
import package::cast::frame::pattern::pattern;
import package::cast::ray::rays::{Pixels, invocations, rays_through};
import package::cast::frame::tile_pixels::pixels_in_tile;
import package::cast::volume::transfer::load_cells;
import package::tiles::grid::tile_at;

@compute @workgroup_size(invocations)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  // Bins without room for all items grow, and the image is cast anew.
  @if(meshes && !primary_bvh) if f32(arrayLength(&bin_items)) < header.pairs_rounded {
    return;
  }
  @if(shadows && !traced) if f32(arrayLength(&light_bin_items)) < light_header.pairs_rounded {
    return;
  }
  @if(table_in_workgroup) load_cells(local, invocations);
  let tile = image.first_tile + group.y * image.tile_columns + group.x;
  let numbers = ray_numbers(local);
  let tile_size = vec2u(grid.tile_width, grid.tile_height);
  let first_pixel = tile_at(grid, tile) * tile_size;
  let in_tile = pixels_in_tile(numbers, tile_size.x, tile_size.y);
  let x = first_pixel.x + in_tile.x;
  let y = first_pixel.y + in_tile.y;
  let present = (numbers < Uints(tile_size.x * tile_size.y)) & (x < Uints(image.width)) & (y < Uints(image.height));
  @if((!meshes || primary_bvh) && !together) if !present {
    return;
  }
  let pixels = Pixels(x, y, present);
  @if(paged) if !is_in_strip(y) || is_written(x, y) || still_waits(x, y) {
    return;
  }

  @if(!supersample) let states = cast_rays(rays_through(pixels, vec2f(0.0)), pixels, tile, local, 0u);
  @else var states = no_states();
  // A single call: compilers inline each, and the march with it.
  @if(supersample) for (var index = 0u; index < image.rays; index += 1u) {
    let rays = rays_through(pixels, pattern.subpixels[index].xy);
    let found = cast_rays(rays, pixels, tile, local, index);
    if index == 0u {
      states = found;
    } else {
      states = sum_states(states, found);
    }
  }
  // Tests of all rounds are summed: rays look for triangles anew in each.
  @if(paged) if counts {
    let index = image.first_tests + y * image.width + x;
    output[index] = states.tests + select(output[index], 0u, image.is_first_round == 1u);
  }
  @if(paged) if states.waits {
    return;
  }
  @if(paged) note_written(x, y);
  write_states(pixels, states);
}
