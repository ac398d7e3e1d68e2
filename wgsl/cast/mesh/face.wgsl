// A triangle's corners and appearance; src/cast/mesh/arena.ts writes them.

// Its three vertices; then red, green and blue, a byte each, two bits about the triangle, and the number of its style.
alias MeshFace = vec4u;

// A corner does not exist or is not finite, or the triangle has no area.
const FACE_SKIPPED = 0x1000000u;
// The triangle has no colour of its own.
const FACE_PLAIN = 0x2000000u;

// Index among the styles of the appearance.
fn style_of(face: MeshFace) -> u32 {
  return face.w >> 26u;
}
