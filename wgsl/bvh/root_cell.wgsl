// Morton codes of places in the box of the whole tree.

import package::bvh::morton::interleave;
import package::bvh::wide_node::{GRID_CELLS, WideNode, grid_step};

// Code of a point among `cells` of each axis, up to 1024. Points beyond the box count in its outermost cells.
fn root_code(point: vec3f, root: WideNode, cells: f32) -> u32 {
  let box_size = GRID_CELLS * grid_step(root.grid);
  return interleave(vec3u(clamp((point - root.origin) / box_size * cells, vec3f(0.0), vec3f(cells - 1.0))));
}
