// The materials of surfaces: shares of light, opacities and images; src/cast/mesh/pack-materials.ts writes them.

import package::cast::mesh::appearance::{appearance, opacity_of_style};
import package::cast::mesh::arena::vertices;
import package::cast::mesh::face::MeshFace;
import package::cast::mesh::texture::image_color;
import package::shared::blinn_phong::Lighting;

// Surfaces have materials.
override materials = false;

// The words of a material. Numbers are floats, as those of images are.
const OPACITY = 0u;
const OPACITY_MODE = 1u;
const OPACITY_CUTOFF = 2u;
const SINGLE_SIDED = 3u;
const UNLIT = 4u;
const METALLIC = 5u;
const ROUGHNESS = 6u;
const IOR = 7u;
const TRANSMISSION = 8u;
const EMISSION = 9u;
const NORMAL_SCALE = 12u;
const FIRST_IMAGE = 13u;
const MATERIAL_WORDS = 53u;

// Its images. Each has the number of the image, from 1 on, or 0; its set of coordinates; and the rows of its transform.
const OPACITY_IMAGE = 0u;
const METALLIC_ROUGHNESS_IMAGE = 1u;
const TRANSMISSION_IMAGE = 2u;
const NORMAL_IMAGE = 3u;
const EMISSION_IMAGE = 4u;
const IMAGE_COUNT = 5u;
// The first of them tell what is behind the surface.
const SEE_THROUGH_IMAGES = 3u;
const MATERIAL_IMAGE_WORDS = 8u;

const OPAQUE_MODE = 0.0;
const MASK_MODE = 1.0;

// The words of a vertex: the number of its material, from 1 on, or 0; its opacity; its sets of coordinates; its tangent.
const VERTEX_COORDINATES = 2u;
const TANGENT_WORDS = 4u;

// As much of full opacity lets no light through: interpolation may round it off.
const BLOCKING_OPACITY = 0.999;
// Exponent of highlights on a surface of middling roughness, for which the lighting's own is meant.
const USUAL_SHININESS = 10.0;
// The square of the least roughness that is told apart, which keeps exponents finite.
const LEAST_ALPHA = 0.06;
// Shorter, a tangent along the normal has no direction in the surface.
const LEAST_TANGENT = 1e-3;

fn vertex_words(vertex: u32) -> u32 {
  return appearance.first_vertex_material + appearance.vertex_material_words * vertex;
}

// The start of a triangle's material in the vertices; 0 without one.
fn material_of(face: MeshFace) -> u32 {
  if !materials { return 0u; }
  let number = vertices[vertex_words(face.x)];
  return select(appearance.first_material + MATERIAL_WORDS * u32(number - 1.0), 0u, number == 0.0);
}

// The colours of a material's images at a place: white where it has none.
alias MaterialImages = array<vec3f, IMAGE_COUNT>;

// Images from `first` to before `end`. One call in a loop: compilers inline each, and images are most of the kernel.
fn material_images(face: MeshFace, barycentrics: vec3f, pixel_width: f32, first: u32, end: u32) -> MaterialImages {
  var images = MaterialImages(vec3f(1.0), vec3f(1.0), vec3f(1.0), vec3f(1.0), vec3f(1.0));
  let material = material_of(face);
  if material == 0u { return images; }
  for (var which = first; which < end; which += 1u) {
    let at = material + FIRST_IMAGE + MATERIAL_IMAGE_WORDS * which;
    let number = vertices[at];
    if number != 0.0 {
      let corners = mat3x2f(place_in_image(at, face.x), place_in_image(at, face.y), place_in_image(at, face.z));
      images[which] = image_color(number, face, corners, barycentrics, pixel_width);
    }
  }
  return images;
}

fn place_in_image(image: u32, vertex: u32) -> vec2f {
  let at = vertex_words(vertex) + VERTEX_COORDINATES + 2u * u32(vertices[image + 1u]);
  let place = vec3f(vertices[at], vertices[at + 1u], 1.0);
  let across = vec3f(vertices[image + 2u], vertices[image + 3u], vertices[image + 4u]);
  let down = vec3f(vertices[image + 5u], vertices[image + 6u], vertices[image + 7u]);
  return vec2f(dot(across, place), dot(down, place));
}

// The opacity that the material gives a place, but for what passes through it as through glass.
fn material_opacity(material: u32, face: MeshFace, barycentrics: vec3f, images: MaterialImages) -> f32 {
  if material == 0u || vertices[material + OPACITY_MODE] == OPAQUE_MODE { return 1.0; }
  let corners = vec3f(vertices[vertex_words(face.x) + 1u], vertices[vertex_words(face.y) + 1u], vertices[vertex_words(face.z) + 1u]);
  let opacity = vertices[material + OPACITY] * dot(corners, barycentrics) * images[OPACITY_IMAGE].x;
  if vertices[material + OPACITY_MODE] == MASK_MODE {
    return select(0.0, 1.0, opacity >= vertices[material + OPACITY_CUTOFF]);
  }
  return clamp(opacity, 0.0, 1.0);
}

// Metal, and roughness.
fn metal_at(material: u32, images: MaterialImages) -> vec2f {
  let image = images[METALLIC_ROUGHNESS_IMAGE];
  return vec2f(vertices[material + METALLIC] * image.z, vertices[material + ROUGHNESS] * image.y);
}

// The share of light that passes through the material, of that which enters it.
fn transmission_at(material: u32, images: MaterialImages) -> f32 {
  if material == 0u { return 0.0; }
  return vertices[material + TRANSMISSION] * images[TRANSMISSION_IMAGE].x * (1.0 - metal_at(material, images).x);
}

// The share of light that a dielectric mirrors: C. Schlick, "An inexpensive BRDF model for physically-based rendering", 1994.
fn mirrored_share(material: u32, cosine: f32) -> f32 {
  let ior = vertices[material + IOR];
  let straight = (ior - 1.0) / (ior + 1.0);
  let straight_share = straight * straight;
  let slant = 1.0 - clamp(cosine, 0.0, 1.0);
  return straight_share + (1.0 - straight_share) * slant * slant * slant * slant * slant;
}

// Whether a triangle lets no light through where a ray hits it.
fn is_blocking(face: MeshFace, barycentrics: vec3f) -> bool {
  if opacity_of_style(face) < 1.0 { return false; }
  let material = material_of(face);
  if material == 0u { return true; }
  if vertices[material + OPACITY_MODE] == OPAQUE_MODE && vertices[material + TRANSMISSION] == 0.0 { return true; }
  let images = material_images(face, barycentrics, 0.0, 0u, SEE_THROUGH_IMAGES);
  return transmission_at(material, images) == 0.0
    && material_opacity(material, face, barycentrics, images) >= BLOCKING_OPACITY;
}

// Light that it emits, in display space.
fn emission_at(material: u32, images: MaterialImages) -> vec3f {
  let at = material + EMISSION;
  return vec3f(vertices[at], vertices[at + 1u], vertices[at + 2u]) * images[EMISSION_IMAGE];
}

// How a material is lit: rougher ones have wider and fainter highlights, and those of metals have the metal's colour.
struct Polish {
  lighting: Lighting,
  // Colour of highlights, times their strength.
  shine: vec3f,
}

fn polish_of(lighting: Lighting, color: vec3f, metal: vec2f) -> Polish {
  let alpha = max(metal.y * metal.y, LEAST_ALPHA);
  let shininess = lighting.shininess * (2.0 / (alpha * alpha) - 2.0) / USUAL_SHININESS;
  let strength = lighting.specular * (1.0 - metal.y * metal.y) * (1.0 + metal.x);
  let shine = strength * mix(vec3f(1.0), color, metal.x);
  return Polish(Lighting(lighting.ambient, lighting.diffuse, lighting.specular, max(shininess, 0.0)), shine);
}

// The normal with what the material's image of normals changes of it.
fn mapped_normal(material: u32, normal: vec3f, face: MeshFace, barycentrics: vec3f, images: MaterialImages) -> vec3f {
  if material == 0u || vertices[material + FIRST_IMAGE + MATERIAL_IMAGE_WORDS * NORMAL_IMAGE] == 0.0 { return normal; }
  let tangent = barycentrics.x * tangent_at(face.x) + barycentrics.y * tangent_at(face.y) + barycentrics.z * tangent_at(face.z);
  let along = tangent.xyz - dot(normal, tangent.xyz) * normal;
  let size = length(along);
  if size <= LEAST_TANGENT || tangent.w == 0.0 { return normal; }
  let right = along / size;
  let up = sign(tangent.w) * cross(normal, right);
  let texel = 2.0 * images[NORMAL_IMAGE] - 1.0;
  let scale = vertices[material + NORMAL_SCALE];
  let sum = scale * (texel.x * right + texel.y * up) + texel.z * normal;
  let sum_size = length(sum);
  return select(normal, sum / sum_size, sum_size > 1e-6);
}

fn tangent_at(vertex: u32) -> vec4f {
  let at = vertex_words(vertex) + appearance.vertex_material_words - TANGENT_WORDS;
  return vec4f(vertices[at], vertices[at + 1u], vertices[at + 2u], vertices[at + 3u]);
}
