/** A store that is larger than its coarse copy: seen coarse first, refined page by page, and in the end as the command line renders it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { differenceOf, openViewer } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

const folder = mkdtempSync(join(tmpdir(), 'tilecast-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More voxels than are read at once. */
const SIZES = [208, 208, 200] as const;
const CHUNK = 64;
const COARSE = 4;

/** An egg about the middle, in shares of the volume's sides; 0 around it. */
function valueAt(x: number, y: number, z: number): number {
  const radius = Math.hypot(x - 0.5, (y - 0.5) * 1.3, (z - 0.5) * (1.2 + 0.5 * x));
  return radius < 0.24 ? Math.round(230 - 500 * radius + 25 * Math.sin(40 * y)) : 0;
}

/** Regions of the egg, of which the smallest is a voxel that coarse levels lack. */
function labelAt(x: number, y: number, z: number): number {
  if (valueAt(x, y, z) === 0) return 0;
  const isTiny = [x, y, z].every((share, axis) => Math.floor(share * SIZES[axis]!) === Math.floor(0.45 * SIZES[axis]!));
  return isTiny ? 40 : 1 + Math.floor(6 * x) + (z > 0.5 ? 10 : 0);
}

/** Zarr 2, gzipped; chunks of nothing but 0 are not there. */
function writeStore(root: string, at: typeof valueAt): void {
  const datasets = [1, COARSE].map((factor, level) => {
    const sizes = SIZES.map((size) => size / factor);
    const chunk = factor === 1 ? [CHUNK, CHUNK, CHUNK] : sizes;
    mkdirSync(join(root, String(level)), { recursive: true });
    const array = { zarr_format: 2, shape: sizes.toReversed(), chunks: chunk.toReversed(), dtype: '|u1', order: 'C' };
    const rest = { compressor: { id: 'gzip', level: 1 }, filters: null, fill_value: 0, dimension_separator: '.' };
    writeFileSync(join(root, String(level), '.zarray'), JSON.stringify({ ...array, ...rest }));
    const counts = sizes.map((size, axis) => Math.ceil(size / chunk[axis]!));
    for (let number = 0; number < counts[0]! * counts[1]! * counts[2]!; number++) {
      const place = [
        number % counts[0]!,
        Math.floor(number / counts[0]!) % counts[1]!,
        Math.floor(number / (counts[0]! * counts[1]!)),
      ];
      const voxels = new Uint8Array(chunk[0]! * chunk[1]! * chunk[2]!);
      for (let index = 0; index < voxels.length; index++) {
        const offset = [
          index % chunk[0]!,
          Math.floor(index / chunk[0]!) % chunk[1]!,
          Math.floor(index / (chunk[0]! * chunk[1]!)),
        ];
        const [x, y, z] = offset.map((o, axis) => ((place[axis]! * chunk[axis]! + o + 0.5) * factor) / SIZES[axis]!);
        voxels[index] = at(x!, y!, z!);
      }
      if (voxels.some((value) => value > 0))
        writeFileSync(join(root, String(level), place.toReversed().join('.')), gzipSync(voxels));
    }
    const transforms = [
      { type: 'scale', scale: [factor, factor, factor] },
      { type: 'translation', translation: Array(3).fill((factor - 1) / 2) },
    ];
    return { path: String(level), coordinateTransformations: transforms };
  });
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }));
  writeFileSync(join(root, '.zgroup'), JSON.stringify({ zarr_format: 2 }));
  writeFileSync(join(root, '.zattrs'), JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets }] }));
}

it('is seen coarse first, and then page by page as the command line renders it', async () => {
  const { chromium, problem } = used();
  if (!chromium) return expect(problem).toBeDefined();
  const store = join(folder, 'egg.zarr');
  writeStore(store, valueAt);
  const init = `
    window.shown = [];
    window.workers = 0;
    window.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        this.addEventListener('message', () => window.workers++, { once: true });
      }
    };
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event.type === 'frame' && event.detail) window.shown.push([event.detail.kind, event.detail.shows].join(' '));
      return dispatchEvent.call(this, event);
    };`;
  const viewer = await openViewer(chromium, {}, { init, width: 120, height: 150, args: [store] });
  const endMs = Date.now() + 180_000;
  let shown: string[] = [];
  while (shown.at(-1) !== 'resting whole') {
    expect(Date.now(), `frames so far: ${shown.join(', ')}; ${viewer.said.join('; ')}`).toBeLessThan(endMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
    shown = await viewer.page.evaluate<string[]>('window.shown');
  }
  expect(shown[0]).toMatch(/^moving (part|draft)$/);
  const [picture, expected] = [await viewer.canvas(), await viewer.replay(folder)];
  expect(new Set(picture.data).size, 'the picture must show something').toBeGreaterThan(50);
  expect(differenceOf(picture, expected)).toBeLessThanOrEqual(1);
  // Slices that are magnified are drawn at once, and again when the store's own voxels are there.
  const drawn = () => viewer.run<string>(`return viewer.shadowRoot.querySelector('.slice canvas')?.toDataURL() ?? '';`);
  await viewer.run(`viewer.setAttribute('layout', 'slices');`);
  const slice = viewer.page.getByRole('slider', { name: /^(?:Axial|XY) slice$/ });
  await slice.waitFor();
  // The frame that draws it comes before anything can have been read.
  const coarse = await viewer.run<string>(`
    const slice = viewer.shadowRoot.querySelector('.slice canvas');
    const { x, y, width, height } = slice.getBoundingClientRect();
    const middle = { clientX: x + width / 2, clientY: y + height / 2 };
    slice.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -200, cancelable: true, ...middle }));
    await new Promise(requestAnimationFrame);
    return slice.toDataURL();`);
  await expect.poll(drawn).not.toBe(coarse);
  expect(await viewer.page.evaluate('window.workers'), 'workers that decoded chunks').toBeGreaterThan(0);
  // Chunks of nothing are not there, which browsers tell of.
  expect(viewer.said.filter((text) => !text.includes('404'))).toEqual([]);
  await viewer.close();
});

it('shows labels in pages as the command line does: as a mask of another store, and by themselves', async () => {
  const { chromium, problem } = used();
  if (!chromium) return expect(problem).toBeDefined();
  const [store, labels] = [join(folder, 'egg.zarr'), join(folder, 'regions.zarr')];
  writeStore(labels, labelAt);
  for (const args of [[store, '--mask', labels], [labels]]) {
    const viewer = await openViewer(chromium, {}, { width: 60, height: 75, args: [...args, '--quality', 'plain'] });
    await viewer.settle();
    const [picture, expected] = [await viewer.canvas(), await viewer.replay(folder)];
    expect(new Set(picture.data).size, 'the picture must show something').toBeGreaterThan(50);
    expect(differenceOf(picture, expected)).toBeLessThanOrEqual(1);
    expect(viewer.said.filter((text) => !text.includes('404'))).toEqual([]);
    await viewer.close();
  }
});
