// Triangles that primary rays were traced to.

import package::cast::mesh::hits::MeshHits;
@if(quads) import package::cast::ray::four::{Floats, Uints};
@else import package::cast::ray::one::{Floats, Uints};
import package::cast::ray::hit::{FARTHEST, NO_TRIANGLE};

struct MeshTrace {
  hits: MeshHits,
  // Tests of each ray.
  tests: Uints,
}

fn start_trace() -> MeshTrace {
  return MeshTrace(MeshHits(Floats(FARTHEST), Uints(NO_TRIANGLE)), Uints(0u));
}
