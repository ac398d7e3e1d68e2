// The image of every cast, and where it writes; src/cast/frame/image-uniforms.ts writes it.

import package::tiles::grid::Grid;

@group(0) @binding(1) var<uniform> grid: Grid;

struct Image {
  // Pixels.
  width: u32,
  height: u32,
  // Rays a pixel.
  rays: u32,
  // Accumulated opacity at which a ray is done; above 1 it never is.
  opaque: f32,
  background: vec3f,
  // 1 where the background shows through, 0 for straight alpha.
  background_opacity: f32,
  // Accumulated opacity of a volume's samples that counts as its surface.
  surface_opacity: f32,
  // Frames that accumulate, this one included.
  frames: f32,
  // Starts in the output of float colours, triangles, distances, labels, normals, values, guides of the denoiser, and the counts of samples, of skipped
  // samples and of triangle tests.
  first_color: u32,
  first_triangle: u32,
  first_distance: u32,
  first_label: u32,
  first_normal: u32,
  first_value: u32,
  first_guides: u32,
  first_samples: u32,
  first_skipped: u32,
  first_tests: u32,
  // The number of the dispatch's first tile, and how much greater it is for the tile below: all tiles of the image, or a block.
  first_tile: u32,
  tile_columns: u32,
  // The strip of the image that rays of a volume in pages are cast in.
  first_row: u32,
  end_row: u32,
  // 1 in a strip's first round, before which rays have no states.
  is_first_round: u32,
}

@group(0) @binding(0) var<uniform> image: Image;
// A u32 per pixel, red in its lowest byte; then the other outputs of each pixel.
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

// Samples and tests of triangles are counted, pixel by pixel.
override counts = false;
