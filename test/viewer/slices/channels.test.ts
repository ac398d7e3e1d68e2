/** Channels of a microscope on slices: each in its colour, over its window, and added up. */
import { expect, it } from 'vitest';
import { computeStatistics, createVolume, type Vec3 } from '../../../src/index.js';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../../src/viewer/document/document.js';
import { canvasGrid } from '../../../src/viewer/slices/canvas-grid.js';
import { drawRequest } from '../../../src/viewer/slices/latest-slice.js';
import { sliceLayers } from '../../../src/viewer/slices/slice-layers.js';
import { slicePlanes } from '../../../src/viewer/slices/slice-planes.js';

const SIDE = 4;
const channelOf = (color: Vec3, window: readonly [number, number], valueAt: (x: number) => number) => ({
  volume: createVolume({
    sizes: [SIDE, SIDE, SIDE],
    voxels: Uint8Array.from({ length: SIDE ** 3 }, (_, at) => valueAt(at % SIDE)),
  }),
  channel: { label: String(color), color, window },
});

const red = channelOf([1, 0, 0], [0, 200], (x) => 50 * (x + 1));
const yellow = channelOf([1, 1, 0], [100, 200], (x) => [90, 150, 150, 250][x]!);

/** Red, green, blue and alpha of the four pixels of a row. */
async function rowOf(changes: Partial<ViewerDocument> = {}): Promise<number[][]> {
  const data = { ...EMPTY_DATA, ...red, statistics: computeStatistics(red.volume), fused: [yellow] };
  const plane = slicePlanes(red.volume).find(({ name }) => name === 'axial')!;
  const size = { width: SIDE, height: SIDE };
  const grid = canvasGrid(plane, 1, { x: 0, y: 0, ...size }, size);
  const { of, layers } = sliceLayers({ document: { ...DOCUMENT_DEFAULTS, ...changes }, data }, red.volume);
  const { pixels } = await drawRequest({ of, grid, layers });
  return [0, 1, 2, 3].map((x) => [...pixels.subarray(4 * x, 4 * x + 4)]);
}

const byte = (share: number) => Math.round(255 * Math.min(1, share));

it('add their light up, in the colours and windows that their store names', async () => {
  expect(await rowOf()).toEqual([
    [byte(0.25), 0, 0, 255],
    [byte(0.5 + 0.5), byte(0.5), 0, 255],
    [byte(0.75 + 0.5), byte(0.5), 0, 255],
    [255, 255, 0, 255],
  ]);
});

it('follow their windows and opacities, and are nothing where they are hidden', async () => {
  const halved = await rowOf({ fused: [{ window: [50, 250], opacity: 0.5 }], sliceWindow: [0, 400] });
  expect(halved[1]).toEqual([byte(0.25 + 0.25), byte(0.25), 0, 255]);
  expect(await rowOf({ fused: [{ opacity: 0 }] })).toEqual([0.25, 0.5, 0.75, 1].map((x) => [byte(x), 0, 0, 255]));
  const alone = await rowOf({ hidden: { volume: true } });
  expect(alone).toEqual([[0, 0, 0, 0], ...[0.5, 0.5].map((x) => [255, 255, 0, byte(x)]), [255, 255, 0, 255]]);
});
