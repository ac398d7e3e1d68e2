// How open the sky above a surface is: the share of rays, as dense as ambient light counts, that meet nothing.

import package::cast::mesh::appearance::appearance;
import package::cast::light::hemisphere::{from_normal, point_at_angle};
import package::cast::light::tree_ray::{TreeRay, is_blocked};

// The golden ratio's part behind the point: angles that follow each other by it are far apart. Unit: 2^-32 of a turn.
const GOLDEN_ANGLE = 2654435769u;

// `rotation` rotates the rays about the normal.
fn openness(start: vec3f, normal: vec3f, rotation: u32) -> f32 {
  var open = 0u;
  for (var index = 0u; index < appearance.occlusion_rays; index += 1u) {
    let radius = sqrt((f32(index) + 0.5) / f32(appearance.occlusion_rays));
    let local = vec3f(radius * point_at_angle(index * GOLDEN_ANGLE + rotation), sqrt(1.0 - radius * radius));
    open += u32(!is_blocked(TreeRay(start, from_normal(local, normal)), appearance.occlusion_distance));
  }
  return f32(open) / f32(appearance.occlusion_rays);
}
