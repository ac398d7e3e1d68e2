// Marches along the rays of a workgroup side by side: they wait for each other at regular numbers of samples, so that what one brings
// into the cache is still there for the others (synchronous ray propagation: Sugimoto, Ino and Hagihara 2014).

import package::cast::frame::image::image;
import package::cast::march::march;
import package::cast::modes::composite::SAMPLES;
import package::cast::ray::layers::{RayLayers, is_open};
import package::cast::volume::even_step::{BLOCK_SAMPLES, judges_steps};
import package::cast::volume::ray::{CastRay, SampleRange};

override samples_together = 64u;

// The last sample of the workgroup's rays. It only grows, from one ray of a pixel to the next.
var<workgroup> common_end: atomic<u32>;

// All invocations of the workgroup must call it.
fn march_together(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  atomicMax(&common_end, range.end);
  let end = workgroupUniformLoad(&common_end);
  // Samples that are accumulated together stay together.
  let kept = u32(select(SAMPLES, BLOCK_SAMPLES, judges_steps));
  let stride = kept * ((samples_together - 1u) / kept + 1u);
  var layers = met;
  for (var first = 0u; first < end; first += stride) {
    let part = SampleRange(max(range.first, first), min(range.end, first + stride));
    if part.first < part.end && is_open(layers, image.opaque) {
      layers = march(layers, ray, part);
    }
    workgroupBarrier();
  }
  return layers;
}
