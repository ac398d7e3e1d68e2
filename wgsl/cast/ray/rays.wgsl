// The rays of one invocation, and the pixels that they show.

import package::cast::frame::image::image;
@if(quads) import package::cast::ray::four::{Bools, Floats, Uints};
@else import package::cast::ray::one::{Bools, Floats, Uints};

// Invocations of a workgroup.
override invocations = 64u;

struct Rays {
  // Pixels, right and up from the image's centre.
  x: Floats,
  y: Floats,
  // Whether each of them is inside the image.
  present: Bools,
}

// The pixels that they show, by column and row; those that are not `present` are not of the image.
struct Pixels {
  x: Uints,
  y: Uints,
  present: Bools,
}

// `offset` is in pixels from their centres.
fn rays_through(pixels: Pixels, offset: vec2f) -> Rays {
  return Rays(
    Floats(pixels.x) + 0.5 - 0.5 * f32(image.width) + offset.x,
    0.5 * f32(image.height) - 0.5 - Floats(pixels.y) + offset.y,
    pixels.present,
  );
}
