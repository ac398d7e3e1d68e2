// The cells of the transfer table that the texels of a brick may fall in.

import package::cast::bricks::rule::rule;

// A cell of the transfer table: how many before it are not wholly transparent, and the opacities of its two ends.
struct CellOpacity {
  before: u32,
  start: f32,
  end: f32,
}
// One more than there are cells.
@group(0) @binding(2) var<storage, read> opacities: array<CellOpacity>;

// Relative error by which rounding may move a texel in the table.
const ROUNDING = 4e-7;

// The coordinates in the table, in cells, between which a texel may be, as far as rounding goes.
fn table_span(texel: f32) -> vec2f {
  let coordinate = (texel - rule.table_low) * rule.table_scale;
  let margin = ROUNDING * rule.table_scale * (abs(texel) + abs(rule.table_low));
  return vec2f(coordinate - margin, coordinate + margin);
}

fn cell_of(coordinate: f32) -> u32 {
  return u32(clamp(coordinate, 0.0, f32(rule.table_cells - 1u)));
}
