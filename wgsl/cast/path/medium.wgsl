// Collisions of light with a volume: E. Woodcock et al., "Techniques used in the GEM code for Monte Carlo neutronics
// calculations in reactors and other systems of complex geometry", 1965. A medium as dense as the densest place everywhere has
// collisions at places that are found at once, of which those with what is not there do not count. Each stretch of a path has its
// own bound.

import package::cast::light::lights::chord_of;
import package::cast::paged::flight::flight;
import package::cast::paged::pages::enter_page_at;
import package::cast::path::path_frame::frame;
import package::cast::path::random::random;
import package::cast::path::stretches::{HAS_BRICKS, stretch_from};
import package::cast::volume::density::density_at;
import package::cast::ray::hit::FARTHEST;

struct Collision {
  // Distance in units of length; negative where there is none.
  distance: f32,
  color: vec3f,
}

// The next collision from `position` on along `way`, which is of one unit, as far as `longest`; `drawn`, from 0 on, below 1, says how
// deep into the medium the first free path leads.
fn next_collision(position: vec3f, way: vec3f, longest: f32, drawn: f32, state: ptr<function, u32>) -> Collision {
  let chord = chord_of(position, way);
  let end = min(chord.y, longest);
  var distance = chord.x;
  var stretch_end = distance;
  var majorant = 0.0;
  // Optical depth that is left of the free path: each stretch takes its part, so that none has to draw another.
  var depth = -log(1.0 - drawn);
  @if(paged) if flight.waits {
    distance = flight.distance;
    stretch_end = flight.stretch_end;
    majorant = flight.majorant;
    depth = 0.0;
  }
  while distance < end {
    if distance >= stretch_end {
      let stretch = stretch_from(position + distance * way, way);
      majorant = stretch.majorant;
      stretch_end = min(distance + stretch.length, end);
    }
    let free_path = select(FARTHEST, depth / majorant, majorant > 0.0);
    if distance + free_path >= stretch_end {
      depth = max(depth - (stretch_end - distance) * majorant, 0.0);
      distance = stretch_end;
      continue;
    }
    distance += free_path;
    @if(paged) flight.waits = !enter_page_at(position + distance * way);
    @if(paged) if flight.waits {
      flight.distance = distance;
      flight.stretch_end = stretch_end;
      flight.majorant = majorant;
      return Collision(-1.0, vec3f(0.0));
    }
    let found = density_at(position + distance * way);
    if random(state) * majorant < found.extinction * frame.density {
      return Collision(distance, found.color);
    }
    depth = -log(1.0 - random(state));
    // The next free path may begin in an empty brick.
    if HAS_BRICKS { stretch_end = select(stretch_end, distance, frame.is_thin != 0u); }
  }
  return Collision(-1.0, vec3f(0.0));
}
