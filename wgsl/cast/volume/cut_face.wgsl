// The faces that clipping cuts through a volume, which are lit as the planes that they are.

import package::cast::volume::ray::{BOX_PLANES, CastRay, clip_end, planes};
import package::cast::volume::volume_frame::volume;

struct CutFace {
  // World direction of length 1, into what is kept; anything where the weight is 0.
  normal: vec3f,
  // Weight from 1 at the face to 0 below it.
  weight: f32,
}

// Same as in src/reference/volume/shading/cut-face.ts.
const FACE_DEPTH = 2.0;
const FACE_GAIN = 4.0;

// The face that a ray has come through shortly before a position, which runs from 0 to 1 over the volume.
fn cut_face(position: vec3f, pixel: vec2f) -> CutFace {
  let ahead = normalize(volume.world_forward + pixel.x * volume.world_right + pixel.y * volume.world_up);
  var sum = vec3f(0.0);
  var most = 0.0;
  for (var index = BOX_PLANES; index < clip_end(); index += 1u) {
    let plane = planes[index];
    // Deeper by up to a step, a sample is still the first one below the face.
    let depth = (dot(plane.depth, position) + plane.depth_offset) / max(volume.view.step, 1.0);
    let weight = clamp(FACE_DEPTH - depth, 0.0, 1.0) * clamp(FACE_GAIN * dot(plane.normal, ahead), 0.0, 1.0);
    sum += weight * plane.normal;
    most = max(most, weight);
  }
  return CutFace(sum / max(length(sum), 1e-20), most);
}

// The place where a ray comes through the last face that lets it in.
struct Entry {
  // Along the ray; negative where there is none behind where the ray meets the volume's box.
  distance: f32,
  normal: vec3f,
}

fn find_entry(ray: CastRay) -> Entry {
  let weights = vec3f(1.0, ray.pixel);
  var entry = Entry(-1.0, vec3f(0.0));
  for (var index = BOX_PLANES; index < clip_end(); index += 1u) {
    let approach = dot(planes[index].direction, weights);
    if approach > 1e-7 * length(planes[index].direction) {
      let distance = dot(planes[index].eye, weights) / approach * ray.slant;
      if distance > max(ray.enter, entry.distance) {
        entry = Entry(distance, planes[index].normal);
      }
    }
  }
  return entry;
}
