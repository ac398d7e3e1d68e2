/** The light that default appearances are made for. */
import type { Shading } from '../light/shading.js';

/** Light of default appearances: brighter in the shade than VTK's, since a single light leaves nothing else to see there. */
export const DERIVED_LIGHT = {
  ambient: 0.25,
  diffuse: 0.75,
  specular: 0.2,
  shininess: 20,
} as const satisfies Partial<Shading>;
