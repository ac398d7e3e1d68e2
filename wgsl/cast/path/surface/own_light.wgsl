// Light that materials of meshes emit, to both sides.

import package::cast::mesh::arena::vertices;
import package::cast::mesh::material::{EMISSION, EMISSION_IMAGE, UNLIT, material_of};
import package::cast::mesh::surface_point::SurfacePoint;
import package::cast::path::albedo::reflectance;

fn own_light(surface: SurfacePoint) -> vec3f {
  let material = material_of(surface.face);
  if material == 0u || vertices[material + UNLIT] != 0.0 { return vec3f(0.0); }
  let at = material + EMISSION;
  let factor = vec3f(vertices[at], vertices[at + 1u], vertices[at + 2u]);
  return reflectance(factor) * reflectance(surface.images[EMISSION_IMAGE]);
}
