// The colour of a surface where a ray hits it.

import package::cast::mesh_bins::{triangles, view};
import package::cast::mesh_edges::corner_shares;
@if(orthographic) import package::cast::mesh_edges::edges_along_axis;
@if(!orthographic) import package::cast::mesh_edges::edges_from_eye;
import package::cast::hit::Hit;
import package::cast::mesh_arena::{faces, vertices};
import package::cast::mesh_face::{MeshFace, style_of};
@if(face_colors || vertex_colors) import package::cast::mesh_face::FACE_PLAIN;
import package::cast::mesh_look::look;
@if(smooth) import package::cast::mesh_triangle::MeshTriangle;
@if(shadows) import package::cast::mesh_shadow::is_in_shadow;
import package::shared::blinn_phong::light_surface;

// `pixel_place` is in pixels from the image's centre.
fn shade_mesh(pixel_place: vec2f, hit: Hit) -> vec3f {
  let place = pixel_place * view.pixel;
  let id = hit.triangle;
  let depth = hit.depth;
  let face = faces[id];
  @if(smooth || vertex_colors) let shares = shares_at(place, id);
  @if(smooth) let flat_normal = view_normal(triangles[id]);
  @if(!smooth) let flat_normal = mesh_normal(face);

  var color = look.styles[style_of(face)].rgb;
  @if(face_colors || vertex_colors) if (face.w & FACE_PLAIN) == 0u {
    @if(face_colors) color = unpack4x8unorm(face.w).rgb;
    @if(!face_colors) color = vec3f(1.0);
    @if(vertex_colors) color *= shares.x * color_at(face.x) + shares.y * color_at(face.y) + shares.z * color_at(face.z);
  }

  @if(orthographic) let ahead = view.forward;
  @if(!orthographic) let ahead = normalize(view.forward + place.x * view.right + place.y * view.up);
  @if(shadows) if is_in_shadow(shadow_start(place, depth, flat_normal, ahead)) {
    return clamp(color * look.lighting.ambient, vec3f(0.0), vec3f(1.0));
  }
  @if(smooth) let normal = smooth_normal(face, shares, flat_normal);
  @if(!smooth) let normal = flat_normal;
  @if(headlight) let to_light = -ahead;
  @if(!headlight) let to_light = look.light;
  return light_surface(look.lighting, color, normal, -ahead, to_light);
}

fn opacity_of(id: u32) -> f32 {
  @if(translucent) return look.styles[style_of(faces[id])].w;
  @if(!translucent) return 1.0;
}

@if(smooth || vertex_colors)
fn shares_at(place: vec2f, id: u32) -> vec3f {
  @if(orthographic) return corner_shares(edges_along_axis(place, triangles[id]));
  @if(!orthographic) return corner_shares(edges_from_eye(place, triangles[id]));
}

fn triple_at(first: u32, vertex: u32) -> vec3f {
  let at = first + 3u * vertex;
  return vec3f(vertices[at], vertices[at + 1u], vertices[at + 2u]);
}

// The triangle's own normal, of the mesh's own numbers: a view has rounded those of small triangles.
@if(!smooth)
fn mesh_normal(face: MeshFace) -> vec3f {
  let a = triple_at(0u, face.x);
  return normal_between(triple_at(0u, face.y) - a, triple_at(0u, face.z) - a);
}

// The same in the world, of what is at hand: good enough for the few vertices without normals, and for shadows.
@if(smooth)
fn view_normal(triangle: MeshTriangle) -> vec3f {
  // A view's axes are a left hand's.
  let normal = normal_between(triangle.c.xyz - triangle.a.xyz, triangle.b.xyz - triangle.a.xyz);
  return normal.x * view.right + normal.y * view.up + normal.z * view.forward;
}

fn normal_between(ab: vec3f, ac: vec3f) -> vec3f {
  // So that small triangles do not vanish.
  let size = max(length(ab), length(ac));
  return normalize(cross(ab / size, ac / size));
}

@if(smooth)
fn smooth_normal(face: MeshFace, shares: vec3f, flat_normal: vec3f) -> vec3f {
  let sum =
    shares.x * vertex_normal(face.x, flat_normal) +
    shares.y * vertex_normal(face.y, flat_normal) +
    shares.z * vertex_normal(face.z, flat_normal);
  let size = length(sum);
  return select(flat_normal, sum / size, size > 0.0);
}

@if(smooth)
fn vertex_normal(vertex: u32, flat_normal: vec3f) -> vec3f {
  let normal = triple_at(look.first_normal, vertex);
  return select(flat_normal, normal, any(normal != vec3f(0.0)));
}

@if(vertex_colors)
fn color_at(vertex: u32) -> vec3f {
  return unpack4x8unorm(bitcast<u32>(vertices[look.first_color + vertex])).rgb;
}

// In the camera's view, off the surface on the eye's side.
@if(shadows)
fn shadow_start(place: vec2f, depth: f32, flat_normal: vec3f, ahead: vec3f) -> vec3f {
  @if(orthographic) let hit = vec3f(place, depth);
  @if(!orthographic) let hit = vec3f(place, 1.0) * depth;
  @if(orthographic) let distance = depth;
  @if(!orthographic) let distance = length(hit);
  let side = select(1.0, -1.0, dot(flat_normal, ahead) > 0.0);
  let normal = vec3f(dot(view.right, flat_normal), dot(view.up, flat_normal), dot(view.forward, flat_normal));
  return hit + side * look.shadow_offset * distance * normal;
}
