/** Settings of malloc, and trims of its heaps: of a process that is the command line's own, and of no other. */
import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { openGpu } from '../../../src/node/adapters/adapters.js';
import { giveMemoryBack, ownProcess, returnFreedMemory } from '../../../src/node/threads/return-freed-memory.js';

const { mallopt, trim } = vi.hoisted(() => ({ mallopt: vi.fn(), trim: vi.fn() }));
vi.mock('koffi', () => ({
  load: () => ({ func: (text: string) => (text.includes('mallopt') ? mallopt : { async: trim }) }),
}));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let now: MockInstance<() => number>;
let timeMs = 1000;

beforeEach(() => {
  timeMs += 1000;
  now = vi.spyOn(performance, 'now').mockImplementation(() => timeMs);
});

afterEach(() => {
  now.mockRestore();
  trim.mockClear();
});

it.runIf(process.platform === 'linux')('leave the process of a user of the library alone', async () => {
  await returnFreedMemory();
  giveMemoryBack();
  expect(mallopt).not.toHaveBeenCalled();
  ownProcess();
  await returnFreedMemory();
  expect(mallopt).toHaveBeenCalledTimes(2);
  expect(trim).not.toHaveBeenCalled();
});

it.runIf(process.platform === 'linux')('are a tenth of a second apart', async () => {
  giveMemoryBack();
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(1));
  timeMs += 99;
  giveMemoryBack();
  await returnFreedMemory();
  expect(trim).toHaveBeenCalledTimes(1);
  timeMs += 1;
  giveMemoryBack();
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(2));
});

it.runIf(process.platform === 'linux')(
  'come after a software adapter was waited for, as for its compiler',
  async () => {
    const gpu = await openGpu({ software: true });
    timeMs += 1000;
    trim.mockClear();
    await gpu.wait(setTimeout(1));
    await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(1));
    gpu.destroy();
  },
);

/** A stand-in for koffi that counts the trims of the heaps. */
const KOFFI = `
  export const load = () => ({
    func: (text) => (text.includes("mallopt") ? () => 1 : { async: () => void (globalThis.trims = (globalThis.trims ?? 0) + 1) }),
  });`;

const dataUrl = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;

/** A process of its own, since threads are asked for once in each: its threads have an answer for each task. */
const DECODES = `
  import { EventEmitter } from 'node:events';
  import { register, syncBuiltinESMExports } from 'node:module';
  import { setTimeout } from 'node:timers/promises';
  import threads from 'node:worker_threads';
  const resolve = "export const resolve = (name, context, next) =>"
    + " name === 'koffi' ? { url: ${JSON.stringify(dataUrl(KOFFI)).replaceAll('"', "'")}, shortCircuit: true } : next(name, context);";
  register('data:text/javascript,' + encodeURIComponent(resolve));
  threads.Worker = class extends EventEmitter {
    ref() {}
    unref() {}
    postMessage() {
      setImmediate(() => this.emit('message', { bytes: new Uint8Array(4) }));
    }
  };
  syncBuiltinESMExports();
  const { ownProcess } = await import('./src/node/threads/return-freed-memory.ts');
  const { decodeInThreads } = await import('./src/node/decode-in-threads.ts');
  const { decodeChunk } = await import('./src/files/stores/decoding/decode-beside.ts');
  ownProcess();
  decodeInThreads();
  await decodeChunk({ bytes: new Uint8Array(2 ** 24 + 1) }, () => Promise.reject(new Error('decoded here')));
  for (let turn = 0; turn < 500 && !globalThis.trims; turn++) await setTimeout(10);
  console.log(globalThis.trims);
  process.exit();`;

it.runIf(process.platform === 'linux')('come after a thread has decoded a chunk', () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', DECODES];
  expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })).toBe('1\n');
});
