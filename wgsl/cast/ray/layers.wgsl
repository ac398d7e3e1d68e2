// What a ray has met so far, front to back.

struct RayLayers {
  // Multiplied by the opacity.
  color: vec3f,
  opacity: f32,
  // Samples taken, and samples that nothing could have come of.
  samples: u32,
  skipped: u32,
  // Tests against triangles.
  tests: u32,
  // The first sample that is not behind it yet.
  next: u32,
  // Whether nothing more can be met.
  done: bool,
}

fn no_layers() -> RayLayers {
  return RayLayers(vec3f(0.0), 0.0, 0u, 0u, 0u, 0u, false);
}

// Of two rays of a pixel.
fn sum_layers(a: RayLayers, b: RayLayers) -> RayLayers {
  return RayLayers(
    a.color + b.color,
    a.opacity + b.opacity,
    a.samples + b.samples,
    a.skipped + b.skipped,
    a.tests + b.tests,
    0u,
    true,
  );
}

fn put_behind(layers: RayLayers, color: vec3f, opacity: f32) -> RayLayers {
  var all = layers;
  let weight = (1.0 - layers.opacity) * opacity;
  all.color += weight * color;
  all.opacity += weight;
  return all;
}
