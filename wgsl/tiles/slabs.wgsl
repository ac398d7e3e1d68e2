// The slabs that cut the depth of a frame's items into equal intervals.

struct Slabs {
  // Nearest depth of all items.
  near: f32,
  // Slabs a unit of depth.
  scale: f32,
  // The farthest slab.
  last: f32,
}

// The slab of an item of this nearest depth.
fn slab_of(slabs: Slabs, depth: f32) -> u32 {
  return u32(clamp((depth - slabs.near) * slabs.scale, 0.0, slabs.last));
}

// Whether a slab, and with it all that follow, holds nothing as near as a hit: an item is in the slab that it begins in,
// and may be hit far behind it. The same rounding as in `slab_of` never falls where the depth rises, so this is exact.
fn is_beyond(slabs: Slabs, slab: u32, hit_depth: f32) -> bool {
  return (hit_depth - slabs.near) * slabs.scale < f32(slab);
}
