// What a ray's samples became.

import package::cast::cast_ray::CastRay;
import package::cast::frame::frame;

struct Traced {
  // Multiplied by the opacity.
  color: vec3f,
  opacity: f32,
  // Samples taken.
  taken: u32,
}

// Where a ray's samples are, from 0 to 1 over the volume on each axis.
struct SamplePlaces {
  first: vec3f,
  stride: vec3f,
}

fn sample_places(ray: CastRay) -> SamplePlaces {
  let scale = 1.0 / frame.volume_size;
  let first = (ray.origin + ray.direction * (ray.enter + ray.phase * frame.view.step) + 0.5) * scale;
  return SamplePlaces(first, ray.direction * frame.view.step * scale);
}
