// Triangles seen from afar, for a winding number: one small piece of surface. G. Barill, N. Dickson, R. Schmidt, D. Levin and
// A. Jacobson, "Fast winding numbers for soups and clouds", ACM Transactions on Graphics 37(4), 2018, of first order. The
// pyramid of them has the levels of the boxes' pyramid.

import package::bvh::box::{Box, is_empty};
import package::bvh::wide_node::{GRID_CELLS, WideNode, grid_step};

struct Dipole {
  // The centroid.
  center: vec3f,
  // Radius of a ball about the centre that holds all triangles, in units; see `root_units`.
  radius: f32,
  // The sum of the triangles' normals, each as long as the triangle is large, in square units.
  normal: vec3f,
  // The sum of their areas, likewise.
  area: f32,
}

// The power of two by which lengths in the tree are multiplied before they are squared, so that no square overflows.
fn root_units(root: WideNode) -> f32 {
  let size = GRID_CELLS * grid_step(root.grid);
  let exponent = (bitcast<u32>(max(max(size.x, size.y), size.z)) >> 23u) & 0xffu;
  return bitcast<f32>((254u - clamp(exponent, 1u, 253u)) << 23u);
}

fn farthest_corner(box: Box, center: vec3f, units: f32) -> f32 {
  return select(length(max(center - box.low, box.high - center) * units), 0.0, is_empty(box));
}
