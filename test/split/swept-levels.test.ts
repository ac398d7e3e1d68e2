/** Levels of a sort that look back, where every tile waits for one that comes later, and so counts for it: against the CPU reference. */
import { describe, it } from 'vitest';
import { useTestGpu } from '../open-test-gpu.js';
import { expectSweptSort, votes } from './expect-swept-sort.js';

const gpu = useTestGpu();

describe('createSweptLevels', () => {
  it('sorts by 11 bits with tiles taken last to first, seed 61', async ({ skip }) => {
    skip(!votes(gpu()), 'no subgroups that vote');
    await expectSweptSort(gpu(), { bits: 11, reversed: true });
  });
});
