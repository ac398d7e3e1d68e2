// Writes what the rays of a pixel have met.

import package::cast::frame::image::{counts, image, output};
import package::cast::frame::write_color::{mean_with, write_shown};
import package::cast::paged::pages::PAGED;
import package::cast::ray::hit::FARTHEST;
import package::cast::ray::layers::{RayLayers, Surface};

// The value that a mode reduces a ray to is written too.
override values = false;

const INFINITY_BITS = 0x7f800000u;

// `sum` is over the rays of the pixel.
fn write_pixel(pixel: vec2u, sum: RayLayers) {
  let index = pixel.y * image.width + pixel.x;
  write_shown(index, mean_with(index, vec4f(sum.color, sum.opacity) / f32(image.rays)));
  @if(surface) write_surface(index, sum.surface);
  if values {
    output[image.first_value + 2u * index] = bitcast<u32>(sum.reduced.x);
    output[image.first_value + 2u * index + 1u] = bitcast<u32>(sum.reduced.y);
  }
  if counts {
    output[image.first_samples + index] = sum.samples;
    output[image.first_skipped + index] = sum.skipped;
    if !PAGED { output[image.first_tests + index] = sum.tests; }
  }
}

fn write_surface(index: u32, surface: Surface) {
  output[image.first_triangle + index] = surface.triangle;
  let is_there = surface.distance < FARTHEST;
  output[image.first_distance + index] = select(INFINITY_BITS, bitcast<u32>(surface.distance), is_there);
  output[image.first_label + index] = surface.label;
  let normal = bitcast<vec3u>(surface.normal);
  let at = image.first_normal + 3u * index;
  output[at] = normal.x;
  output[at + 1u] = normal.y;
  output[at + 2u] = normal.z;
}
