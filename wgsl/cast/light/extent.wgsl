// Where a light's tiles are in its view.

struct LightExtent {
  // The corner of the first tile.
  low: vec2f,
  tiles_per_length: vec2f,
}
