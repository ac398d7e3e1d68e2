/** Pictures of paths on the way to the last one: of twice as many paths each, ever nearer to it, which they leave as it is. */
import { expect, it } from 'vitest';
import type { PathsOptions, PathsPicture } from '../../../src/cast/path/paths-options.js';
import { renderPaths } from '../../../src/cast/path/render-paths.js';
import { RANGE } from '../hybrid-scenes.js';
import { makeTransfer } from '../sample-scenes.js';
import { camera, usePaths, volume } from './path-scenes.js';

const { rendererNow } = usePaths();
const scene = { volume, transfer: makeTransfer(RANGE, 0.1) };

async function trace(options: PathsOptions) {
  const pictures: PathsPicture[] = [];
  const all = { width: 24, height: 20, ...options };
  const onPicture = (picture: PathsPicture) => void pictures.push({ ...picture, pixels: picture.pixels.slice() });
  const last = await renderPaths(rendererNow(), scene, camera, { ...all, onPicture });
  const alone = await renderPaths(rendererNow(), scene, camera, all);
  return { pictures, last, alone };
}

const differenceOf = (a: Uint8Array, b: Uint8Array) =>
  Math.sqrt(a.reduce((sum, value, at) => sum + (value - b[at]!) ** 2, 0) / a.length);

it.each([
  ['raw', { paths: 64 }, [1, 2, 4, 8, 16, 32]],
  ['denoised', { paths: 64, denoised: true }, [1, 2, 4, 8, 16, 32]],
  ['of no power of two', { paths: 12, denoised: true }, [1, 2, 6]],
  ['up to a noise', { paths: 20, noise: 1e-6 }, [1, 2, 4, 8, 16]],
] as const)('%s', async (_, options, expected) => {
  const { pictures, last, alone } = await trace(options);
  expect(pictures.map(({ paths }) => paths)).toEqual(expected);
  expect(last.accumulated).toBe(options.paths);
  expect(last.pixels).toEqual(alone.pixels);
  const differences = pictures.map(({ pixels }) => differenceOf(pixels, last.pixels));
  expect(differences.at(-1)!).toBeLessThan(differences[0]! / 2);
});

it('are denoised from two paths on', async () => {
  const raw = await trace({ paths: 16 });
  const { pictures } = await trace({ paths: 16, denoised: true });
  const truth = (await renderPaths(rendererNow(), scene, camera, { width: 24, height: 20, paths: 512, seed: 9 }))
    .pixels;
  expect(pictures[0]!.pixels).toEqual(raw.pictures[0]!.pixels);
  const errorsOf = (all: readonly PathsPicture[]) => all.slice(1, 3).map(({ pixels }) => differenceOf(pixels, truth));
  const [ours, theirs] = [errorsOf(pictures), errorsOf(raw.pictures)];
  for (const [at, error] of ours.entries()) expect(error).toBeLessThan(theirs[at]!);
});

it('end where the caller does', async () => {
  const aborting = new AbortController();
  const shown: number[] = [];
  const tracing = renderPaths(rendererNow(), scene, camera, {
    ...{ width: 24, height: 20, paths: 64, signal: aborting.signal },
    onPicture: ({ paths }) => {
      shown.push(paths);
      if (paths === 4) aborting.abort(new Error('enough'));
    },
  });
  await expect(tracing).rejects.toThrow('enough');
  expect(shown).toEqual([1, 2, 4]);
});
