/** The light around a scene that paths of light come from. */

/**
 * `studio`: a warm lamp at the upper left of the camera, a cool one at the right behind, and a sky that is brighter above.
 * `white`: the same light from everywhere, in which what absorbs none cannot be told from the light.
 */
export const ENVIRONMENTS = ['white', 'studio'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Share of the transfer function's range that values change by over a unit where light is scattered as by a surface alone. */
export const FULL_SURFACE_GRADIENT = 0.05;
