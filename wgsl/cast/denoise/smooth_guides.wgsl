// Takes the noise out of the guides, each by itself: means of pixels around whose neighbourhoods differ by no more than their noise,
// as F. Rousselle, M. Manzi and M. Zwicker, "Robust denoising using feature and color information", 2013, filter them first.

import package::cast::denoise::planes::{
  ALBEDO_DEPTH, GUIDE_VARIANCES, NORMAL, SCALES, SMOOTH_ALBEDO_DEPTH, SMOOTH_NORMAL,
  denoising, first_around, is_in_strip, last_around, load, side, store,
};

const REACH = 2u;
// Difference in standard deviations of both from which on pixels count for less, squared.
const SPREAD = 2.25;
const LEAST_VARIANCE = 1e-8;
// Squared differences of albedo, normal and depth below which nothing depends on them.
const LEAST_SCALES = vec3f(4e-4, 1e-2, 2.5e-5);

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if !is_in_strip(pixel) { return; }
  var albedo = vec4f(0.0);
  var normal = vec3f(0.0);
  var variances = vec3f(0.0);
  var weights = vec3f(0.0);
  let last = last_around(pixel, REACH);
  for (var at = first_around(pixel, REACH); at.y <= last.y; at.y += 1u) {
    for (at.x = first_around(pixel, REACH).x; at.x <= last.x; at.x += 1u) {
      let weight = exp(-max(distances_between(vec2i(pixel), vec2i(at)), vec3f(0.0)) / (9.0 * SPREAD));
      albedo += weight.xxxz * load(ALBEDO_DEPTH, at);
      normal += weight.y * load(NORMAL, at).xyz;
      variances += weight * weight * load(GUIDE_VARIANCES, at).xyz;
      weights += weight;
    }
  }
  store(SMOOTH_ALBEDO_DEPTH, pixel, albedo / weights.xxxz);
  store(SMOOTH_NORMAL, pixel, vec4f(normal / weights.y, 0.0));
  store(SCALES, pixel, vec4f(sqrt(max(LEAST_SCALES, variances / (weights * weights))), 0.0));
}

// Squared differences of albedo, normal and depth, less what noise explains, in units of it, over three by three pixels.
fn distances_between(one: vec2i, other: vec2i) -> vec3f {
  var sum = vec3f(0.0);
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      let own = nearest(one + vec2i(x, y));
      let at = nearest(other + vec2i(x, y));
      let own_variances = load(GUIDE_VARIANCES, own).xyz;
      let variances = load(GUIDE_VARIANCES, at).xyz;
      let albedo = load(ALBEDO_DEPTH, at) - load(ALBEDO_DEPTH, own);
      let normal = load(NORMAL, at).xyz - load(NORMAL, own).xyz;
      let squares = vec3f(dot(albedo.xyz, albedo.xyz), dot(normal, normal), albedo.w * albedo.w);
      sum += (squares - own_variances - min(own_variances, variances)) / (LEAST_VARIANCE + own_variances + variances);
    }
  }
  return sum;
}

fn nearest(pixel: vec2i) -> vec2u {
  return vec2u(clamp(pixel, vec2i(0), vec2i(vec2u(denoising.width, denoising.strip_rows)) - 1));
}
