// Collisions of light with a volume: E. Woodcock et al., "Techniques used in the GEM code for Monte Carlo neutronics
// calculations in reactors and other systems of complex geometry", 1965. A medium as dense as the densest place everywhere has
// collisions at places that are found at once, of which those with what is not there do not count.

import package::cast::light::lights::chord_of;
import package::cast::path::path_frame::frame;
import package::cast::path::random::random;
import package::cast::volume::density::density_at;
import package::cast::volume::volume_frame::volume;

@if(skip) @group(0) @binding(25) var brick_distances: texture_3d<i32>;

struct Collision {
  // Distance in units of length; negative where there is none.
  distance: f32,
  color: vec3f,
}

// A little into the next brick.
@if(skip) const NUDGE = 1e-4;

// The next collision from `position` on along `way`, which is of one unit, as far as `longest`.
fn next_collision(position: vec3f, way: vec3f, longest: f32, state: ptr<function, u32>) -> Collision {
  let chord = chord_of(position, way);
  let end = min(chord.y, longest);
  var distance = chord.x;
  while distance < end {
    @if(skip) {
      let clear = clear_of_bricks(position + distance * way, way);
      if clear > 0.0 {
        distance += clear;
        continue;
      }
    }
    distance -= log(1.0 - random(state)) / frame.majorant;
    if distance >= end { break; }
    let found = density_at(position + distance * way);
    if random(state) * frame.majorant < found.extinction * frame.density {
      return Collision(distance, found.color);
    }
  }
  return Collision(-1.0, vec3f(0.0));
}

// The distance out of invisible bricks; 0 in a visible one.
@if(skip)
fn clear_of_bricks(position: vec3f, way: vec3f) -> f32 {
  let scale = volume.size * volume.bricks_per_voxel;
  let place = position * scale;
  let brick = clamp(floor(place), vec3f(0.0), vec3f(textureDimensions(brick_distances)) - 1.0);
  let apart = textureLoad(brick_distances, vec3i(brick), 0).x;
  if apart <= 0 {
    return 0.0;
  }
  let speed = way * scale;
  let inverse = 1.0 / select(speed, vec3f(1e-20), abs(speed) < vec3f(1e-20));
  let reach = f32(apart - 1);
  let leaves = max((brick - reach - place) * inverse, (brick + 1.0 + reach - place) * inverse);
  return max(min(leaves.x, min(leaves.y, leaves.z)), 0.0) + NUDGE * min(abs(inverse.x), min(abs(inverse.y), abs(inverse.z)));
}
