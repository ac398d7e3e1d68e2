// Guides of the denoiser: what paths meet first, and how much frames differ, which tells noise from detail.

import package::cast::frame::image::{image, output};
import package::cast::path::guide_words::{
  ALBEDO_DEVIATIONS, COLOR_DEVIATIONS, DEPTH_DEVIATIONS, GUIDE_WORDS, NORMALS,
};

// The sums of a frame: albedo and depth, in heights of the image at the camera's target, and normal, which is shorter in a medium
// the less its density changes.
var<private> first_albedo: vec4f;
var<private> first_normal: vec3f;

@if(guides)
fn note_first(albedo: vec3f, depth: f32, normal: vec3f) {
  first_albedo += vec4f(albedo, depth);
  first_normal += normal;
}
@else
fn note_first(albedo: vec3f, depth: f32, normal: vec3f) {
}

// Adds a frame to those before, whose mean colour must still be there. The sum of squared deviations grows by that of the new
// frame: B. P. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4(3), 1962.
@if(guides)
fn write_guides(index: u32, color: vec4f) {
  let at = image.first_guides + GUIDE_WORDS * index;
  let albedo = first_albedo / f32(image.rays);
  let normal = first_normal / f32(image.rays);
  if image.frames <= 1.0 {
    store(at, albedo);
    store(at + NORMALS, vec4f(normal, 0.0));
    store(at + COLOR_DEVIATIONS, vec4f(0.0));
    store_one(at + ALBEDO_DEVIATIONS, 0.0);
    store_one(at + DEPTH_DEVIATIONS, 0.0);
    return;
  }
  let before = 1.0 / (image.frames - 1.0);
  let share = (image.frames - 1.0) / image.frames;
  let albedos = load(at);
  let normals = load(at + NORMALS);
  let off_color = color - before * load(image.first_color + 4u * index);
  let off_albedo = albedo - before * albedos;
  let off_normal = normal - before * normals.xyz;
  store(at, albedos + albedo);
  store(at + NORMALS, normals + vec4f(normal, share * dot(off_normal, off_normal)));
  store(at + COLOR_DEVIATIONS, load(at + COLOR_DEVIATIONS) + share * off_color * off_color);
  add_one(at + ALBEDO_DEVIATIONS, share * dot(off_albedo.xyz, off_albedo.xyz));
  add_one(at + DEPTH_DEVIATIONS, share * off_albedo.w * off_albedo.w);
}
@else
fn write_guides(index: u32, color: vec4f) {
}

fn load(at: u32) -> vec4f {
  return bitcast<vec4f>(vec4u(output[at], output[at + 1u], output[at + 2u], output[at + 3u]));
}

fn store(at: u32, value: vec4f) {
  for (var n = 0u; n < 4u; n++) { store_one(at + n, value[n]); }
}

fn store_one(at: u32, value: f32) {
  output[at] = bitcast<u32>(value);
}

fn add_one(at: u32, value: f32) {
  store_one(at, bitcast<f32>(output[at]) + value);
}
