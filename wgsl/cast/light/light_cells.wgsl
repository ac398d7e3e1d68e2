// The grid over a volume in which light is followed through it; src/cast/light/volume-light.ts writes it.

struct LightCells {
  // Cells along each axis.
  size: vec3u,
  // Optical depth of a cell's length for that of a unit.
  depth_of_cell: f32,
  // Points along each axis of a cell that its mean is taken over.
  samples: vec3u,
  // Cells that ambient light is followed through, and how far apart places on the way are.
  reach: f32,
  stride: f32,
  // Directions that it comes from.
  directions: u32,
  // Position, from 0 to 1, over the voxels that densities are of, which may be coarser than the volume.
  density_scale: vec3f,
  density_offset: vec3f,
}

@group(0) @binding(40) var<uniform> light_cells: LightCells;

fn cell_count() -> u32 {
  return light_cells.size.x * light_cells.size.y * light_cells.size.z;
}

fn cell_at(index: u32) -> vec3u {
  let row = index / light_cells.size.x;
  return vec3u(index % light_cells.size.x, row % light_cells.size.y, row / light_cells.size.y);
}

// The middle of a cell, from 0 to 1 over the volume.
fn cell_position(cell: vec3u) -> vec3f {
  return (vec3f(cell) + 0.5) / vec3f(light_cells.size);
}
