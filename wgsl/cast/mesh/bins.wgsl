// The bins of triangles as the camera's rays see them.

import package::cast::frame::image::grid;
import package::cast::mesh::view::MeshTriangle;
import package::cast::mesh::view::MeshView;
import package::tiles::bin_header::BinHeader;
import package::tiles::slabs::Slabs;

@group(0) @binding(13) var<uniform> header: BinHeader;
@group(0) @binding(14) var<storage, read> bin_starts: array<u32>;
@group(0) @binding(15) var<storage, read> bin_items: array<u32>;
@group(0) @binding(16) var<uniform> view: MeshView;
// The camera's, then the light's.
@group(0) @binding(17) var<storage, read> triangles: array<MeshTriangle>;

struct ItemRange {
  first: u32,
  end: u32,
}

fn bin_range(tile: u32, slab: u32) -> ItemRange {
  let bin = tile * grid.slabs + slab;
  return ItemRange(bin_starts[bin], bin_starts[bin + 1u]);
}

// Items of all slabs, from near to far.
fn tile_range(tile: u32) -> ItemRange {
  let bin = tile * grid.slabs;
  return ItemRange(bin_starts[bin], bin_starts[bin + grid.slabs]);
}

fn frame_slabs() -> Slabs {
  return Slabs(header.near, header.scale, f32(grid.slabs - 1u));
}
