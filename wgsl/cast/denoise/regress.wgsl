// The colour of each pixel as a linear function of albedo, depth and normal around it, so that what they show stays sharp where
// light changes slowly: B. Bitterli et al., "Nonlinearly weighted first-order regression for denoising Monte Carlo renderings",
// 2016. Pixels count by how alike averages of three by three colours are, which took a ninth of the time of comparing the nine one
// by one and erred less.

import package::cast::denoise::planes::{
  BLURRED, COLOR, ERRORS, REGRESSED, SCALES, SMOOTH_ALBEDO_DEPTH, SMOOTH_NORMAL, VARIANCE,
  first_around, index_of, is_in_strip, last_around, load, side, store,
};

const RADIUS = 5u;
// Differences in standard deviations of both from which on pixels count for less, squared.
const SPREAD = 4.0;
// Variance of an average over three by three pixels for theirs.
const BLURRED_SHARE = 1.0 / 9.0;
const LEAST_VARIANCE = 1e-6;
// Squares of slopes for each unit of weight: keeps them small where guides hardly change.
const RIDGE = 1.0;
// Unknowns: the colour and its slopes along seven guides.
const SIZE = 8u;

// Weighted sums of products of the guides and of them with colours. The first of eight guides is 1.
struct Sums {
  first: mat4x4f,
  mixed: mat4x4f,
  second: mat4x4f,
  first_colors: mat4x4f,
  second_colors: mat4x4f,
}

@compute @workgroup_size(side, side)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let pixel = id.xy;
  if !is_in_strip(pixel) { return; }
  let own = index_of(pixel);
  let color = load(COLOR, own);
  // Nothing needs to be found where there is no noise, such as in the background.
  if all(load(VARIANCE, own) == vec4f(0.0)) {
    store(REGRESSED, own, color);
    store(ERRORS, own, vec4f(0.0));
    return;
  }
  let shares = solve(sum_around(pixel));
  let regressed = shares.color;
  store(REGRESSED, own, regressed);
  // C. Stein, "Estimation of the mean of a multivariate normal distribution", 1981: the mixture of both that errs least has the
  // regression by the ratio of these, on average over pixels alike.
  let off = (regressed - color).rgb;
  let noise = load(VARIANCE, own).rgb * (1.0 - shares.own);
  store(ERRORS, own, vec4f(noise.r + noise.g + noise.b, dot(off, off), 0.0, 0.0));
}

fn sum_around(pixel: vec2u) -> Sums {
  let own = index_of(pixel);
  let own_blurred = load(BLURRED, own);
  let own_variances = load(VARIANCE, own);
  let own_albedo = load(SMOOTH_ALBEDO_DEPTH, own);
  let own_normal = load(SMOOTH_NORMAL, own).xyz;
  let steepness = 1.0 / load(SCALES, own).xyz;
  var sums: Sums;
  let last = last_around(pixel, RADIUS);
  for (var at = first_around(pixel, RADIUS); at.y <= last.y; at.y += 1u) {
    for (at.x = first_around(pixel, RADIUS).x; at.x <= last.x; at.x += 1u) {
      let index = index_of(at);
      let variances = load(VARIANCE, index);
      let off = load(BLURRED, index) - own_blurred;
      let explained = BLURRED_SHARE * (own_variances + min(own_variances, variances));
      let distances = (off * off - explained) / (LEAST_VARIANCE + SPREAD * BLURRED_SHARE * (own_variances + variances));
      let weight = exp(-max(0.25 * dot(distances, vec4f(1.0)), 0.0));
      let albedo = (load(SMOOTH_ALBEDO_DEPTH, index) - own_albedo) * steepness.xxxz;
      let normal = (load(SMOOTH_NORMAL, index).xyz - own_normal) * steepness.y;
      let color = load(COLOR, index);
      let first = vec4f(1.0, albedo.rgb);
      let second = vec4f(albedo.w, normal);
      let weighted = weight * first;
      let weighted_second = weight * second;
      sums.first += outer(weighted, first);
      sums.mixed += outer(weighted_second, first);
      sums.second += outer(weighted_second, second);
      sums.first_colors += outer(color, weighted);
      sums.second_colors += outer(color, weighted_second);
    }
  }
  return sums;
}

// Columns of a, by the numbers of b.
fn outer(a: vec4f, b: vec4f) -> mat4x4f {
  return mat4x4f(a * b.x, a * b.y, a * b.z, a * b.w);
}

struct Shares {
  color: vec4f,
  // The share of the pixel's own colour.
  own: f32,
}

// The first unknown alone is wanted: the shares of colours are the first column of the inverse matrix, by Cholesky's method.
fn solve(sums: Sums) -> Shares {
  var lower: array<f32, 64>;
  for (var column = 0u; column < 4u; column++) {
    for (var row = 0u; row < 4u; row++) {
      lower[SIZE * row + column] = sums.first[column][row];
      lower[SIZE * (row + 4u) + column] = sums.mixed[column][row];
      lower[SIZE * (row + 4u) + column + 4u] = sums.second[column][row];
    }
  }
  let ridge = RIDGE * sums.first[0][0];
  for (var n = 1u; n < SIZE; n++) { lower[(SIZE + 1u) * n] += ridge; }
  for (var column = 0u; column < SIZE; column++) {
    for (var row = column; row < SIZE; row++) {
      var rest = lower[SIZE * row + column];
      for (var n = 0u; n < column; n++) { rest -= lower[SIZE * row + n] * lower[SIZE * column + n]; }
      lower[SIZE * row + column] = select(rest / lower[(SIZE + 1u) * column], sqrt(max(rest, 1e-12)), row == column);
    }
  }
  var shares: array<f32, 8>;
  for (var row = 0u; row < SIZE; row++) {
    var rest = select(0.0, 1.0, row == 0u);
    for (var n = 0u; n < row; n++) { rest -= lower[SIZE * row + n] * shares[n]; }
    shares[row] = rest / lower[(SIZE + 1u) * row];
  }
  for (var back = 0u; back < SIZE; back++) {
    let row = SIZE - 1u - back;
    var rest = shares[row];
    for (var n = row + 1u; n < SIZE; n++) { rest -= lower[SIZE * n + row] * shares[n]; }
    shares[row] = rest / lower[(SIZE + 1u) * row];
  }
  let first = vec4f(shares[0], shares[1], shares[2], shares[3]);
  let second = vec4f(shares[4], shares[5], shares[6], shares[7]);
  return Shares(sums.first_colors * first + sums.second_colors * second, shares[0]);
}
