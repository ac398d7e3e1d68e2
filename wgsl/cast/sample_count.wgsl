// How many samples a ray takes between where it enters and leaves the volume.

import package::cast::frame::{Frame, View};
import package::shared::double_float::{DoubleFloat, add, divide, multiply, square_root, subtract};
import package::shared::ray::{Interval, Ray};

// Relative error that distances along a ray may have in f32.
const DISTANCE_ERROR = 4e-6;

// The k for which enter + (k + ½) · step < leave. In f32 about one ray in 100,000 would gain or lose its last sample,
// which may be opaque: rays that are so close to the limit are decided with 48 bits.
fn count_samples(frame: Frame, ray: Ray, place: vec2f, inside: Interval) -> u32 {
  let steps = (inside.leave - inside.enter) / frame.view.step - 0.5;
  if steps < -0.5 {
    return 0u;
  }
  let nearest = round(steps);
  if abs(steps - nearest) * frame.view.step > DISTANCE_ERROR * inside.leave {
    return u32(ceil(steps));
  }
  return u32(nearest) + select(0u, 1u, is_before_leaving(frame, ray, place, inside, nearest));
}

// Whether enter + (k + ½) · step < leave.
fn is_before_leaving(frame: Frame, ray: Ray, place: vec2f, inside: Interval, k: f32) -> bool {
  let far = select(vec3f(-0.5), frame.volume_size - 0.5, ray.direction > vec3f(0.0));
  let near = select(frame.volume_size - 0.5, vec3f(-0.5), ray.direction > vec3f(0.0));
  let leave = depth_of_plane(frame, place, nearest_axis(ray, far, inside.leave), far);
  var enter = DoubleFloat(0.0, 0.0);
  if inside.enter > 0.0 {
    enter = depth_of_plane(frame, place, nearest_axis(ray, near, inside.enter), near);
  }
  let slope = DoubleFloat(frame.view.pixel_slope, frame.view_low.pixel_slope);
  let slope_squared = multiply(slope, slope);
  let x_squared = multiply(DoubleFloat(place.x, 0.0), DoubleFloat(place.x, 0.0));
  let y_squared = multiply(DoubleFloat(place.y, 0.0), DoubleFloat(place.y, 0.0));
  let slant = square_root(add(DoubleFloat(1.0, 0.0), multiply(slope_squared, add(x_squared, y_squared))));
  let step = DoubleFloat(frame.view.step, frame.view_low.step);
  let sample = multiply(DoubleFloat(k + 0.5, 0.0), step);
  return subtract(multiply(subtract(leave, enter), slant), sample).high > 0.0;
}

// The axis whose plane the ray crosses at `distance`.
fn nearest_axis(ray: Ray, planes: vec3f, distance: f32) -> u32 {
  let misses = abs(ray.origin + distance * ray.direction - planes) / max(abs(ray.direction), vec3f(1e-20));
  if misses.x <= misses.y && misses.x <= misses.z {
    return 0u;
  }
  return select(2u, 1u, misses.y <= misses.z);
}

// Distance, along the camera's forward direction, at which the ray crosses a plane.
fn depth_of_plane(frame: Frame, place: vec2f, axis: u32, planes: vec3f) -> DoubleFloat {
  let eye = at_place(place, pair(frame.view.eye, frame.view_low.eye, axis),
    pair(frame.view.eye_right, frame.view_low.eye_right, axis),
    pair(frame.view.eye_up, frame.view_low.eye_up, axis));
  let direction = at_place(place, pair(frame.view.forward, frame.view_low.forward, axis),
    pair(frame.view.right, frame.view_low.right, axis),
    pair(frame.view.up, frame.view_low.up, axis));
  return divide(subtract(DoubleFloat(planes[axis], 0.0), eye), direction);
}

fn at_place(place: vec2f, center: DoubleFloat, right: DoubleFloat, up: DoubleFloat) -> DoubleFloat {
  let sideways = multiply(DoubleFloat(place.x, 0.0), right);
  return add(center, add(sideways, multiply(DoubleFloat(place.y, 0.0), up)));
}

fn pair(high: vec3f, low: vec3f, axis: u32) -> DoubleFloat {
  return DoubleFloat(high[axis], low[axis]);
}
