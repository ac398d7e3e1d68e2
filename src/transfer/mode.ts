/** The modes that turn a ray's samples into a colour. */

/**
 * composite: colours over one another, front to back; mip, minip, average: the largest, smallest or mean value of the
 * samples, shown through the transfer function's colours; isosurface: the first crossing of a value, lit; xray: the line integral
 * of the attenuation (`attenuationOf`), shown through a transfer function over such integrals.
 */
export const RENDER_MODES = ['composite', 'mip', 'minip', 'average', 'isosurface', 'xray'] as const;

/** A way to combine the samples along a ray. */
export type RenderMode = (typeof RENDER_MODES)[number];

/** Accumulated opacity at which early ray termination ends a ray. */
export const OPAQUE = 0.999;
