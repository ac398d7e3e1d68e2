// The answer of a surface or a medium to light from a direction.

struct Response {
  // The share of the light that goes to where it is seen, per steradian, times the cosine of the direction at surfaces.
  share: vec3f,
  // Probability per steradian that a path is sent along the direction.
  density: f32,
}
