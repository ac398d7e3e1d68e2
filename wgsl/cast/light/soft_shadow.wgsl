// The share of a light with an extent that reaches a place: rays to points that are spread evenly over its disk.

import package::cast::light::about_view::from_axis;
import package::cast::light::hemisphere::{GOLDEN_ANGLE, point_at_angle};
import package::cast::light::tree_ray::{TreeRay, is_blocked};
import package::cast::mesh::appearance::appearance;
import package::cast::ray::hit::FARTHEST;

// `rotation` rotates the points about the light's middle.
fn visible_share(start: vec3f, to_light: vec3f, rotation: u32) -> f32 {
  var open = 0u;
  for (var index = 0u; index < appearance.shadow_rays; index += 1u) {
    let radius = appearance.light_radius * sqrt((f32(index) + 0.5) / f32(appearance.shadow_rays));
    let point = vec3f(radius * point_at_angle(index * GOLDEN_ANGLE + rotation), 1.0);
    open += u32(!is_blocked(TreeRay(start, normalize(from_axis(point, to_light))), FARTHEST));
  }
  return f32(open) / f32(appearance.shadow_rays);
}
