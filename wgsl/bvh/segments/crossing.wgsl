// Whether a segment crosses a triangle, as far as f32 is sure.
//
// The definition of a crossing is exact, and in src/reference/bvh/cross-segment.ts: all segments are moved by one and the same
// infinitely small vector. Here, signs that rounding might have turned leave the answer open.

import package::bvh::segment::Segment;
import package::bvh::slot_triangle::SlotTriangle;

const MISS = 0u;
const CROSSING = 1u;
const UNDECIDED = 2u;

struct Crossing {
  verdict: u32,
  // Position along the segment, from 0 to 1.
  t: f32,
  // The place: (1 - u - v) A + u B + v C.
  u: f32,
  v: f32,
}

// Rounding errors of f32 are up to 2^-24, and each of the six products of three that a triple product adds up has 8 of them.
// They are less than 64 of the largest such product of one component of each vector; and for a vector of which all components
// are added up, less than 20, for each of them is in two products.
const ROUNDING = 0x1p-18f;
const ROUNDING_OF_SUM = 0x1.4p-20f;
// The largest product of three with a number that was flushed to zero.
const UNDERFLOW = 0x1p-96f;

// The most that rounding may move a place along a segment; the bound is some ten times what was seen.
const T_ERROR_MAX = 0x1p-14f;

// All is computed and then chosen from, without branches: subgroups mostly need all of it, and SwiftShader runs all branches.
fn cross_triangle(segment: Segment, triangle: SlotTriangle) -> Crossing {
  let a = triangle.a - segment.start;
  let b = triangle.b - segment.start;
  let c = triangle.c - segment.start;
  let ab = triangle.b - triangle.a;
  let bc = triangle.c - triangle.b;
  let ca = triangle.a - triangle.c;
  // The sides of the edges opposite A, B and C that the segment's line is on.
  let edges = vec3f(
    dot(cross(segment.direction, b), bc),
    dot(cross(segment.direction, c), ca),
    dot(cross(segment.direction, a), ab),
  );
  let distance = largest(max(max(size_bits(a), size_bits(b)), size_bits(c)));
  let size = largest(max(max(size_bits(ab), size_bits(bc)), size_bits(ca)));
  let extent = segment.extent;
  let edge_error = ROUNDING_OF_SUM * (extent * distance * size) + UNDERFLOW * (1.0 + (extent + distance + size));
  // Comparisons of numbers that have overflowed are false, and nothing is sure.
  let above = edges > vec3f(edge_error);
  let below = edges < vec3f(-edge_error);
  let passes_aside = any(above) && any(below);
  let passes_within = all(above) || all(below);
  let normal = cross(ab, -ca);
  let volume = dot(normal, segment.direction);
  let t = dot(normal, a) / volume;
  let volume_error = ROUNDING_OF_SUM * (size * size * extent) + UNDERFLOW;
  let t_error =
    (ROUNDING * (size * size * distance) + UNDERFLOW + abs(t) * volume_error) / (abs(volume) - volume_error);
  let ends_before = t_error > 0.0 && (t < -t_error || t - 1.0 > t_error);
  let reaches = t_error > 0.0 && t > t_error && 1.0 - t > t_error && t_error < T_ERROR_MAX;
  let is_sure = passes_aside || (passes_within && (ends_before || reaches));
  let verdict = select(UNDECIDED, select(MISS, CROSSING, passes_within && reaches), is_sure);
  let sum = edges.x + edges.y + edges.z;
  return Crossing(verdict, t, edges.y / sum, edges.z / sum);
}

// Sizes of numbers as integers, which have the same order; on SwiftShader max of floats takes three times as long, for NaN.
fn size_bits(v: vec3f) -> vec3i {
  return bitcast<vec3i>(v) & vec3i(0x7fffffff);
}

fn largest(bits: vec3i) -> f32 {
  return bitcast<f32>(max(max(bits.x, bits.y), bits.z));
}
