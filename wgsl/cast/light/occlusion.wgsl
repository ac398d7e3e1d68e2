// The openness of the sky above a surface: the share of rays, as dense as ambient light counts, that meet nothing.

import package::cast::mesh::appearance::appearance;
import package::cast::light::about_view::from_axis;
import package::cast::light::hemisphere::{GOLDEN_ANGLE, point_at_angle};
import package::cast::light::tree_ray::{TreeRay, is_blocked};

// `rotation` rotates the rays about the normal that the surface is lit by; those below its triangle, on whose `side` they start, are
// mirrored by that.
fn openness(start: vec3f, normal: vec3f, side: vec3f, rotation: u32) -> f32 {
  var open = 0u;
  for (var index = 0u; index < appearance.occlusion_rays; index += 1u) {
    let radius = sqrt((f32(index) + 0.5) / f32(appearance.occlusion_rays));
    let local = vec3f(radius * point_at_angle(index * GOLDEN_ANGLE + rotation), sqrt(1.0 - radius * radius));
    let direction = from_axis(local, normal);
    let above = direction - 2.0 * min(dot(direction, side), 0.0) * side;
    open += u32(!is_blocked(TreeRay(start, above), appearance.occlusion_distance));
  }
  return f32(open) / f32(appearance.occlusion_rays);
}
