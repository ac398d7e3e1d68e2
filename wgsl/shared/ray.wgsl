// Rays in index space, and where they cross a box.

struct Ray {
  origin: vec3f,
  // Voxels a unit of length.
  direction: vec3f,
}

// Distances along a ray; empty unless enter < leave.
struct Interval {
  enter: f32,
  leave: f32,
}

// The part of the ray, from its origin on, inside the box: the slab test of Kay and Kajiya 1986.
fn clip_to_box(ray: Ray, low: vec3f, high: vec3f) -> Interval {
  // WGSL promises nothing of a division by zero: a direction this small never reaches the far side of a slab.
  let parallel = abs(ray.direction) < vec3f(1e-20);
  let inverse = 1.0 / select(ray.direction, vec3f(1e-20), parallel);
  let a = (low - ray.origin) * inverse;
  let b = (high - ray.origin) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  return Interval(max(max(near.x, near.y), max(near.z, 0.0)), min(far.x, min(far.y, far.z)));
}
