// Parameters of a run over pairs of triangles.

struct PairPiece {
  // The start of these pairs among all.
  first: u32,
  count: u32,
  // The first edge that crosses.
  first_edge: u32,
  edges: u32,
  // 1 where the edges belong to the mesh that is named first.
  edges_first: u32,
}
