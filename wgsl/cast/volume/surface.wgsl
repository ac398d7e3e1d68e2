// The hit of a ray and what of a volume counts as its surface.

import package::cast::ray::hit::FARTHEST;
import package::cast::ray::layers::Surface;
import package::cast::volume::labels::mask::style_at;
import package::cast::volume::ray::CastRay;
import package::cast::volume::gradient::sample_gradient;
import package::cast::volume::volume_frame::volume;

// The surface of a ray: one at a position from 0 to 1 over the volume, which is at a distance in its units, unless there is one in front.
fn surface_of_volume(met: Surface, ray: CastRay, position: vec3f, distance: f32) -> Surface {
  var surface = met;
  if met.distance == FARTHEST {
    surface.distance = distance * volume.world_per_unit;
    @if(mask) surface.label = style_at(position);
    let gradient = sample_gradient(position);
    let ahead = volume.world_forward + ray.pixel.x * volume.world_right + ray.pixel.y * volume.world_up;
    let normal = gradient / max(length(gradient), 1e-30);
    surface.normal = select(normal, -normal, dot(normal, ahead) > 0.0);
  }
  return surface;
}
