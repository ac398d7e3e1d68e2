// Takes the noise out of the guides, each by itself: means of pixels around whose neighbourhoods differ by no more than their noise,
// as F. Rousselle, M. Manzi and M. Zwicker, "Robust denoising using feature and color information", 2013, filter them first.

import package::cast::denoise::planes::{
  ALBEDO_DEPTH, GUIDE_VARIANCES, NORMAL, SCALES, SMOOTH_ALBEDO_DEPTH, SMOOTH_NORMAL,
  denoising, index_of, is_in_strip, load, side, store,
};

const RADIUS = 2;
// Pixels of an invocation, one below the other: they share sums of differences along rows. Same as in
// src/cast/denoise/denoiser.ts.
const RUN = 4u;
// Difference in standard deviations of both from which on pixels count for less, squared.
const SPREAD = 2.25;
const LEAST_VARIANCE = 1e-8;
// Squared differences of albedo, normal and depth below which nothing depends on them.
const LEAST_SCALES = vec3f(4e-4, 1e-2, 2.5e-5);

struct Means {
  albedo: vec4f,
  normal: vec3f,
  variances: vec3f,
  weights: vec3f,
}

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let first = vec2u(id.x, RUN * id.y);
  if !is_in_strip(first) { return; }
  var means: array<Means, RUN>;
  if has_noise(first) { add_around(first, &means); }
  for (var n = 0u; n < RUN; n++) {
    let pixel = first + vec2u(0u, n);
    if !is_in_strip(pixel) { return; }
    let index = index_of(pixel);
    if all(load(GUIDE_VARIANCES, index).xyz == vec3f(0.0)) {
      store(SMOOTH_ALBEDO_DEPTH, index, load(ALBEDO_DEPTH, index));
      store(SMOOTH_NORMAL, index, load(NORMAL, index));
      store(SCALES, index, vec4f(sqrt(LEAST_SCALES), 0.0));
      continue;
    }
    let weights = means[n].weights;
    store(SMOOTH_ALBEDO_DEPTH, index, means[n].albedo / weights.xxxz);
    store(SMOOTH_NORMAL, index, vec4f(means[n].normal / weights.y, 0.0));
    store(SCALES, index, vec4f(sqrt(max(LEAST_SCALES, means[n].variances / (weights * weights))), 0.0));
  }
}

// Whether guides of any pixel of a run are to be filtered: many pictures have none in much of them.
fn has_noise(first: vec2u) -> bool {
  var sum = vec3f(0.0);
  for (var n = 0u; n < RUN; n++) {
    let pixel = first + vec2u(0u, n);
    if is_in_strip(pixel) { sum += load(GUIDE_VARIANCES, index_of(pixel)).xyz; }
  }
  return any(sum != vec3f(0.0));
}

fn add_around(first: vec2u, means: ptr<function, array<Means, RUN>>) {
  for (var down = -RADIUS; down <= RADIUS; down++) {
    for (var across = -RADIUS; across <= RADIUS; across++) {
      let apart = vec2i(across, down);
      var rows: array<vec3f, RUN + 2u>;
      for (var n = 0u; n < RUN + 2u; n++) { rows[n] = distances_along(vec2i(first) + vec2i(0, i32(n) - 1), apart); }
      for (var n = 0u; n < RUN; n++) {
        let at = vec2u(vec2i(first) + vec2i(0, i32(n)) + apart);
        if !is_in_strip(at) { continue; }
        let weight = exp(-max(rows[n] + rows[n + 1u] + rows[n + 2u], vec3f(0.0)) / (9.0 * SPREAD));
        let index = index_of(at);
        (*means)[n].albedo += weight.xxxz * load(ALBEDO_DEPTH, index);
        (*means)[n].normal += weight.y * load(NORMAL, index).xyz;
        (*means)[n].variances += weight * weight * load(GUIDE_VARIANCES, index).xyz;
        (*means)[n].weights += weight;
      }
    }
  }
}

// Squared differences of albedo, normal and depth of three pixels of a row and those so far apart, less what noise explains, in
// units of it.
fn distances_along(middle: vec2i, apart: vec2i) -> vec3f {
  var sum = vec3f(0.0);
  for (var x = -1; x <= 1; x++) {
    let own = nearest(middle + vec2i(x, 0));
    let other = nearest(middle + vec2i(x, 0) + apart);
    let own_variances = load(GUIDE_VARIANCES, own).xyz;
    let variances = load(GUIDE_VARIANCES, other).xyz;
    let albedo = load(ALBEDO_DEPTH, other) - load(ALBEDO_DEPTH, own);
    let normal = load(NORMAL, other).xyz - load(NORMAL, own).xyz;
    let squares = vec3f(dot(albedo.xyz, albedo.xyz), dot(normal, normal), albedo.w * albedo.w);
    sum += (squares - own_variances - min(own_variances, variances)) / (LEAST_VARIANCE + own_variances + variances);
  }
  return sum;
}

// The index of the pixel of the strip that is nearest.
fn nearest(pixel: vec2i) -> u32 {
  return index_of(vec2u(clamp(pixel, vec2i(0), vec2i(vec2u(denoising.width, denoising.strip_rows)) - 1)));
}
