// Meshes without a volume: volume_layers.wgsl has what there is to see of one.

import package::cast::ray::hit::Hit;
import package::cast::ray::layers::RayLayers;

fn add_volume(met: RayLayers, pixel: vec2f, phase: f32) -> RayLayers {
  return met;
}

fn add_volume_before(met: RayLayers, pixel: vec2f, phase: f32, hit: Hit) -> RayLayers {
  return met;
}

fn side_of_hit(pixel: vec2f, phase: f32, hit: Hit) -> i32 {
  return 0;
}
