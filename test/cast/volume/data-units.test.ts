/** Light does not depend on the unit of the data: scaled values, with their isovalues and transfer functions, look the same. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
const SIZE = { width: 40, height: 36, quality: 'plain' } as const;
const volume = makeVolume(Float32Array, [0, 1], GEOMETRIES.oblique);
const camera = obliqueCamera(volume);
const labels = createVolume({ ...volume, voxels: new Uint8Array(volume.voxels.length).map((_, n) => (n >> 3) % 3) });
const mask = createMask({ labels, styles: [{ label: 1 }, { label: 2, color: [1, 0, 0] }] });
const clip = [{ normal: [0, 0, -1], offset: -camera.target[2] }] as const;
const gradientOpacities = [
  { value: 0, opacity: 0.1 },
  { value: 0.1, opacity: 1 },
];
const transfer: TransferFunction = makeTransfer([0, 1], 0.5);
/** What isosurfaces have by default: a single colour. */
const single = createTransferFunction({
  colors: [{ value: 0, color: [0.9, 0.9, 0.8] }],
  opacities: [{ value: 0, opacity: 1 }],
});
const isosurfaces = [
  { value: 0.3, color: [1, 0, 0], opacity: 0.5 },
  { value: 0.7, color: [0, 1, 0], opacity: 1 },
] as const;

const SCENES: readonly { readonly name: string; readonly scene: Omit<VolumeScene, 'volume'> }[] = [
  { name: 'lit composites', scene: { transfer, shading: createShading({}) } },
  { name: 'gradient opacities', scene: { transfer: createTransferFunction({ ...transfer, gradientOpacities }) } },
  { name: 'lit labels and cuts', scene: { transfer, shading: createShading({}), mask, clip } },
  { name: 'an isosurface', scene: { transfer: single, mode: 'isosurface', isoValue: 0.5 } },
  { name: 'a cut isosurface of labels', scene: { transfer: single, mode: 'isosurface', isoValue: 0.5, mask, clip } },
  { name: 'isosurfaces', scene: { transfer: single, mode: 'isosurface', isosurfaces } },
  { name: 'an isosurface in colours of values', scene: { transfer, mode: 'isosurface', isoValue: 0.5 } },
  {
    name: 'fused volumes',
    scene: { transfer, shading: createShading({}), fused: [{ volume, transfer, shading: createShading({}) }] },
  },
];

function scaled(scene: Omit<VolumeScene, 'volume'>, by: number): VolumeScene {
  const times = <Point extends { readonly value: number }>(points: readonly Point[]): Point[] =>
    points.map((point) => ({ ...point, value: point.value * by }));
  const inUnit = (function_: TransferFunction): TransferFunction => ({
    ...function_,
    colors: times(function_.colors),
    opacities: times(function_.opacities),
    ...(function_.gradientOpacities && { gradientOpacities: times(function_.gradientOpacities) }),
  });
  const large = createVolume({ ...volume, voxels: volume.voxels.map((value) => value * by) });
  return {
    ...scene,
    volume: large,
    transfer: inUnit(scene.transfer),
    ...(scene.isoValue !== undefined && { isoValue: scene.isoValue * by }),
    ...(scene.isosurfaces && { isosurfaces: times(scene.isosurfaces) }),
    ...(scene.fused && {
      fused: scene.fused.map((one) => ({ ...one, volume: large, transfer: inUnit(one.transfer) })),
    }),
  };
}

const largest = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((most, value, index) => Math.max(most, Math.abs(value - b[index]!)), 0);

describe.each(SCENES)('$name', ({ scene }) => {
  it('look the same in any unit', async () => {
    const renderer = new Renderer(gpu());
    const { pixels } = await renderer.render(scaled(scene, 1), camera, SIZE);
    expect(new Set(pixels).size).toBeGreaterThan(20);
    for (const exponent of [-20, -6, 6, 20, 30]) {
      const other = await renderer.render(scaled(scene, 10 ** exponent), camera, SIZE);
      expect(largest(other.pixels, pixels), `× 1e${exponent}`).toBeLessThanOrEqual(1);
    }
  });

  it('look the same to the CPU reference', () => {
    const cast = (by: number) => castScene({ ...scaled(scene, by), camera, ...SIZE, background: [0, 0, 0] }).pixels;
    const pixels = cast(1);
    for (const exponent of [-20, 20]) expect(largest(cast(10 ** exponent), pixels)).toBeLessThanOrEqual(1);
  });
});
