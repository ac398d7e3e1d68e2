/** Settings of malloc: of a process that is the command line's own, and of no other. */
import { expect, it, vi } from 'vitest';
import { countDecoded, ownProcess, returnFreedMemory } from '../../../src/node/threads/return-freed-memory.js';

const { mallopt, trim } = vi.hoisted(() => ({ mallopt: vi.fn(), trim: vi.fn() }));
vi.mock('koffi', () => ({
  load: () => ({ func: (text: string) => (text.includes('mallopt') ? mallopt : { async: trim }) }),
}));

it.runIf(process.platform === 'linux')('leaves the process of a user of the library alone', async () => {
  await returnFreedMemory();
  countDecoded(2 ** 25);
  expect(mallopt).not.toHaveBeenCalled();
  ownProcess();
  await returnFreedMemory();
  expect(mallopt).toHaveBeenCalledTimes(2);
  expect(trim).not.toHaveBeenCalled();
  countDecoded(2 ** 25);
  await vi.waitFor(() => expect(trim).toHaveBeenCalledTimes(1));
});
