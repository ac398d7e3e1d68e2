// Noise from pixel to pixel, and from ray to ray of one, so that what is sampled too sparsely looks like grain.

import package::cast::frame::pattern::phase_of;

struct RayNoise {
  // The place of samples in their steps.
  phase: f32,
  // Rotation of the rays of ambient occlusion and of soft shadows, in 2^-32 of a turn, so that sums wrap and round nothing.
  rotation: u32,
}

// The inverse of the plastic number: turns that follow each other by it are far apart, and out of step with the golden ones
// of a single ray.
const PLASTIC_ANGLE = 3242174889u;

fn noise_at(x: u32, y: u32, subpixel: u32) -> RayNoise {
  @if(jitter || traced) let noise = phase_of(x, y);
  @if(jitter) let phase = noise;
  @else let phase = 0.5;
  @if(traced) return RayNoise(phase, u32(noise * 0x1p+32f) + subpixel * PLASTIC_ANGLE);
  @else return RayNoise(phase, 0u);
}
