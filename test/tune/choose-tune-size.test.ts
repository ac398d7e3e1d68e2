/** The size that an adapter is tuned with, from what frames would take there. */
import { describe, expect, it } from 'vitest';
import { chooseTuneSize, type TuneProbe } from '../../src/tune/choose-tune-size.js';

/** An adapter whose frames of 512 take so long, and 8 times as long when twice as large. */
function makeAdapter(msAt512: number, { holds = 2048, slowFrom = 2048 } = {}) {
  const probed: number[] = [];
  const probe = async (size: number): Promise<TuneProbe> => {
    probed.push(size);
    const paging = size >= slowFrom ? 50 : 1;
    return { frameMs: msAt512 * (size / 512) ** 3 * paging, fits: size <= holds };
  };
  return { probed, probe };
}

describe('chooseTuneSize', () => {
  it('takes the largest on a fast GPU', async () => {
    const { probe } = makeAdapter(0.55);
    expect(await chooseTuneSize({ kind: 'gpu' }, probe)).toBe(1024);
  });

  it('takes the middle one on a slower GPU, and does not even try the largest', async () => {
    const { probe, probed } = makeAdapter(8);
    expect(await chooseTuneSize({ kind: 'gpu' }, probe)).toBe(512);
    expect(probed).toEqual([512]);
  });

  it('takes the middle one where the volume had to be made smaller, however fast that was', async () => {
    const { probe } = makeAdapter(0.1, { holds: 1000 });
    expect(await chooseTuneSize({ kind: 'gpu' }, probe)).toBe(512);
  });

  it('takes the middle one where the largest fits but is slow to read', async () => {
    const { probe } = makeAdapter(0.5, { slowFrom: 1024 });
    expect(await chooseTuneSize({ kind: 'gpu' }, probe)).toBe(512);
  });

  it('takes the smallest on the CPU without a frame', async () => {
    const { probe, probed } = makeAdapter(0.1);
    expect(await chooseTuneSize({ kind: 'llvmpipe' }, probe)).toBe(128);
    expect(probed).toEqual([]);
  });
});
