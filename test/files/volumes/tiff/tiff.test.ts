/** Single TIFF files whose tags are not what they should be. */
import { expect, test } from 'vitest';
import { readVolume } from '../../../../src/files/volumes/volume-formats.js';
import { expectInputError } from '../compare-volumes.js';
import { sourceOf } from '../nrrd/write-nrrd.js';
import { writeTiff } from './write-tiff.js';

const FRACTION = 5;

test('a page whose width is 0 / 0 is refused', async () => {
  const bytes = writeTiff({ width: 4, height: 2, pages: [new Uint8Array(8)] });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // The directory's first entry is the width.
  const entry = view.getUint32(4, true) + 2;
  expect(view.getUint16(entry, true)).toBe(256);
  view.setUint16(entry + 2, FRACTION, true);
  // The page's pixels, which are all 0.
  view.setUint32(entry + 8, 8, true);
  const source = sourceOf(bytes);
  await expectInputError(readVolume(source), source.name);
});
