/** A thread that puts links in place of folders and files while a worker's files are opened and written. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { WorkerFiles } from '../../src/cli/farm/worker-files.js';

/** Exchanges a folder and a link to one outside, and a file and a link, over and over. */
const EXCHANGE = `
  const { renameSync, symlinkSync, rmSync } = require('node:fs');
  const { workerData: { root, outside, stop }, parentPort } = require('node:worker_threads');
  const swap = (kept, place, target) => {
    try {
      renameSync(place, kept);
      symlinkSync(target, place);
      rmSync(place);
      renameSync(kept, place);
    } catch {}
  };
  parentPort.postMessage('begun');
  while (Atomics.load(stop, 0) === 0) {
    swap(root + '/kept', root + '/folder', outside);
    swap(root + '/folder/kept', root + '/folder/scan.nrrd', outside + '/secret.nrrd');
  }
`;

/** @param bytes a number of rounds, as text. @throws Error where something outside was read, written or removed. */
export async function raceLinks(bytes: Uint8Array): Promise<void> {
  const rounds = Number.parseInt(new TextDecoder().decode(bytes), 10);
  if (!(rounds > 0)) return;
  const [root, outside] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'tilecast-fuzz-'))) as [string, string];
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder', 'scan.nrrd'), 'inside');
  writeFileSync(join(outside, 'secret.nrrd'), 'secret');
  writeFileSync(join(outside, 'victim.png'), 'victim');
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const attacker = new Worker(EXCHANGE, { eval: true, workerData: { root, outside, stop } });
  try {
    await new Promise((begun) => attacker.once('message', begun));
    const files = new WorkerFiles(root);
    for (let round = 0; round < Math.min(rounds, 1000); round++) {
      await files.write(`folder/${round % 7}/x.png`, Uint8Array.of(1)).catch(() => undefined);
      await files.write('folder/victim.png', Uint8Array.of(2)).catch(() => undefined);
      const read = await files.read('folder/scan.nrrd').catch(() => undefined);
      if (read && new TextDecoder().decode(read) !== 'inside') throw new Error('breaks a law: nothing outside is read');
      await files.remove('folder/victim.png').catch(() => undefined);
    }
    const names = readdirSync(outside).sort().join();
    if (names !== 'secret.nrrd,victim.png')
      throw new Error(`breaks a law: nothing is made or removed outside: ${names}`);
    if (readFileSync(join(outside, 'victim.png'), 'utf8') !== 'victim') {
      throw new Error('breaks a law: nothing outside is written');
    }
  } finally {
    Atomics.store(stop, 0, 1);
    await new Promise((ended) => attacker.once('exit', ended));
    for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
  }
}
