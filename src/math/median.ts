/** The middle of several numbers. */

/** The median of at least one number; of an even count, the greater of the two in the middle. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
