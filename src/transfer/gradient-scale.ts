/** The scale of gradients for light, which does not depend on the unit of the data. */
import { FULL_SHADING_GRADIENT } from './light/shading.js';
import { type TransferFunction, valueSpan } from './transfer-function.js';

/** Gradients of isosurfaces below this share of their values are nothing but rounding of 32-bit floats. */
const LEAST_SURFACE_GRADIENT = 2 ** -20;
/** The gradient of an isosurface at 0 that counts, since nothing says how large values are. */
const LEAST_AT_ZERO = 1e-18;

type Points = Pick<TransferFunction, 'colors' | 'opacities'>;

/**
 * The gradient, in data values a unit of length, from which on it is lit in full.
 * @param isovalues those of the surfaces, where nothing else is lit: a transfer function of one value says nothing of the range
 * of the data.
 */
export function fullShadingGradient(transfer: Points, isovalues: readonly number[] = []): number {
  if (isovalues.length === 0 || hasSpan(transfer)) return FULL_SHADING_GRADIENT * valueSpan(transfer);
  return LEAST_SURFACE_GRADIENT * largestOf(isovalues) || LEAST_AT_ZERO;
}

/** A power of two about as large as the data, over which kernels have gradients: their squares are 32-bit floats too. */
export function gradientUnit(transfer: Points, isovalues: readonly number[] = []): number {
  const size = hasSpan(transfer) ? valueSpan(transfer) : largestOf(isovalues);
  return 2 ** Math.round(Math.log2(size || 1));
}

const largestOf = (values: readonly number[]) => Math.max(0, ...values.map(Math.abs));

const hasSpan = ({ colors, opacities }: Points) =>
  new Set([...colors, ...opacities].map(({ value }) => value)).size > 1;
