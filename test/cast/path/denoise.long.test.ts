/** Denoised paths are nearer to the truth than those that are not, whatever the scene. */
import { expect, it } from 'vitest';
import { renderPaths } from '../../../src/cast/path/render-paths.js';
import type { Scene } from '../../../src/cast/scene.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { placeMesh, RANGE, SPHERE, TORUS } from '../hybrid-scenes.js';
import { makeTransfer } from '../sample-scenes.js';
import { camera, usePaths, volume } from './path-scenes.js';

const errorOf = (color: Float32Array, wanted: Float32Array) =>
  Math.sqrt(color.reduce((sum, value, index) => sum + (value - wanted[index]!) ** 2, 0) / color.length);

const { rendererNow } = usePaths();

const meshes = [
  { mesh: placeMesh(TORUS, volume, [0.5, 0.5, 0.5], 0.3), color: [0.9, 0.5, 0.1] },
  { mesh: placeMesh(SPHERE, volume, [0.4, 0.5, 0.5], 0.2), color: [0.2, 0.4, 0.9] },
] as const;
const steep = createTransferFunction({
  colors: [
    { value: RANGE[0], color: [0.9, 0.3, 0.2] },
    { value: RANGE[1], color: [1, 1, 0.8] },
  ],
  opacities: [
    { value: RANGE[0] + 0.45 * (RANGE[1] - RANGE[0]), opacity: 0 },
    { value: RANGE[0] + 0.55 * (RANGE[1] - RANGE[0]), opacity: 0.9 },
  ],
});
const scenes: [string, Scene][] = [
  ['a translucent volume', { volume, transfer: makeTransfer(RANGE, 0.1) }],
  ['an opaque one', { volume, transfer: steep }],
  ['one under a white sky', { volume, transfer: steep, environment: 'white' }],
  ['meshes', { meshes }],
  ['translucent meshes', { meshes: meshes.map((one) => ({ ...one, opacity: 0.5 })) }],
  ['both', { volume, transfer: makeTransfer(RANGE, 0.1), meshes }],
];

it.each(scenes)(
  'paths, denoised, are nearer to the truth than the 64 that they are by default: %s',
  async (name, scene) => {
    const options = { width: 64, height: 48 };
    const raw = await renderPaths(rendererNow(), scene, camera, options);
    const { color } = await renderPaths(rendererNow(), scene, camera, { ...options, denoised: true });
    const many = 768;
    const wanted = new Float32Array(raw.color.length);
    for (let seed = 1; seed <= many / 64; seed++) {
      const more = { ...options, quality: 'path', seed, samplesPerPixel: 64, outputs: ['color'] } as const;
      const part = await rendererNow().render(scene, camera, more);
      for (const [index, value] of part.color.entries()) wanted[index]! += (64 / many) * value;
    }
    // Stratified paths leave little noise on opaque meshes.
    const most = name === 'meshes' ? 1 : 0.9;
    expect(errorOf(color, wanted)).toBeLessThan(most * errorOf(raw.color, wanted));
  },
);
