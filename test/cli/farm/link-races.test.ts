/** A worker whose folders are exchanged for links while it works: nothing is written, read or removed outside of its root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerFiles } from '../../../src/cli/farm/worker-files.js';
import { makeFolder } from '../run-cli.js';

/** Puts, over and over, a folder and a link to one outside of the root in the same place, and a file and a link. */
const EXCHANGE = `
  const { renameSync, symlinkSync, rmSync } = require('node:fs');
  const [root, outside] = process.argv.slice(1);
  const swap = (kept, place, target) => {
    try {
      renameSync(place, kept);
      symlinkSync(target, place);
      rmSync(place);
      renameSync(kept, place);
    } catch {}
  };
  process.stdout.write('begun');
  for (;;) {
    swap(root + '/kept', root + '/folder', outside);
    swap(root + '/folder/kept', root + '/folder/scan.nrrd', outside + '/secret.nrrd');
  }
`;

const TRIES = Number(process.env['TILECAST_RACES'] ?? 200);

describe.skipIf(process.platform === 'win32')('a worker', () => {
  const root = makeFolder();
  const outside = makeFolder();
  let attacker: ChildProcess;
  beforeAll(async () => {
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'folder', 'scan.nrrd'), 'inside');
    writeFileSync(join(outside, 'secret.nrrd'), 'secret');
    writeFileSync(join(outside, 'victim.png'), 'victim');
    attacker = spawn(process.execPath, ['-e', EXCHANGE, root, outside], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((begun) => attacker.stdout!.once('data', begun));
  });
  afterAll(() => {
    attacker.kill('SIGKILL');
  });

  it('that is raced by links stays in its root', async () => {
    const files = new WorkerFiles(root);
    const counts = { done: 0, refused: 0 };
    const attempt = async (action: () => Promise<unknown>) => {
      const result = await action().then(
        (value) => ({ value }),
        () => undefined,
      );
      counts[result ? 'done' : 'refused']++;
      return result?.value;
    };
    for (let tried = 0; tried < TRIES; tried++) {
      await attempt(() => files.write(`folder/${tried % 7}/x.png`, Uint8Array.of(1)));
      await attempt(() => files.write('folder/victim.png', Uint8Array.of(2)));
      const read = await attempt(() => files.read('folder/scan.nrrd'));
      if (read) expect(new TextDecoder().decode(read as Uint8Array)).toBe('inside');
      await attempt(() => files.remove('folder/victim.png'));
    }
    expect(readdirSync(outside).sort()).toEqual(['secret.nrrd', 'victim.png']);
    expect(readFileSync(join(outside, 'victim.png'), 'utf8')).toBe('victim');
    // Otherwise nothing was raced.
    expect(counts.done).toBeGreaterThan(TRIES / 10);
    expect(counts.refused).toBeGreaterThan(TRIES / 200);
  }, 60_000);
});
