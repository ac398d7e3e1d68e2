// The pages of a volume that is on the device in part: where they are, and rays that wait for one that is not there.

import package::cast::bricks::order::{brick_of_index, index_of_brick};
import package::cast::volume::ray::SamplePositions;
import package::cast::volume::skip::{BrickRay, grid_ray, leave_bricks, reach_brick};
import package::cast::volume::volume_frame::volume;

// The slot of each page, 10 bits along each axis below the two highest bits: the page is there, and holds nothing but one value. 0
// where the page is not there.
@group(0) @binding(64) var page_table: texture_3d<u32>;
// Rays that wait for each page.
@group(0) @binding(65) var<storage, read_write> page_requests: array<atomic<u32>>;

const SLOT_BITS = 10u;
const EMPTY = 1u << 30u;

// The offset from a voxel of the volume to its texel in the atlas, for the page that the ray is in.
var<private> page_shift: vec3f;
// Whether all voxels that samples of the page reach have the fill value of a sparse store.
@if(paged) var<private> page_is_empty: bool;
// The offset of places in the atlas that run from 0 to 1.
var<private> page_offset: vec3f;

// The first of the ray's samples that may lie in that page.
@if(paged) var<private> page_first: f32;

// One more than the number of the page that the ray waits for.
@if(paged) var<private> missed_page: u32;

// Whether the volume is in pages.
@if(paged) const PAGED = true;
@else const PAGED = false;

fn page_ray(positions: SamplePositions) -> BrickRay {
  return grid_ray(positions, volume.pages_per_voxel);
}

// Enters the page of sample k. Returns the first sample up to `end` that is beyond it, or `k` where the page is not there:
// then the ray has asked for it. The border of a page allows for what rounding does to its ends.
@if(paged)
fn enter_page(pages: BrickRay, k: f32, end: f32) -> f32 {
  let page = clamp(floor(pages.first + k * pages.stride), vec3f(0.0), vec3f(textureDimensions(page_table)) - 1.0);
  if !is_entered(page) { return k; }
  page_first = reach_brick(pages, page);
  return min(end, leave_bricks(pages, k, page, 0.0));
}
@else
fn enter_page(pages: BrickRay, k: f32, end: f32) -> f32 {
  return end;
}

// Follows from the page alone, not from the sample by which a ray entered: those before may have been skipped.
@if(paged)
fn first_in_page() -> f32 {
  return page_first;
}
@else
fn first_in_page() -> f32 {
  return 0.0;
}

// Whether no sample of the page that was entered shows anything. Reductions count samples that show nothing, too, and isosurfaces
// compare them.
@if(paged && !isosurface && !mip && !average)
fn page_shows_nothing() -> bool {
  return page_is_empty && volume.shows_empty == 0u;
}
@if(!paged || isosurface || mip || average)
fn page_shows_nothing() -> bool {
  return false;
}

// Enters the page of a position, which runs from 0 to 1 over the volume, or asks for it.
fn enter_page_at(position: vec3f) -> bool {
  let page = floor(position * volume.size * volume.pages_per_voxel);
  return is_entered(clamp(page, vec3f(0.0), vec3f(textureDimensions(page_table)) - 1.0));
}

fn is_entered(page: vec3f) -> bool {
  let slot = textureLoad(page_table, vec3i(page), 0).x;
  if slot == 0u {
    let number = index_of_brick(vec3i(page), textureDimensions(page_table));
    atomicAdd(&page_requests[number], 1u);
    missed_page = number + 1u;
    return false;
  }
  page_is_empty = (slot & EMPTY) != 0u;
  let place = vec3f(vec3u(slot, slot >> SLOT_BITS, slot >> (2u * SLOT_BITS)) & vec3u((1u << SLOT_BITS) - 1u));
  page_shift = place * volume.slot_side + volume.page_border - page * volume.page_side;
  page_offset = page_shift * volume.atlas_texel;
  return true;
}

// Whether a page that a ray has waited for is still not there: then it asks for it again.
@if(paged)
fn is_missing(number: u32) -> bool {
  let pages = textureDimensions(page_table);
  if textureLoad(page_table, vec3i(brick_of_index(number, pages)), 0).x != 0u { return false; }
  atomicAdd(&page_requests[number], 1u);
  return true;
}
