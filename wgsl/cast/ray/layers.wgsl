// The layers that a ray has met so far, front to back.

import package::cast::fused::seen_through::{SeenThrough, combine_seen, sees_through};
import package::cast::ray::hit::{FARTHEST, NO_TRIANGLE};

struct RayLayers {
  // Multiplied by the opacity.
  color: vec3f,
  opacity: f32,
  // Samples taken, and samples that could not contribute.
  samples: u32,
  skipped: u32,
  // Tests against triangles.
  tests: u32,
  // The first sample that is not behind it yet.
  next: u32,
  // Distance along the ray that it reaches, in the volume's units.
  reached: f32,
  // Whether it waits for a page or resumes, and what its mode keeps until then.
  waits: bool,
  kept: f32,
  // Triangles that it has passed.
  passed: u32,
  // Whether nothing more can be met.
  done: bool,
  @if(surface) surface: Surface,
  @if(fused) through: SeenThrough,
  // The reduction of the volume's samples, of a mean their sum, and how many there were.
  reduced: vec2f,
}

// The first surface of a ray: a triangle, an isosurface, or the sample at which a volume's opacity passes the threshold.
struct Surface {
  // World distance from where the ray starts; FARTHEST where there is none.
  distance: f32,
  // Unit length, towards the eye, in the world.
  normal: vec3f,
  // The place of a volume sample's label in the list of styles.
  label: u32,
  // The first triangle, even where it is behind; NO_TRIANGLE where there is none.
  triangle: u32,
}

fn no_layers() -> RayLayers {
  var layers = RayLayers();
  @if(surface) layers.surface = Surface(FARTHEST, vec3f(0.0), 0u, NO_TRIANGLE);
  return layers;
}

// Adds two rays of a pixel, of which the first one's surface and value stay.
fn sum_layers(a: RayLayers, b: RayLayers) -> RayLayers {
  var sum = a;
  sum.color += b.color;
  sum.opacity += b.opacity;
  sum.samples += b.samples;
  sum.skipped += b.skipped;
  sum.tests += b.tests;
  sum.waits |= b.waits;
  sum.done = true;
  return sum;
}

// Shows the volumes after the first as they are seen through it.
@if(fused)
fn with_seen_through(layers: RayLayers) -> RayLayers {
  if !sees_through {
    return layers;
  }
  let seen = combine_seen(layers.through, layers.opacity);
  var all = layers;
  all.color = seen.rgb;
  all.opacity = seen.w;
  return all;
}
@else
fn with_seen_through(layers: RayLayers) -> RayLayers {
  return layers;
}

// Whether a volume behind the layers may still be seen.
fn is_open(layers: RayLayers, opaque: f32) -> bool {
  @if(fused) if sees_through && layers.through.hidden < opaque { return true; }
  return layers.opacity < opaque;
}

fn put_behind(layers: RayLayers, color: vec3f, opacity: f32) -> RayLayers {
  var all = layers;
  let weight = (1.0 - layers.opacity) * opacity;
  all.color += weight * color;
  all.opacity += weight;
  return all;
}
