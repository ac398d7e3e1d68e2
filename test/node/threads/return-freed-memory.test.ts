/** Settings of malloc, and trims of its heaps: of a process that is the command line's own, and of no other. */
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { decodeChunk } from '../../../src/files/stores/decoding/decode-beside.js';
import { openGpu } from '../../../src/node/adapters/adapters.js';
import { decodeInThreads } from '../../../src/node/decode-in-threads.js';
import { giveMemoryBack, ownProcess, returnFreedMemory } from '../../../src/node/threads/return-freed-memory.js';

const { mallopt, trim } = vi.hoisted(() => ({ mallopt: vi.fn(), trim: vi.fn() }));
vi.mock('koffi', () => ({
  load: () => ({ func: (text: string) => (text.includes('mallopt') ? mallopt : { async: trim }) }),
}));
/** A thread that has an answer for each task. */
vi.mock('../../../src/node/threads/start-pool-thread.js', () => ({
  startPoolThread:
    () =>
    ({ answer }: { answer: (given: object) => void }) => ({
      post: () => void setImmediate(() => answer({ bytes: new Uint8Array(4) })),
      setBusy: () => undefined,
      end: () => undefined,
    }),
}));

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

it.runIf(process.platform === 'linux')('come after a thread has decoded a chunk', async () => {
  decodeInThreads();
  const fail = () => Promise.reject(new Error('decoded here'));
  await decodeChunk({ bytes: new Uint8Array(2 ** 24 + 1), codec: 'zstd', configuration: {}, shape: [1] }, fail);
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(1));
});
