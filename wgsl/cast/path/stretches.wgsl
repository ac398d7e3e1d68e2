// Stretches of a path that have one bound for the extinction there, by the bounds of bricks (wgsl/cast/bricks/majorants.wgsl), where
// there are bricks.

import package::cast::fused::fused_volumes::{direction_in, fused, position_in};
import package::cast::path::path_frame::frame;
import package::cast::ray::hit::FARTHEST;
import package::cast::volume::sample::IN_LARGER_GRID;
import package::cast::volume::volume_frame::volume;

@group(0) @binding(25) var brick_majorants: texture_3d<f32>;
// Bounds of the volumes after the first, one above the other along z.
@group(0) @binding(59) var fused_majorants: texture_3d<f32>;

struct Stretch {
  // Units of length.
  length: f32,
  // The bound, which is 0 where nothing is visible.
  majorant: f32,
}

// Whether there are bricks.
@if(skip) const HAS_BRICKS = true;
@else const HAS_BRICKS = false;

// A little into the next brick.
const NUDGE = 1e-4;

// One bound serves for all that is visible where free paths are longer than bricks.
@if(skip)
fn stretch_from(position: vec3f, way: vec3f) -> Stretch {
  let scale = volume.size * volume.bricks_per_voxel;
  var place = position * scale;
  if IN_LARGER_GRID { place -= volume.part_first * volume.bricks_per_voxel; }
  var stretch = stretch_in(brick_majorants, vec3f(0.0), vec3f(textureDimensions(brick_majorants)), place, way * scale);
  @if(fused) {
    for (var n = 0u; n < fused.count; n += 1u) {
      let own = fused.volumes[n];
      let bricks_over = own.size * own.bricks_per_voxel;
      let corner = vec3f(0.0, 0.0, own.first_brick);
      let other = stretch_in(
        fused_majorants, corner, own.bricks, position_in(n, position) * bricks_over, direction_in(n, way) * bricks_over,
      );
      let units = own.opacity_exponent / volume.opacity_exponent;
      stretch = Stretch(min(stretch.length, other.length), stretch.majorant + units * other.majorant);
    }
  }
  if stretch.majorant > 0.0 && frame.is_thin != 0u { return Stretch(FARTHEST, frame.majorant); }
  return Stretch(stretch.length, stretch.majorant * frame.density);
}
@else
fn stretch_from(position: vec3f, way: vec3f) -> Stretch {
  return Stretch(FARTHEST, frame.majorant);
}

// The way through bricks from a place among them on, at so many of them a unit of length: a visible brick is one stretch, and so are
// the invisible ones around a brick, and what is beside all bricks.
fn stretch_in(majorants: texture_3d<f32>, corner: vec3f, bricks: vec3f, place: vec3f, speed: vec3f) -> Stretch {
  let at = floor(place);
  let brick = clamp(at, vec3f(0.0), bricks - 1.0);
  // Paths that go through several volumes may be beside one.
  var apart = 0.0;
  if IN_LARGER_GRID { apart = max(abs(at - brick).x, max(abs(at - brick).y, abs(at - brick).z)); }
  let bound = textureLoad(majorants, vec3i(corner + brick), 0).x;
  let empty = select(max(-bound, 1.0), max(apart - 1.0, 1.0), apart > 0.0) - 1.0;
  let left = select(brick, at, apart > 0.0);
  let inverse = 1.0 / select(speed, vec3f(1e-20), abs(speed) < vec3f(1e-20));
  let leaves = max((left - empty - place) * inverse, (left + 1.0 + empty - place) * inverse);
  let nudge = NUDGE * min(abs(inverse.x), min(abs(inverse.y), abs(inverse.z)));
  let length = max(min(leaves.x, min(leaves.y, leaves.z)), 0.0) + nudge;
  // Rounding puts what bricks hold a little beside them.
  return Stretch(length, select(max(bound, 0.0), 0.0, apart > 1.0));
}
