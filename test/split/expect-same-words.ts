/** Compares long arrays of words: vitest's own comparison takes seconds for a million. */
import { expect } from 'vitest';

export function expectSameWords(actual: Uint32Array, expected: Uint32Array, what = 'words'): void {
  expect(actual.length, `length of ${what}`).toBe(expected.length);
  const index = actual.findIndex((word, at) => word !== expected[at]);
  if (index !== -1) expect(actual[index], `${what}[${index}]`).toBe(expected[index]);
}
