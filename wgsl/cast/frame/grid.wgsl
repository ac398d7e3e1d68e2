// The frame's tiles and slabs.

import package::tiles::grid::Grid;

@group(0) @binding(1) var<uniform> grid: Grid;
