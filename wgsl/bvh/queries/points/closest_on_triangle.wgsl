// The point of a triangle that is closest to the origin.
//
// It is one of four: the foot of the perpendicular, where that lies inside, or the closest points of the three edges. Each is
// made of clamped weights, so that it lies on the triangle whatever was rounded, and no distance comes out too small.
//
// The foot is found by an edge and the height above it, made perpendicular to that edge twice (W. Kahan's "twice is enough", in
// B. N. Parlett, The Symmetric Eigenvalue Problem, 1980, 6.9): without the second time the error grows with the triangle's
// length by its width. The turn of the plane by rounding then moves the foot by less than the width, and as the distance
// changes only by the square of that, it is wrong by no more than a few roundings of distance and length, for slivers too.

struct ClosestOnTriangle {
  distance_squared: f32,
  // The point: (1 - u - v) A + u B + v C.
  u: f32,
  v: f32,
}

// Has no branches: subgroups mostly need all of it, and SwiftShader runs all branches. Degenerate triangles are their edges.
fn closest_on_triangle(a: vec3f, b: vec3f, c: vec3f) -> ClosestOnTriangle {
  let ab = b - a;
  let ac = c - a;
  let bc = c - b;
  let per_ab = inverse_of(dot(ab, ab));
  let tilted = ac - (dot(ac, ab) * per_ab) * ab;
  let height = tilted - (dot(tilted, ab) * per_ab) * ab;
  let along = -dot(a, ab) * per_ab;
  let foot_v = -dot(a, height) * inverse_of(dot(height, height));
  let foot_u = along - foot_v * ((dot(ac, ab) + dot(tilted, ab)) * per_ab);
  let is_inside = foot_v > 0.0 && foot_u > 0.0 && foot_u + foot_v < 1.0;
  let on_ab = saturate(along);
  let on_ac = saturate(-dot(a, ac) * inverse_of(dot(ac, ac)));
  let on_bc = saturate(-dot(b, bc) * inverse_of(dot(bc, bc)));
  let foot = a + foot_u * ab + foot_v * ac;
  let to_ab = a + on_ab * ab;
  let to_ac = a + on_ac * ac;
  let to_bc = b + on_bc * bc;
  var best = ClosestOnTriangle(dot(to_ab, to_ab), on_ab, 0.0);
  best = nearer(best, ClosestOnTriangle(dot(to_ac, to_ac), 0.0, on_ac));
  best = nearer(best, ClosestOnTriangle(dot(to_bc, to_bc), 1.0 - on_bc, on_bc));
  let inner = ClosestOnTriangle(dot(foot, foot), foot_u, foot_v);
  let takes_foot = is_inside && inner.distance_squared <= best.distance_squared;
  best.distance_squared = select(best.distance_squared, inner.distance_squared, takes_foot);
  best.u = select(best.u, inner.u, takes_foot);
  best.v = select(best.v, inner.v, takes_foot);
  return best;
}

fn nearer(a: ClosestOnTriangle, b: ClosestOnTriangle) -> ClosestOnTriangle {
  let takes_b = b.distance_squared < a.distance_squared;
  return ClosestOnTriangle(
    select(a.distance_squared, b.distance_squared, takes_b), select(a.u, b.u, takes_b), select(a.v, b.v, takes_b),
  );
}

fn inverse_of(squared_length: f32) -> f32 {
  return select(0.0, 1.0 / squared_length, squared_length > 0.0);
}
