/** The modes that turn a ray's samples into a colour. */

/**
 * composite: colours over one another, front to back; mip, minip, average: the largest, smallest or mean value of the
 * samples, shown through the transfer function's colours; isosurface: the first crossing of a value, lit; xray: the line integral
 * of the attenuation (`attenuationOf`), shown through a transfer function over such integrals.
 */
export const RENDER_MODES = ['composite', 'mip', 'minip', 'average', 'isosurface', 'xray'] as const;

/** A way to combine the samples along a ray. */
export type RenderMode = (typeof RENDER_MODES)[number];

/** Modes that show a value which one sample of the ray has, and those that add all samples up, to a mean or an integral. */
const EXTREMES = ['mip', 'minip'] as const;
const SUMS = ['average', 'xray'] as const;

/** A mode that reduces each ray to one value, without order or light. */
export type ProjectionMode = (typeof EXTREMES)[number] | (typeof SUMS)[number];

/** Whether a mode shows the largest or the smallest value of a ray. */
export const findsExtreme = (mode: RenderMode): mode is (typeof EXTREMES)[number] =>
  (EXTREMES as readonly RenderMode[]).includes(mode);

/** Whether a mode shows a sum over a ray, or a mean. */
export const sumsSamples = (mode: RenderMode): mode is (typeof SUMS)[number] =>
  (SUMS as readonly RenderMode[]).includes(mode);

/** Whether a mode reduces each ray to one value: compositing parts of a volume then needs the output `values`. */
export const reducesToValue = (mode: RenderMode): mode is ProjectionMode => findsExtreme(mode) || sumsSamples(mode);

/** Accumulated opacity at which early ray termination ends a ray. */
export const OPAQUE = 0.999;
