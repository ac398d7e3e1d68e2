// How often the surface goes around each point: 1 inside of a closed surface and 0 outside, and something in between for one
// with holes. Triangles that are near count by their solid angles, others through the pyramid of dipoles.

import package::bvh::box_pyramid::FACTOR;
import package::bvh::queries::sign::dipole::{Dipole, root_units};
import package::bvh::mesh_size::MeshSize;
import package::bvh::queries::points::point_query::PointQuery;
import package::bvh::segment::is_finite;
import package::bvh::tree::{nodes, slots};

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<uniform> size: MeshSize;
@group(0) @binding(2) var<storage, read> points: array<f32>;
@group(0) @binding(3) var<storage, read> dipoles: array<Dipole>;
@group(0) @binding(4) var<storage, read_write> results: array<f32>;
@group(0) @binding(5) var<storage, read> order: array<u32>;

override width = 64u;
// Distance of a dipole in radii from which on it stands for its triangles.
override accuracy = 3.0;

const TURN = 12.566370614;
// 8^10 are more than there can be triangles.
const MAX_LEVELS = 11u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var position = id.x; position < query.points; position += groups.x * width) {
    let index = order[position];
    let point = vec3f(points[3u * index], points[3u * index + 1u], points[3u * index + 2u]);
    var winding = 0.0;
    if is_finite(point) && size.triangles > 0u {
      winding = find_winding(point);
    }
    results[index] = winding;
  }
}

fn find_winding(point: vec3f) -> f32 {
  // The start of each level, and how many it has.
  var starts: array<u32, MAX_LEVELS>;
  var counts: array<u32, MAX_LEVELS>;
  counts[0] = size.triangles;
  var level = 0u;
  while counts[level] > 1u {
    starts[level + 1u] = starts[level] + counts[level];
    counts[level + 1u] = (counts[level] + FACTOR - 1u) / FACTOR;
    level += 1u;
  }
  let top = level;
  let units = root_units(nodes[0]);
  var index = 0u;
  var sum = 0.0;
  loop {
    let dipole = dipoles[starts[level] + index];
    let way = (dipole.center - point) * units;
    let distance = length(way);
    if distance > accuracy * dipole.radius {
      // Divided one by one, so that no cube overflows.
      sum += dot(dipole.normal, way / distance) / distance / distance;
    } else if level == 0u {
      sum += solid_angle(index, point, units);
    } else {
      level -= 1u;
      index *= FACTOR;
      continue;
    }
    index += 1u;
    while level < top && (index % FACTOR == 0u || index >= counts[level]) {
      index = (index + FACTOR - 1u) / FACTOR;
      level += 1u;
    }
    if level == top {
      break;
    }
  }
  return sum / TURN;
}

// A. van Oosterom and J. Strackee, "The solid angle of a plane triangle", IEEE Transactions on Biomedical Engineering 30(2), 1983.
fn solid_angle(slot: u32, point: vec3f, units: f32) -> f32 {
  let triangle = &slots[slot];
  let a = ((*triangle).a - point) * units;
  let b = ((*triangle).b - point) * units;
  let c = ((*triangle).c - point) * units;
  let sizes = vec3f(length(a), length(b), length(c));
  let volume = dot(a, cross(b, c));
  let rest = sizes.x * sizes.y * sizes.z + dot(a, b) * sizes.z + dot(b, c) * sizes.x + dot(c, a) * sizes.y;
  return select(2.0 * atan2(volume, rest), 0.0, volume == 0.0);
}
