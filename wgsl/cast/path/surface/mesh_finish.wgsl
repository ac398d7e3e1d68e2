// The finish of meshes at a place, that of their style or else of their material.

import package::cast::mesh::material::{IOR, TRANSMISSION, TRANSMISSION_IMAGE, material_of, metal_at};
import package::cast::mesh::arena::vertices;
import package::cast::mesh::surface_point::{SurfacePoint, surface_style};

struct MeshFinish {
  metallic: f32,
  // Width of the distribution of normals.
  facet_width: f32,
  transmission: f32,
  // 0 where it has none, and is matt.
  ior: f32,
}

// Same as in src/transfer/light/visible-normals.ts.
const LEAST_FACET_WIDTH = 1e-3;

fn finish_of(surface: SurfacePoint) -> MeshFinish {
  let style = surface_style(surface);
  if style.ior > 0.0 { return MeshFinish(style.metallic, style.facet_width, style.transmission, style.ior); }
  let material = material_of(surface.face);
  if material == 0u { return MeshFinish(0.0, 0.0, 0.0, 0.0); }
  let metal = metal_at(material, surface.images);
  let transmission = vertices[material + TRANSMISSION] * surface.images[TRANSMISSION_IMAGE].x;
  // Rough dielectrics, as most files have them, are matt.
  if metal.x == 0.0 && metal.y >= 1.0 && transmission == 0.0 { return MeshFinish(0.0, 0.0, 0.0, 0.0); }
  return MeshFinish(metal.x, max(metal.y * metal.y, LEAST_FACET_WIDTH), transmission, vertices[material + IOR]);
}
