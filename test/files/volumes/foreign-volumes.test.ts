/** Volumes that other libraries wrote: experiments/formats/make_volumes.py made these files, and tells what is in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { findVolumeFormat } from '../../../src/files/volumes/find-volume-format.js';
import type { VolumeSelection } from '../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../expect-silence.js';
import { cornerVoxels } from './compare-volumes.js';

interface ForeignVolume {
  readonly name: string;
  readonly input: string;
  /** Contents in base64 by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly sizes: readonly number[];
  readonly values: readonly (number | null)[];
  readonly matrix: Readonly<Record<'i' | 'j' | 'k' | 'origin', [number, number, number]>>;
  readonly tolerance: number;
  readonly anatomical: boolean;
  readonly options: VolumeSelection;
}

const GEOMETRY_TOLERANCE = 1e-5;

const volumes = JSON.parse(
  readFileSync(join(import.meta.dirname, 'foreign-volumes.json'), 'utf8'),
) as readonly ForeignVolume[];

expectSilence();

/** Where there is nothing, which JSON writes as null, nothing must be. */
const differ = (value: number, expected: number | null) =>
  Number.isNaN(value) && expected === null ? 0 : Math.abs(value - (expected ?? Number.NaN));

describe('reads what other libraries wrote', () => {
  it.each(volumes)('$name', async ({ input, files, options, ...expected }) => {
    const contents = new Map(
      Object.entries(files).map(([name, text]) => [name, Uint8Array.from(Buffer.from(text, 'base64'))]),
    );
    const bytes = contents.get(input)!;
    const readSibling = async (name: string) => contents.get(name) ?? expect.fail(`${name} is not there`);
    const { volume } = await readVolumeSource({ name: input, bytes, readSibling, gunzip }, options);
    expect(volume.sizes).toEqual(expected.sizes);
    expect(volume.anatomical).toBe(expected.anatomical);
    const largest = Math.max(
      ...Array.from(volume.voxels, (value, index) => differ(value, expected.values[index] ?? null)),
    );
    expect(largest).toBeLessThanOrEqual(expected.tolerance);
    const { i, j, k, origin } = expected.matrix;
    const corners = cornerVoxels({ sizes: volume.sizes, indexToWorld: { columns: [i, j, k], origin } });
    for (const [corner, position] of cornerVoxels(volume).entries()) {
      for (const axis of [0, 1, 2] as const) {
        expect(Math.abs(position[axis] - corners[corner]![axis])).toBeLessThanOrEqual(GEOMETRY_TOLERANCE);
      }
    }
  });

  it('by their content, whatever their names', () => {
    for (const { input, files } of volumes) {
      const bytes = Uint8Array.from(Buffer.from(files[input]!, 'base64'));
      const format = findVolumeFormat({ name: input, bytes });
      if (format?.recognizes(bytes)) expect(findVolumeFormat({ name: 'scan', bytes }), input).toBe(format);
    }
  });
});
