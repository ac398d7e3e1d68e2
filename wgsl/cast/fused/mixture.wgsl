// A mixture of media at one point: colours in proportion to their extinctions, independent of their order.

struct Mixture {
  color: vec3f,
  opacity: f32,
  depth: f32,
}

// Same as in src/reference/fused/mixture.ts. Nearer to 1, a medium would leave nothing to others that are as opaque.
const MAX_MIXED_OPACITY = 0.9999;

const NO_MIXTURE = Mixture(vec3f(0.0), 0.0, 0.0);

// Adds a medium by its colour and the opacity of a length that all of them share.
fn mixed(mixture: Mixture, medium: vec4f) -> Mixture {
  if medium.w <= 0.0 {
    return mixture;
  }
  let depth = -log(1.0 - min(medium.w, MAX_MIXED_OPACITY));
  // A single material stays exactly as it is.
  if mixture.opacity == 0.0 {
    return Mixture(medium.rgb, medium.w, depth);
  }
  let sum = mixture.depth + depth;
  let color = mix(mixture.color, medium.rgb, depth / sum);
  return Mixture(color, mixture.opacity + (1.0 - mixture.opacity) * medium.w, sum);
}
