/** Memory that goes back to the system: of a process that is the command line's own, and of no other. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { listCode } from '../../../src/node/list-code.js';
import { giveMemoryBack, ownProcess, returnFreedMemory } from '../../../src/node/threads/return-freed-memory.js';

const { mallopt, trim, advise } = vi.hoisted(() => ({ mallopt: vi.fn(), trim: vi.fn(), advise: vi.fn() }));
vi.mock('koffi', () => ({
  load: () => ({
    func: (text: string) =>
      text.includes('mallopt') ? mallopt : text.includes('malloc_trim') ? { async: trim } : { async: advise },
  }),
}));

it.runIf(process.platform === 'linux')('leaves the process of a user of the library alone', async () => {
  await returnFreedMemory();
  giveMemoryBack();
  expect(mallopt).not.toHaveBeenCalled();
  ownProcess();
  await returnFreedMemory();
  expect(mallopt).toHaveBeenCalledTimes(2);
  expect(trim).not.toHaveBeenCalled();
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  giveMemoryBack();
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(1));
  const code = listCode(readFileSync('/proc/self/smaps', 'utf8'));
  const MADV_DONTNEED = 4;
  for (const { start, sizeBytes } of code) {
    expect(advise).toHaveBeenCalledWith(start, sizeBytes, MADV_DONTNEED, expect.any(Function));
  }
  // The next time comes no sooner than a tenth of a second later.
  now.mockReturnValue(1099);
  giveMemoryBack();
  await returnFreedMemory();
  expect(trim).toHaveBeenCalledTimes(1);
  now.mockReturnValue(1100);
  giveMemoryBack();
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(2));
  now.mockRestore();
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Node's code in the memory of a process, in KiB, at first, and the least while it does some work again and again. */
function measureCode(work: string, { isOwn = true, before = '' } = {}): readonly [number, number] {
  const script = `
    import { readFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import { giveMemoryBack, ownProcess, returnFreedMemory } from './src/node/threads/return-freed-memory.ts';
    const measure = () => {
      const mappings = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-)/m);
      const code = mappings.filter((text) => text.includes(' r-xp ') && text.includes(process.execPath));
      return code.reduce((sum, text) => sum + Number(/^Rss: +([0-9]+)/m.exec(text)[1]), 0);
    };
    if (${isOwn}) ownProcess();
    ${before}
    await returnFreedMemory();
    const first = measure();
    let least = first;
    for (let n = 0; n < 50 && least > 0.6 * first; n++) {
      ${work};
      await setTimeout(20);
      least = Math.min(least, measure());
    }
    console.log(JSON.stringify([first, least]));
    process.exit();`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

/** A thread that has an answer for each task. */
const ANSWERING_THREAD = `
  import { EventEmitter } from 'node:events';
  import { syncBuiltinESMExports } from 'node:module';
  import threads from 'node:worker_threads';
  threads.Worker = class extends EventEmitter {
    ref() {}
    unref() {}
    postMessage() {
      setImmediate(() => this.emit('message', { bytes: new Uint8Array(4) }));
    }
  };
  syncBuiltinESMExports();`;

describe.runIf(process.platform === 'linux')('the code of a process that runs on', { timeout: 60_000 }, () => {
  const expectReturned = ([first, least]: readonly [number, number]) => {
    expect(first).toBeGreaterThan(0);
    expect(least).toBeLessThanOrEqual(0.6 * first);
  };

  it('goes back to the system, unless the process is a user’s of the library', () => {
    expectReturned(measureCode('giveMemoryBack()'));
    const [first, least] = measureCode('giveMemoryBack()', { isOwn: false });
    expect(least).toBeGreaterThan(0.6 * first);
  });

  it('goes back after a software adapter was waited for, as for its compiler', () => {
    const before = `
      const { openGpu } = await import('./src/node/adapters/adapters.ts');
      const gpu = await openGpu({ software: true });`;
    expectReturned(measureCode('await gpu.wait(setTimeout(1))', { before }));
  });

  it('goes back after a thread has decoded a chunk', () => {
    const before = `${ANSWERING_THREAD}
      const { decodeInThreads } = await import('./src/node/decode-in-threads.ts');
      const { decodeChunk } = await import('./src/files/stores/decoding/decode-beside.ts');
      decodeInThreads();
      const fail = () => Promise.reject(new Error('decoded here'));`;
    expectReturned(measureCode('await decodeChunk({ bytes: new Uint8Array(2 ** 24 + 1) }, fail)', { before }));
  });
});
