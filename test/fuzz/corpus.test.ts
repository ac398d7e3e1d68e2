/** Files that failed once, and some new ones: each is read, or refused in one line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESH_FORMATS, VOLUME_FORMATS } from '../../src/index.js';
import { judgeCase, makeCase } from './run-case.js';
import { seedsOf } from './seeds.js';
import { TARGETS } from './targets.js';

const CORPUS = join(import.meta.dirname, 'corpus');
const CASES = 500;

describe('fuzzing', () => {
  it.each(TARGETS.map((target) => [target.name, target] as const))(
    'starts from what is read: %s',
    async (_, target) => {
      // Loads the reader and its library, which is no time of a file's: HDF5's takes up to 14 s where memory is slow to come. How the
      // file ends is judged below.
      if (target.seeds[0]) await target.run(target.seeds[0]).catch(() => undefined);
      for (const seed of target.seeds) expect(await judgeCase({ target, bytes: seed })).toBeUndefined();
    },
  );

  it.each([...VOLUME_FORMATS, ...MESH_FORMATS].map(({ name }) => name))(
    'has a file of each format to start from: %s (seeds.ts)',
    (name) => expect(seedsOf(name).length).toBeGreaterThan(0),
  );

  it.each(readdirSync(CORPUS).filter((name) => !name.startsWith('.')))(
    'found %s, which ends well now',
    async (name) => {
      const target = TARGETS.find(
        (known) => name.startsWith(known.name.split('.')[0]!) && name.endsWith(known.name.split('.')[1]!),
      )!;
      expect(await judgeCase({ target, bytes: new Uint8Array(readFileSync(join(CORPUS, name))) })).toBeUndefined();
    },
  );

  it('finds nothing in a short run', async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e6);
    for (let index = 0; index < CASES; index++) {
      expect(await judgeCase(makeCase(seed, index)), `seed ${seed}, case ${index}`).toBeUndefined();
    }
  });
});
