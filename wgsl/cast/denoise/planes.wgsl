// Planes that the passes of the denoiser leave each other, of four numbers for each pixel of a strip of the picture.
// src/cast/denoise/denoiser.ts writes the uniforms, src/reference/denoise.ts computes what the passes do.

struct Denoising {
  // Pixels of the picture.
  width: u32,
  height: u32,
  // The strip with the rows around it that it needs, all of its pixels, and the rows that are denoised.
  strip_row: u32,
  strip_rows: u32,
  strip_pixels: u32,
  first_row: u32,
  end_row: u32,
  // Starts of sums of colours and of guides in the frame, and the frames that they are over.
  first_color: u32,
  first_guides: u32,
  frames: f32,
}

@group(0) @binding(0) var<uniform> denoising: Denoising;
@group(0) @binding(1) var<storage, read_write> planes: array<vec4f>;

const COLOR = 0u;
// Variances of the colour, averaged over three by three pixels.
const VARIANCE = 1u;
// The colour, averaged so.
const BLURRED = 2u;
// Albedo and depth of the first scattering, its normal, and the variances of albedo, normal and depth.
const ALBEDO_DEPTH = 3u;
const NORMAL = 4u;
const GUIDE_VARIANCES = 5u;
// Filtered guides, and how much each has to differ to count: for albedo, normal and depth.
const SMOOTH_ALBEDO_DEPTH = 6u;
const SMOOTH_NORMAL = 7u;
const SCALES = 8u;
// The regression, and what it may err by: see regress.wgsl.
const REGRESSED = 9u;
const ERRORS = 10u;
// These, summed along rows, where the normals were.
const ROW_ERRORS = 4u;

override side = 8u;

// Whether there is such a pixel of the strip.
fn is_in_strip(pixel: vec2u) -> bool {
  return pixel.x < denoising.width && pixel.y < denoising.strip_rows;
}

// Pixels of the strip from a pixel less a radius to it and more, as far as there are any: both ends belong to it.
fn first_around(pixel: vec2u, radius: u32) -> vec2u {
  return pixel - min(pixel, vec2u(radius));
}

fn last_around(pixel: vec2u, radius: u32) -> vec2u {
  return min(pixel + radius, vec2u(denoising.width, denoising.strip_rows) - 1u);
}

// The index of a pixel of the strip in each plane.
fn index_of(pixel: vec2u) -> u32 {
  return pixel.y * denoising.width + pixel.x;
}

fn load(plane: u32, index: u32) -> vec4f {
  return planes[plane * denoising.strip_pixels + index];
}

fn store(plane: u32, index: u32, value: vec4f) {
  planes[plane * denoising.strip_pixels + index] = value;
}
