// How open the sky above a surface is: the share of rays, as dense as ambient light counts, that meet nothing.

import package::cast::mesh_look::look;
import package::cast::tree_ray::{TreeRay, is_blocked};

// The parts of the golden ratio: angles that follow each other by it are far apart.
const GOLDEN_TURN = 0.6180339887498949;

// `turn` turns the rays about the normal, in turns.
fn openness(start: vec3f, normal: vec3f, turn: f32) -> f32 {
  var open = 0u;
  for (var index = 0u; index < look.occlusion_rays; index += 1u) {
    let radius = sqrt((f32(index) + 0.5) / f32(look.occlusion_rays));
    let angle = 6.283185307179586 * fract(f32(index) * GOLDEN_TURN + turn);
    let local = vec3f(radius * cos(angle), radius * sin(angle), sqrt(1.0 - radius * radius));
    open += u32(!is_blocked(TreeRay(start, from_normal(local, normal)), look.occlusion_distance));
  }
  return f32(open) / f32(look.occlusion_rays);
}

// Takes z to the normal: T. Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1), 2017, listing 3.
fn from_normal(local: vec3f, normal: vec3f) -> vec3f {
  let turned = select(-1.0, 1.0, normal.z >= 0.0);
  let a = -1.0 / (turned + normal.z);
  let b = normal.x * normal.y * a;
  let right = vec3f(1.0 + turned * normal.x * normal.x * a, turned * b, -turned * normal.x);
  let up = vec3f(b, turned + normal.y * normal.y * a, -normal.y);
  return local.x * right + local.y * up + local.z * normal;
}
