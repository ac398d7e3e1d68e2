/** Families of shapes: the candidates that a choice is made from, and what each makes of a subgroup. */
import type { Shape } from './shape.js';

/** The shape that ray casters commonly have for every viewpoint: that of CUDA's sample, which the paper compares with. */
export const STATIC_SHAPE: Shape = { width: 16, height: 16 };

/** Invocations of a workgroup; 128 is the paper's (section 4.1). */
export const FAMILY_SIZES = [64, 128, 256] as const;

/** All shapes of so many invocations, a power of two, from the tallest to the widest. */
export function shapesOf(invocations: number): Shape[] {
  return Array.from({ length: Math.log2(invocations) + 1 }, (_, exponent) => ({
    width: 2 ** exponent,
    height: invocations / 2 ** exponent,
  }));
}

/** The shapes of all families that an adapter allows; the static shape is one of 256 invocations. */
export function candidateShapes(maxInvocations: number): Shape[] {
  return FAMILY_SIZES.filter((size) => size <= maxInvocations).flatMap(shapesOf);
}

export function isSameShape(a: Shape, b: Shape): boolean {
  return a.width === b.width && a.height === b.height;
}

/** How wide a shape is, in octaves: 0 for a square, 1 where it is twice as wide as it is high. */
export function aspectOctaves({ width, height }: Shape): number {
  return Math.log2(width / height);
}

/**
 * The pixels that the first subgroup covers where invocations are numbered along rows: p × q of the paper's table 1. Sides
 * and subgroups are powers of two; a workgroup that is smaller than a subgroup does not fill it.
 */
export function subgroupFootprint({ width, height }: Shape, subgroupSize: number): Shape {
  const p = Math.min(width, subgroupSize);
  return { width: p, height: Math.min(height, subgroupSize / p) };
}
