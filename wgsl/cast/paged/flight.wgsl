// A way through a volume in pages that waits for one: it goes on where it was, with the same numbers.

import package::cast::paged::pages::PAGED;

struct Flight {
  waits: bool,
  // The place of a collision whose page is not there, in units of length from where the way began, and the stretch that it is in.
  distance: f32,
  stretch_end: f32,
  majorant: f32,
  // The `TreeHit` of meshes that the way ends at.
  hit_t: f32,
  hit_slot: u32,
}

var<private> flight: Flight;

fn waits() -> bool {
  return PAGED && flight.waits;
}
