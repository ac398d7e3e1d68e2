// A segment, and what of it every box and every triangle asks for.

struct Segment {
  start: vec3f,
  end: vec3f,
  direction: vec3f,
  // Inverse of the direction, with a bound for components near zero.
  inverse: vec3f,
  // The sum of the direction's components' sizes.
  extent: f32,
}

// 1 / 2^-80. Boxes are padded for what this takes from a component: see PAD of wide_nodes.wgsl.
const LARGEST_INVERSE = 0x1p+80f;

fn make_segment(start: vec3f, end: vec3f) -> Segment {
  let direction = end - start;
  let inverse = vec3f(invert(direction.x), invert(direction.y), invert(direction.z));
  return Segment(start, end, direction, inverse, dot(abs(direction), vec3f(1.0)));
}

fn invert(component: f32) -> f32 {
  if abs(component) * LARGEST_INVERSE < 1.0 {
    return select(LARGEST_INVERSE, -LARGEST_INVERSE, component < 0.0);
  }
  return 1.0 / component;
}

// Segments with an end that is infinite or NaN, and those without a length, cross nothing. Looks at the bits, since a compiler
// may assume that no number is infinite or NaN, and take very small ones for zero.
fn can_cross(segment: Segment) -> bool {
  return is_finite(segment.start) && is_finite(segment.end) && any(bitcast<vec3u>(segment.start) != bitcast<vec3u>(segment.end));
}

fn is_finite(point: vec3f) -> bool {
  return all((bitcast<vec3u>(point) & vec3u(0x7f800000u)) != vec3u(0x7f800000u));
}
