// A place on a surface, and its appearance there.

import package::cast::mesh::arena::vertices;
import package::cast::mesh::face::{FACE_PLAIN, MeshFace, style_of};
import package::cast::mesh::texture::texture_color;
import package::cast::mesh::appearance::{MeshStyle, appearance};
import package::cast::mesh::material::{Polish, SINGLE_SIDED, MaterialImages, UNLIT, emission_at, mapped_normal, material_of, material_opacity, materials, metal_at, mirrored_share, polish_of, transmission_at};
import package::cast::light::lights::light_mesh;
import package::shared::blinn_phong::{Lighting, light_surface, reflected_with_shine};

// Normals are interpolated between vertices.
override smooth_normals = false;
// Triangles or vertices have colours of their own.
override face_colors = false;
override vertex_colors = false;
// Surfaces have images.
override textures = false;

struct SurfacePoint {
  face: MeshFace,
  // Barycentrics of the triangle's corners.
  barycentrics: vec3f,
  // The triangle's own, of length 1.
  flat_normal: vec3f,
  // World width of a pixel there, whose texels are averaged; 0 where paths of light are many.
  pixel_width: f32,
  // The colours of its material's images there.
  images: MaterialImages,
}

fn surface_style(surface: SurfacePoint) -> MeshStyle {
  return appearance.styles[style_of(surface.face)];
}

fn surface_color(surface: SurfacePoint) -> vec3f {
  let face = surface.face;
  var color = surface_style(surface).color;
  if (face_colors || vertex_colors || textures) && (face.w & FACE_PLAIN) == 0u {
    color = select(vec3f(1.0), unpack4x8unorm(face.w).rgb, face_colors);
    if vertex_colors {
      let barycentrics = surface.barycentrics;
      color *= barycentrics.x * color_at(face.x) + barycentrics.y * color_at(face.y) + barycentrics.z * color_at(face.z);
    }
    if textures { color *= texture_color(face, surface.barycentrics, surface.pixel_width); }
  }
  return color;
}

fn color_at(vertex: u32) -> vec3f {
  return unpack4x8unorm(bitcast<u32>(vertices[appearance.first_color + vertex])).rgb;
}

// The normal that it is lit by.
fn surface_normal(surface: SurfacePoint) -> vec3f {
  let normal = interpolated_normal(surface);
  if !materials { return normal; }
  return mapped_normal(material_of(surface.face), normal, surface.face, surface.barycentrics, surface.images);
}

fn interpolated_normal(surface: SurfacePoint) -> vec3f {
  if !smooth_normals { return surface.flat_normal; }
  let face = surface.face;
  let barycentrics = surface.barycentrics;
  let sum =
    barycentrics.x * vertex_normal(face.x, surface.flat_normal) +
    barycentrics.y * vertex_normal(face.y, surface.flat_normal) +
    barycentrics.z * vertex_normal(face.z, surface.flat_normal);
  let size = length(sum);
  return select(surface.flat_normal, sum / size, size > 0.0);
}

fn vertex_normal(vertex: u32, flat_normal: vec3f) -> vec3f {
  let normal = triple_at(appearance.first_normal, vertex);
  return select(flat_normal, normal, any(normal != vec3f(0.0)));
}

fn triple_at(first: u32, vertex: u32) -> vec3f {
  let at = first + 3u * vertex;
  return vec3f(vertices[at], vertices[at + 1u], vertices[at + 2u]);
}

// The triangle's own normal, of the mesh's own numbers: a view has rounded those of small triangles.
fn mesh_normal(face: MeshFace) -> vec3f {
  let a = triple_at(0u, face.x);
  return normal_between(triple_at(0u, face.y) - a, triple_at(0u, face.z) - a);
}

fn normal_between(ab: vec3f, ac: vec3f) -> vec3f {
  // Keeps small triangles from vanishing.
  let size = max(length(ab), length(ac));
  return normalize(cross(ab / size, ac / size));
}

// The light comes from the camera.
override headlight = false;

// Towards the light, from a place that is seen along `ahead`.
fn direction_to_light(ahead: vec3f) -> vec3f {
  return select(appearance.light, -ahead, headlight);
}

// The opacity that its material gives it where it is seen along `ahead`, of length 1; 0 from behind where it has one side.
fn opacity_seen_along(surface: SurfacePoint, ahead: vec3f, color: vec3f) -> f32 {
  let material = material_of(surface.face);
  if material == 0u { return 1.0; }
  if vertices[material + SINGLE_SIDED] != 0.0 && dot(surface.flat_normal, ahead) > 0.0 { return 0.0; }
  let opacity = material_opacity(material, surface.face, surface.barycentrics, surface.images);
  let passing = transmission_at(material, surface.images);
  if passing == 0.0 || opacity == 0.0 { return opacity; }
  let mirrored = mirrored_share(material, abs(dot(surface_normal(surface), ahead)));
  // Layers have one opacity for all channels: coloured glass dims what is behind it, and has its colour in front of it.
  return opacity * (1.0 - passing * (1.0 - mirrored) * dot(color, vec3f(1.0 / 3.0)));
}

// Its colour in ambient light alone.
fn shaded_color(ambient: f32, surface: SurfacePoint, color: vec3f) -> vec3f {
  let material = material_of(surface.face);
  if material == 0u { return clamp(color * ambient, vec3f(0.0), vec3f(1.0)); }
  return with_own_light(material, surface, color, color * ambient);
}

// Its colour with the light on it.
fn lit_color(ambient: f32, surface: SurfacePoint, color: vec3f, ahead: vec3f) -> vec3f {
  let material = material_of(surface.face);
  let polish = surface_polish(material, ambient, surface, color);
  let normal = surface_normal(surface);
  if material == 0u { return light_surface(polish.lighting, color, normal, -ahead, direction_to_light(ahead)); }
  let lit = ambient * color
    + reflected_with_shine(polish.lighting, color, polish.shine, normal, -ahead, direction_to_light(ahead));
  return with_own_light(material, surface, color, lit);
}

// Its colour in several lights, of each of which a share arrives.
fn color_in_lights(ambient: f32, surface: SurfacePoint, color: vec3f, ahead: vec3f, arriving: vec4f) -> vec3f {
  let material = material_of(surface.face);
  let polish = surface_polish(material, ambient, surface, color);
  let lit = light_mesh(polish.lighting, color, polish.shine, surface_normal(surface), -ahead, arriving);
  return with_own_light(material, surface, color, lit);
}

fn surface_polish(material: u32, ambient: f32, surface: SurfacePoint, color: vec3f) -> Polish {
  let lighting = Lighting(ambient, appearance.lighting.diffuse, appearance.lighting.specular, appearance.lighting.shininess);
  if material == 0u { return Polish(lighting, vec3f(lighting.specular)); }
  return polish_of(lighting, color, metal_at(material, surface.images));
}

// The light on a surface with the light of its own; a colour that is not lit is all of it.
fn with_own_light(material: u32, surface: SurfacePoint, color: vec3f, lit: vec3f) -> vec3f {
  if material == 0u { return clamp(lit, vec3f(0.0), vec3f(1.0)); }
  if vertices[material + UNLIT] != 0.0 { return color; }
  let emitted = emission_at(material, surface.images);
  return clamp(lit + emitted, vec3f(0.0), vec3f(1.0));
}
