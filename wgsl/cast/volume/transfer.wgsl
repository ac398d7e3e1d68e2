// The transfer function: tables of what texels and gradients look like, in cells that are linear from start to end.

import package::cast::volume::volume_frame::volume;
import package::cast::volume::sample::linear_clamped;

// Colour, and opacity of a unit of length, by texel: the two ends of each cell.
@group(0) @binding(7) var table: texture_2d<f32>;
@group(0) @binding(7) var<storage, read> cells: array<vec4u>;
// The table is in 16-bit floats: a cell has both ends, two numbers in a word; otherwise an element of 32-bit floats each.
override half_table = false;
// The factor of opacity, in the fourth channel, by gradient magnitude.
@group(0) @binding(9) var gradient_table: texture_2d<f32>;

// Texels that rounding may have put below a step, by this share of them, are on it.
const ROUNDING = 3e-7;

// The factor of opacities in 16-bit floats: 1 / HALF_OPACITY_SCALE of src/cast/volume/resident/transfer.ts.
const HALF_OPACITY = vec4f(1.0, 1.0, 1.0, 0x1p-15);

// The place of a value in a table: its cell, and how far from the cell's start to its end, 0 … 1.
struct CellCoordinate {
  cell: f32,
  fraction: f32,
}

// Values that classify texels, loaded before a ray's first sample: SwiftShader does not hoist loads of uniforms out of loops, and takes
// a hundred instructions for each.
struct Classifier {
  // A texel's place in the table, in cells of it, is (texel − low) · scale.
  low: f32,
  scale: f32,
  cells: f32,
  // The size of an entry of the table, two of which a cell has, where the table runs from 0 to 1.
  entry: f32,
}

fn load_classifier() -> Classifier {
  return Classifier(volume.table_low, volume.table_scale, volume.table_cells, 0.5 / volume.table_cells);
}

fn classify(texel: f32) -> vec4f {
  return classify_by(load_classifier(), texel);
}

fn classify_by(classifier: Classifier, texel: f32) -> vec4f {
  let margin = ROUNDING * abs(texel) * classifier.scale;
  let material = read_table(classifier, (texel - classifier.low) * classifier.scale, margin);
  if half_table { return HALF_OPACITY * material; }
  return material;
}

// The factor of opacity at a length of the gradient.
@if(gradient_opacity)
fn gradient_opacity(magnitude: f32) -> f32 {
  let coordinate = (magnitude - volume.gradient_low) * volume.gradient_scale;
  return read_cell(gradient_table, cell_coordinate(coordinate, 0.0, volume.gradient_cells)).w;
}
@else
fn gradient_opacity(magnitude: f32) -> f32 {
  return 1.0;
}

@if(gradient_opacity) const HAS_GRADIENT_OPACITY = true;
@else const HAS_GRADIENT_OPACITY = false;

fn cell_coordinate(coordinate: f32, margin: f32, cells: f32) -> CellCoordinate {
  let cell = clamp(floor(coordinate + margin), 0.0, cells - 1.0);
  return CellCoordinate(cell, clamp(coordinate - cell, 0.0, 1.0));
}

// Interpolates between the two entries of the cell. The sampler bounds the cells; `clamp` costs SwiftShader as much as half a
// fetch.
@if(table_filter)
fn read_table(classifier: Classifier, coordinate: f32, margin: f32) -> vec4f {
  return filter_row(classifier, coordinate, margin, 0u);
}
@elif(table_loads)
fn read_table(classifier: Classifier, coordinate: f32, margin: f32) -> vec4f {
  return read_cell(table, cell_coordinate(coordinate, margin, classifier.cells));
}
@else
fn read_table(classifier: Classifier, coordinate: f32, margin: f32) -> vec4f {
  let place = cell_coordinate(coordinate, margin, classifier.cells);
  let number = u32(place.cell);
  if !half_table {
    return mix(bitcast<vec4f>(cells[2u * number]), bitcast<vec4f>(cells[2u * number + 1u]), place.fraction);
  }
  @if(!table_in_workgroup) let cell = cells[number];
  @else let cell = cells_of_workgroup[number];
  let start = vec4f(unpack2x16float(cell.x), unpack2x16float(cell.y));
  let end = vec4f(unpack2x16float(cell.z), unpack2x16float(cell.w));
  return mix(start, end, place.fraction);
}

// Rows of the table: that of single texels, and behind it those of ranges around texels, which bakeEvenRanges of
// src/transfer/table/even-ranges.ts describes.
override table_rows = 1u;
// The exponent, as 32-bit floats have it, of half the length in cells up to which ranges are of the first row.
const LEAST_HALF_EXPONENT = 125i;

// Fetches in the middle of a row, so that the sampler takes nothing of the others.
@if(table_filter)
fn filter_row(classifier: Classifier, coordinate: f32, margin: f32, row: u32) -> vec4f {
  let cell = floor(coordinate + margin);
  let fraction = select(0.0, coordinate - cell, coordinate > cell);
  let x = (2.0 * cell + 0.5 + fraction) * classifier.entry;
  return textureSampleLevel(table, linear_clamped, vec2f(x, (f32(row) + 0.5) / f32(table_rows)), 0.0);
}

// The material of all texels up to `half` from one: the opacity is negative where they vary.
@if(table_filter)
fn classify_range(classifier: Classifier, texel: f32, half: f32) -> vec4f {
  let exponent = bitcast<i32>(half * classifier.scale) >> 23u;
  let row = min(max(exponent - LEAST_HALF_EXPONENT + 2i, 1i), i32(table_rows) - 1i);
  return filter_row(classifier, (texel - classifier.low) * classifier.scale, 0.0, u32(row));
}

fn read_cell(entries: texture_2d<f32>, coordinate: CellCoordinate) -> vec4f {
  return read_row(entries, coordinate, 0u);
}

fn read_row(entries: texture_2d<f32>, coordinate: CellCoordinate, row: u32) -> vec4f {
  let start = 2u * u32(coordinate.cell);
  return mix(
    textureLoad(entries, vec2u(start, row), 0),
    textureLoad(entries, vec2u(start + 1u, row), 0),
    coordinate.fraction,
  );
}

override workgroup_cells = 1u;
var<workgroup> cells_of_workgroup: array<vec4u, workgroup_cells>;

// All invocations of the workgroup must call it, before any ray starts.
fn load_cells(local: u32, invocations: u32) {
  for (var cell = local; cell < workgroup_cells; cell += invocations) {
    cells_of_workgroup[cell] = cells[cell];
  }
  workgroupBarrier();
}
