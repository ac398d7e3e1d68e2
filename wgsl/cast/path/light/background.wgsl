// The light around as paths see it that meet nothing.

import package::cast::path::light::environment::environment;
import package::cast::path::light::environment_map::light_seen;

fn background_seen(direction: vec3f) -> vec3f {
  @if(environment_map) return light_seen(direction);
  @else return environment(direction);
}
