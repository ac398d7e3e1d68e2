/** Damages of what other libraries wrote: none crashes, hangs, or takes memory by the way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { expectToSurvive } from '../corrupt.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 2_000);

interface ForeignVolume {
  readonly name: string;
  readonly input: string;
  readonly type: string;
  readonly files: Readonly<Record<string, string>>;
}

const volumes = JSON.parse(
  readFileSync(join(import.meta.dirname, 'foreign-volumes.json'), 'utf8'),
) as readonly ForeignVolume[];

/** Starts of the cases' names by their format, and as many bytes as its headers take. */
const FORMATS: readonly (readonly [format: string, start: string, headBytes: number])[] = [
  ['VTK, legacy', 'vtk-', 300],
  ['VTK, XML', 'vti', 1500],
  ['NIfTI', 'nifti-', 352],
  ['ANALYZE', 'analyze-', 348],
  ['MGH', 'mg', 284],
  ['MRC', 'mrc-', 1024],
  ['NumPy', 'npy-', 128],
  ['TIFF', 'tiff-', 1500],
  ['OME-TIFF', 'ome-', 1500],
];

test.each(FORMATS)('%s', { timeout: 3_600_000 }, async (_, start, headBytes) => {
  // Damaged floats may be anything but numbers, and whole.
  const ofFormat = volumes.filter(({ name, type }) => name.startsWith(start) && /int/.test(type));
  const { input: name } = ofFormat[0]!;
  const data = ofFormat.map(({ input, files }) => Uint8Array.from(Buffer.from(files[input]!, 'base64')));
  const siblings = Object.values(ofFormat[0]!.files).map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
  const readSibling = async (sibling: string) =>
    siblings.at(-1) ?? Promise.reject(new InputError(`${sibling}: is not there`));
  const read = async (bytes: Uint8Array) => readVolumeSource({ name, bytes, readSibling, gunzip });
  expect(await expectToSurvive(data, headBytes, read, { seed: 85, rounds: ROUNDS, name })).toBeGreaterThan(ROUNDS / 50);
});
