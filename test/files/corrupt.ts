/** Damages files at random, to see that readers still say what is wrong, or read a volume. */
import { expect } from 'vitest';
import type { VolumeFile } from '../../src/files/volumes/source.js';
import { createRandom, type Random } from '../camera/random.js';
import { expectInputError } from './volumes/compare-volumes.js';

/** Far more than any of the small volumes takes. */
const GROWTH_BYTES_MAX = 1 << 26;

/**
 * Reads `rounds` damaged versions of `files` by turns: with some of their first `headBytes` bytes replaced, cut short,
 * or, mostly in text, with bytes moved. Each must give a volume or one line that starts with `name`.
 * @returns how many gave a volume.
 */
export async function expectToSurvive(
  files: readonly Uint8Array[],
  headBytes: number,
  read: (bytes: Uint8Array) => Promise<VolumeFile>,
  {
    seed,
    rounds,
    name,
    growthBytesMax = GROWTH_BYTES_MAX,
  }: { seed: number; rounds: number; name: string; growthBytesMax?: number },
): Promise<number> {
  const random = createRandom(seed);
  const before = process.memoryUsage().arrayBuffers;
  let volumes = 0;
  for (let round = 0; round < rounds; round++) {
    const bytes = damage(files[round % files.length]!, headBytes, random);
    const reading = read(bytes);
    const file = await reading.catch(() => undefined);
    const what = `seed ${seed}, round ${round}`;
    if (file) {
      const { sizes, voxels } = file.volume;
      expect(voxels.length, what).toBe(sizes[0] * sizes[1] * sizes[2]);
      // NaN means missing.
      expect(voxels.includes(Infinity) || voxels.includes(-Infinity), what).toBe(false);
      expect(voxels.some(Number.isFinite), what).toBe(true);
      volumes += 1;
    } else await expectInputError(reading, name, what);
    expect(process.memoryUsage().arrayBuffers - before, what).toBeLessThan(growthBytesMax);
  }
  return volumes;
}

function damage(file: Uint8Array, headBytes: number, random: Random): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  const kind = random();
  if (kind < 0.15) return file.slice(0, below(file.length));
  const bytes = file.slice();
  const head = Math.min(headBytes, bytes.length);
  for (let count = 1 + below(4); count > 0; count--) {
    // Extreme bytes lie more often than others.
    const value = [0, 1, 0x7f, 0x80, 0xff, below(256)][below(6)]!;
    if (kind < 0.3) bytes.copyWithin(below(head), below(head), below(head));
    else bytes[below(head)] = value;
  }
  return bytes;
}
