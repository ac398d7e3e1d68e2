// Directions about a normal.

// The golden ratio's part behind the point: angles that follow each other by it are far apart. Unit: 2^-32 of a turn.
const GOLDEN_ANGLE = 2654435769u;

// The point of the unit circle at an angle in 2^-32 of a turn, to some 2^-22: adapters' own sines may be far rougher.
fn point_at_angle(angle: u32) -> vec2f {
  // Rotates to the nearest quarter, and from there.
  let quarter = (angle + 0x20000000u) >> 30u;
  let radians = f32(bitcast<i32>(angle - (quarter << 30u))) * (6.283185307179586 * 0x1p-32f);
  let square = radians * radians;
  let cosine = 1.0 + square * (-0.5 + square * (1.0 / 24.0 + square * (-1.0 / 720.0 + square * (1.0 / 40320.0))));
  let sine = radians * (1.0 + square * (-1.0 / 6.0 + square * (1.0 / 120.0 + square * (-1.0 / 5040.0 + square * (1.0 / 362880.0)))));
  let across = select(vec2f(cosine, sine), vec2f(-sine, cosine), (quarter & 1u) != 0u);
  return select(across, -across, (quarter & 2u) != 0u);
}

// Height between the two forms of the basis: not at 0, as in the paper, where the normals of walls are, which rounding would
// turn from one form to the other.
const TURNING_HEIGHT = -0.6;

// Takes z to the normal: T. Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1), 2017, listing 3.
fn from_normal(local: vec3f, normal: vec3f) -> vec3f {
  let turned = select(-1.0, 1.0, normal.z >= TURNING_HEIGHT);
  let a = -1.0 / (turned + normal.z);
  let b = normal.x * normal.y * a;
  let right = vec3f(1.0 + turned * normal.x * normal.x * a, turned * b, -turned * normal.x);
  let up = vec3f(b, turned + normal.y * normal.y * a, -normal.y);
  return local.x * right + local.y * up + local.z * normal;
}
