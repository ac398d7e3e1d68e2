// The colours of images on surfaces; src/cast/mesh/pack-textures.ts writes them.

import package::cast::mesh::appearance::appearance;
import package::cast::mesh::arena::vertices;
import package::cast::mesh::face::MeshFace;

// A vertex has u, v and the number of its image, from 1 on; 0 is none.
const COORDINATE_WORDS = 3u;
// An image has its size, how it is wrapped, its number of levels, and where its texels begin: thousands of words, and words.
// All are floats, since the bits of small integers are those of denormal numbers, which may be flushed.
const IMAGE_WORDS = 7u;

const REPEAT = 0.0;
const CLAMP = 2.0;

struct SurfaceImage {
  size: vec2f,
  wraps: vec2f,
  levels: u32,
  first_texel: u32,
}

// White where the triangle has no image. A pixel is `pixel_width` wide there, in the world.
fn texture_color(face: MeshFace, barycentrics: vec3f, pixel_width: f32) -> vec3f {
  let number = vertices[appearance.first_coordinate + COORDINATE_WORDS * face.x + 2u];
  if number == 0.0 {
    return vec3f(1.0);
  }
  let corners = mat3x2f(place_of_vertex(face.x), place_of_vertex(face.y), place_of_vertex(face.z));
  return image_color(number, face, corners, barycentrics, pixel_width);
}

// The colour of an image, of a number from 1 on, whose places at the corners of the triangle are given.
fn image_color(number: f32, face: MeshFace, corners: mat3x2f, barycentrics: vec3f, pixel_width: f32) -> vec3f {
  let image = image_at(appearance.first_image + IMAGE_WORDS * (u32(number) - 1u));
  let place = barycentrics.x * corners[0] + barycentrics.y * corners[1] + barycentrics.z * corners[2];
  let level = min(level_of(face, image, corners[1] - corners[0], corners[2] - corners[0], pixel_width), f32(image.levels - 1u));
  let near = floor(level);
  // One call in a loop: compilers inline each, and that is most of the kernel.
  var color = vec3f(0.0);
  let levels = select(1u, 2u, near < level);
  for (var n = 0u; n < levels; n += 1u) {
    let found = sample_level(image, u32(near) + n, place);
    color = select(mix(color, found, level - near), found, n == 0u);
  }
  return color;
}

fn image_at(at: u32) -> SurfaceImage {
  return SurfaceImage(
    vec2f(vertices[at], vertices[at + 1u]),
    vec2f(vertices[at + 2u], vertices[at + 3u]),
    u32(vertices[at + 4u]),
    1024u * u32(vertices[at + 5u]) + u32(vertices[at + 6u]),
  );
}

fn place_of_vertex(vertex: u32) -> vec2f {
  let at = appearance.first_coordinate + COORDINATE_WORDS * vertex;
  return vec2f(vertices[at], vertices[at + 1u]);
}

fn world_place(vertex: u32) -> vec3f {
  return vec3f(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]);
}

// The level whose texels are as large as the pixel: T. Akenine-Möller et al., "Texture Level of Detail Strategies for Real-Time
// Ray Tracing", 2019, section 20.3; surfaces that are seen at a slant are not blurred more.
fn level_of(face: MeshFace, image: SurfaceImage, ab: vec2f, ac: vec2f, pixel_width: f32) -> f32 {
  let origin = world_place(face.x);
  let u = world_place(face.y) - origin;
  let v = world_place(face.z) - origin;
  // Keeps products of small lengths from being flushed to zero.
  let size = max(length(u), length(v));
  let world = length(cross(u / size, v / size));
  let texels = image.size.x * image.size.y * abs(ab.x * ac.y - ac.x * ab.y);
  let across = pixel_width / size * sqrt(texels / world);
  return select(0.0, log2(max(across, 1.0)), across > 1.0);
}

fn sample_level(image: SurfaceImage, level: u32, place: vec2f) -> vec3f {
  var size = vec2u(image.size);
  var first = image.first_texel;
  for (var n = 0u; n < level; n += 1u) {
    first += size.x * size.y;
    size = max(size / 2u, vec2u(1u));
  }
  let spot = vec2f(wrapped(place.x, image.wraps.x), wrapped(place.y, image.wraps.y)) * vec2f(size) - 0.5;
  let corner = floor(spot);
  let share = spot - corner;
  let near = vec2i(corner);
  let left = texel_index(near.x, size.x, image.wraps.x);
  let right = texel_index(near.x + 1, size.x, image.wraps.x);
  let top = first + size.x * texel_index(near.y, size.y, image.wraps.y);
  let bottom = first + size.x * texel_index(near.y + 1, size.y, image.wraps.y);
  let above = mix(texel(top + left), texel(top + right), share.x);
  let below = mix(texel(bottom + left), texel(bottom + right), share.x);
  return mix(above, below, share.y);
}

// The place in the image itself, from 0 to 1.
fn wrapped(place: f32, wrap: f32) -> f32 {
  let bounded = clamp(place, -0x1p20f, 0x1p20f);
  if wrap == CLAMP {
    return clamp(bounded, 0.0, 1.0);
  }
  if wrap == REPEAT {
    return fract(bounded);
  }
  let within = bounded - 2.0 * floor(0.5 * bounded);
  return select(within, 2.0 - within, within > 1.0);
}

// A texel beside the image's edge is the one at the other end where it is repeated.
fn texel_index(texel: i32, size: u32, wrap: f32) -> u32 {
  let count = i32(size);
  if wrap == REPEAT {
    return u32((texel + count) % count);
  }
  return u32(clamp(texel, 0, count - 1));
}

fn texel(at: u32) -> vec3f {
  return unpack4x8unorm(bitcast<u32>(vertices[at])).rgb;
}
