// A triangle as queries read it: its corners themselves, in the order of the tree's leaves.

struct SlotTriangle {
  a: vec3f,
  // Its index in the mesh, or NO_TRIANGLE where it has a corner that does not exist or is not finite.
  id: u32,
  b: vec3f,
  c: vec3f,
}

const NO_TRIANGLE = 0xffffffffu;
