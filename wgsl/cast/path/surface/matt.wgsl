// Matt surfaces of triangles, whose smooth normals may lead into them: directions below the triangle are mirrored up.

const MATT_PI = 3.141592653589793;

// Probability per steradian that a direction is taken.
fn matt_density(normal: vec3f, side: vec3f, direction: vec3f) -> f32 {
  let mirrored = mirrored_at(side, direction);
  let density = (max(dot(direction, normal), 0.0) + max(dot(mirrored, normal), 0.0)) / MATT_PI;
  return select(0.0, density, dot(direction, side) > 0.0);
}

fn mirrored_at(side: vec3f, direction: vec3f) -> vec3f {
  return direction - 2.0 * dot(direction, side) * side;
}
