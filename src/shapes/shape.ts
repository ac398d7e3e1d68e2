/** The workgroup's shape: how many pixels of its tile lie side by side and how many above one another. */
import { InputError } from '../errors.js';

export interface Shape {
  /** Pixels, one invocation each. */
  readonly width: number;
  readonly height: number;
}

/** @throws InputError unless the text is two positive integers with an x between them, such as "32x4". */
export function parseShape(text: string): Shape {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text)?.map(Number) ?? [];
  // Digits beyond the safe integers are no shape either, and their product would round.
  if (!width || !height || !Number.isSafeInteger(width * height)) {
    throw new InputError(
      `a workgroup's shape must be WIDTHxHEIGHT with positive integers, such as 32x4, not "${text}"`,
    );
  }
  return { width, height };
}

export function formatShape({ width, height }: Shape): string {
  return `${width}x${height}`;
}

/** @throws InputError if the shape has more invocations than the adapter allows a workgroup. */
export function checkShape(shape: Shape, maxInvocations: number): void {
  const invocations = shape.width * shape.height;
  if (invocations > maxInvocations) {
    throw new InputError(
      `a workgroup of ${formatShape(shape)} has ${invocations} invocations, but this adapter allows ${maxInvocations}`,
    );
  }
}

/**
 * Halves a shape whose sides are powers of two until it has at most `maxInvocations` (at least 1): the shorter side
 * first, because the longer one is the direction that the shape was chosen for.
 */
export function shrinkShape({ width, height }: Shape, maxInvocations: number): Shape {
  if (width * height <= maxInvocations) return { width, height };
  const halveWidth = height === 1 || (width > 1 && width < height);
  return shrinkShape(halveWidth ? { width: width / 2, height } : { width, height: height / 2 }, maxInvocations);
}
