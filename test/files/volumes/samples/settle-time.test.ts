/** The point in time that is taken where nobody names one: the first, unless it is nearly empty or saturated. */
import { describe, expect, it } from 'vitest';
import { readNrrd } from '../../../../src/files/volumes/nrrd/nrrd.js';
import { type SampleSelection, selectSamples } from '../../../../src/files/volumes/samples/select-samples.js';
import { settleTime } from '../../../../src/files/volumes/samples/settle-time.js';
import { createRandom } from '../../../camera/random.js';

const SEED = 77;
const random = createRandom(SEED);
const SIDE = 12;
const VOXELS = SIDE ** 3;

/** A ball of a brightness in noise, at each point in time. */
function createSeries(levels: readonly number[], most = 60_000): Uint16Array {
  const voxels = new Uint16Array(VOXELS * levels.length);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2) % SIDE];
    const isInside = Math.hypot(i - 5.5, j - 5.5, k - 5.5) < 4.5;
    voxels[at] = Math.min(most, (isInside ? levels[Math.floor(at / VOXELS)]! : 0) + 20 * random());
  }
  return voxels;
}

const AXES = (times: number) => [
  ...['i', 'j', 'k'].map((label) => ({ size: SIDE, role: 'space', label }) as const),
  { size: times, role: 'time', label: 't' } as const,
];

function settle(levels: readonly number[], time?: number, most?: number) {
  const voxels = createSeries(levels, most);
  const extract = ({ offset }: SampleSelection) => voxels.subarray(offset, offset + VOXELS);
  return settleTime(AXES(levels.length), time === undefined ? {} : { time }, extract);
}

describe('without a time, of a series', () => {
  it.each([
    ['whose points are alike', [900, 905, 890, 910]],
    ['of diffusion, whose first point is the brightest', [1500, 300, 310, 305]],
    ['that fades', [900, 500, 400, 300]],
    ['that is a third brighter later', [900, 1000, 1200, 1200]],
    ['of nothing', [0, 0, 0]],
    ['of one point', [900]],
  ])('%s, the first is taken', async (_, levels) => {
    expect(await settle(levels), `seed ${SEED}`).toEqual({ selection: {}, notes: [] });
  });

  it('before a tracer is there, the middle is taken, which is said', async () => {
    const { selection, notes } = await settle([0, 300, 900, 900, 800]);
    expect(selection, `seed ${SEED}`).toEqual({ time: 2 });
    expect(notes).toEqual(['time 0 is nearly empty beside time 2, which is taken in its place; --time 0 takes it']);
  });

  it('that begins saturated, the middle is taken', async () => {
    const { selection, notes } = await settle([5000, 880, 900], undefined, 1000);
    expect(selection, `seed ${SEED}`).toEqual({ time: 1 });
    expect(notes.join()).toMatch(/^time 0 is saturated beside time 1/);
  });
});

it('a time that is named is taken, whatever is there', async () => {
  expect(await settle([0, 900, 900], 0)).toEqual({ selection: { time: 0 }, notes: [] });
});

it('readers tell which point it is', async () => {
  const voxels = createSeries([0, 900, 900]);
  const header = `NRRD0004\ntype: uint16\ndimension: 4\nsizes: ${SIDE} ${SIDE} ${SIDE} 3\nkinds: domain domain domain time\nendian: little\nencoding: raw\n\n`;
  const bytes = Buffer.concat([Buffer.from(header), Buffer.from(voxels.buffer)]);
  const source = { name: 'a.nrrd', bytes, readSibling: () => Promise.reject(), gunzip: () => Promise.reject() };
  const read = await readNrrd(source, {});
  expect(read.time).toBe(1);
  expect(read.times).toBe(3);
  expect(read.notes.join('\n')).toMatch(/took time 1, .*\n.*--time 0 takes it/s);
  const { offset } = selectSamples(AXES(3), { time: 1 });
  expect([...read.volume.voxels]).toEqual([...voxels.subarray(offset, offset + VOXELS)]);
  expect((await readNrrd(source, { time: 0 })).volume.voxels[0]).toBe(voxels[0]);
});
