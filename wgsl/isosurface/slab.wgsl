// Some layers of the grid whose cells the surface passes through; src/isosurface/slab.ts writes them.

struct IsosurfaceSlab {
  // Grid points along x and y, and layers whose edges are counted: those of the slab, and one that the next begins with.
  points: vec3u,
  // Layers of values.
  value_layers: u32,
  // Voxels of the volume.
  sizes: vec3u,
  // Layers whose edges are the slab's own.
  own_layers: u32,
  // Grid points before the first voxel on each axis: 2 where the surface is closed at the volume's faces, else 0.
  padding: u32,
  // The slab's first layer of the grid.
  first_layer: u32,
  // How many vertices the slabs before have.
  first_vertex: u32,
  // Layers of cells.
  cell_layers: u32,
}

// Least part of an edge between a vertex and either end: vertices of different edges never meet, not even where a value is
// the isovalue, and no triangle loses its area.
const CLEARANCE = 0.0009765625;

@group(0) @binding(0) var<uniform> slab: IsosurfaceSlab;
// Differences of values from the isovalue, layer by layer; far below it where there is nothing.
@group(0) @binding(1) var<storage, read> differences: array<f32>;

fn point_count() -> u32 {
  return slab.points.x * slab.points.y * slab.points.z;
}

fn point_index(point: vec3u) -> u32 {
  return point.x + slab.points.x * (point.y + slab.points.y * point.z);
}

fn point_at(index: u32) -> vec3u {
  let row = index / slab.points.x;
  return vec3u(index % slab.points.x, row % slab.points.y, row / slab.points.y);
}

fn difference_at(point: vec3u) -> f32 {
  return differences[point_index(point)];
}

fn next_point(point: vec3u, axis: u32) -> vec3u {
  return point + vec3u(u32(axis == 0u), u32(axis == 1u), u32(axis == 2u));
}

// Whether the surface crosses the edge from a point to the next one along an axis.
fn crosses(point: vec3u, axis: u32) -> bool {
  let next = next_point(point, axis);
  if any(next >= vec3u(slab.points.xy, slab.value_layers)) {
    return false;
  }
  return (difference_at(point) >= 0.0) != (difference_at(next) >= 0.0);
}

// Whether the point is the near corner of one of the slab's cells.
fn has_cell(point: vec3u) -> bool {
  return all(point.xy + 1u < slab.points.xy) && point.z < slab.cell_layers;
}

// The sum of 2^corner for the corners of a cell that are inside.
fn case_of(cell: vec3u) -> u32 {
  var inside = 0u;
  for (var corner = 0u; corner < 8u; corner += 1u) {
    let point = cell + vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
    inside |= u32(difference_at(point) >= 0.0) << corner;
  }
  return inside;
}

// Part of the edge from a point to the next one along an axis at which the surface crosses it.
fn crossing_share(point: vec3u, axis: u32) -> f32 {
  let share = share_to_zero(difference_at(point), difference_at(next_point(point, axis)));
  return clamp(share, CLEARANCE, 1.0 - CLEARANCE);
}

// Divisors beyond 2^126 give 0 on some GPUs, as WGSL allows (15.7.4.1), and differences of huge values overflow.
fn share_to_zero(near: f32, far: f32) -> f32 {
  let scale = select(1.0, 0x1p-64, max(abs(near), abs(far)) > 0x1p64);
  return near * scale / (near * scale - far * scale);
}

// The grid continues beyond the outer voxels' centres: to the volume's faces, where values are those of the outer voxels, and
// one step farther, where there is nothing.
fn place_of(point: vec3u) -> vec3f {
  let index = vec3f(point + vec3u(0u, 0u, slab.first_layer)) - f32(slab.padding);
  let last = vec3f(slab.sizes) - 1.0;
  let inner = clamp(index, vec3f(-0.5), last + 0.5);
  let beyond = vec3f(index > last + 1.0) - vec3f(index < vec3f(-1.0));
  return inner + beyond;
}
