// An invocation's rays in the view of the meshes.

import package::cast::mesh::hits::MeshHits;
import package::cast::ray::rays::{Bools, Floats};

struct MeshRays {
  // In perspective where they are at depth 1, in parallel projection where they are everywhere.
  x: Floats,
  y: Floats,
  present: Bools,
  // What they have met last: only what is behind it counts.
  @if(translucent) last: MeshHits,
}
