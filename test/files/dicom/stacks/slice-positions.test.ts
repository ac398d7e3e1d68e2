/** Gaps among slices are found in one pass, however many slices there are. */
import { expect, test } from 'vitest';
import { divideAtGaps } from '../../../../src/files/dicom/stacks/slice-positions.js';

const at = (offsets: readonly number[]) => offsets.map((offset) => ({ offset, slices: [] }));

test('a gap is one next to the nearest width that is none of a slice that is there twice', () => {
  const { blocks, gaps } = divideAtGaps(at([0, 1, 2, 2.01, 12, 13, 14, 15]));
  expect(gaps).toEqual([12 - 2.01]);
  expect(blocks.map(({ length }) => length)).toEqual([4, 4]);
});

test('a hundred thousand slices, of which the first half are there twice', () => {
  const offsets = Array.from({ length: 100_000 }, (_, k) => (k < 50_000 ? k * 1e-6 : k));
  expect(divideAtGaps(at(offsets)).blocks.flat()).toHaveLength(100_000);
});
