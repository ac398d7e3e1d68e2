/** Labels and what is missing, against the CPU reference. */
import { describe, expect, it } from 'vitest';
import { fitPoints } from '../../../src/camera/fit-points.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { shownPoints } from '../../../src/cast/volume/shown-points.js';
import type { Affine } from '../../../src/math/affine.js';
import { defaultAppearance } from '../../../src/transfer/default/default-appearance.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

/** Regions of 1 to 5, and 0 around them. */
function createLabels(geometry: Affine) {
  const volume = makeVolume(Uint8Array, [0, 6.99], geometry);
  const [ni, nj, nk] = volume.sizes;
  const voxels = volume.voxels.map((label, index) => {
    const place = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    const isRim = place.some((at, axis) => at < 2 || at > [ni, nj, nk][axis]! - 3);
    return isRim || label > 5 ? 0 : label;
  });
  return createVolume({ ...volume, voxels });
}

/** Steps are half as long as voxels lie apart, so that samples are rarely on the boundary between two voxels. */
const OPTIONS = { step: 0.47 } as const;

describe('labels', () => {
  it.each(Object.entries(GEOMETRIES))('of %s voxels have lit surfaces', async (_, geometry) => {
    const volume = createLabels(geometry);
    const { transfer, mask } = defaultAppearance(volume);
    const scene: VolumeScene = { volume, transfer, shading: createShading(transfer.shading), mask: mask! };
    const camera = fitPoints(
      shownPoints(scene),
      { forward: [0.6, 0.64, -0.48], up: [0, 0.6, 0.8] },
      { aspect: WIDTH / HEIGHT },
    );
    await expectLikeReference(gpu(), scene, camera, OPTIONS);
  });

  it('light a volume of other voxels, translucent, whether they look alike or not', async () => {
    const volume = makeVolume(Float32Array, [0, 1], GEOMETRIES.unit);
    const mask = createMask({
      labels: createLabels(GEOMETRIES.unit),
      styles: [{ label: 1 }, { label: 2, opacity: 0.4 }, { label: 3 }, { label: 4, color: [0.9, 0.2, 0.1] }],
    });
    const scene = { volume, transfer: makeTransfer([0, 1], 0.3), shading: createShading({ light: [1, 2, 3] }), mask };
    await expectLikeReference(gpu(), scene, obliqueCamera(volume), OPTIONS);
  });

  it('may be more than a byte can number, as long as they look alike', async () => {
    const volume = createVolume({
      sizes: [10, 10, 10],
      voxels: Uint16Array.from({ length: 1000 }, (_, index) => index),
    });
    const styles = Array.from({ length: 999 }, (_, index) => ({
      label: index + 1,
      color: [(index % 200) / 200, 0.5, 0.5] as const,
    }));
    const transfer = makeTransfer([0, 1], 0.5);
    const renderer = new Renderer(gpu());
    const camera = obliqueCamera(volume);
    const scene = { volume, transfer, mask: createMask({ labels: volume, styles }) };
    const frame = await renderer.render(scene, camera, { width: 16, height: 16, outputs: ['pixels', 'labels'] });
    expect(new Set(frame.pixels).size).toBeGreaterThan(20);
    // Each colour is of several labels.
    expect(new Set(frame.labels)).toEqual(new Set([0]));
    const many = styles.map((style, index) => ({ ...style, color: [index / 999, 0.5, 0.5] as const }));
    await expect(
      renderer.render({ volume, transfer, mask: createMask({ labels: volume, styles: many }) }, camera, {
        width: 16,
        height: 16,
      }),
    ).rejects.toThrow(/up to 255 different ways, not in 999/);
  });
});

describe('what is NaN', () => {
  const whole = makeVolume(Float32Array, [0, 1], GEOMETRIES.oblique);
  const voxels = whole.voxels.map((value, index) => ((index * 7) % 64 < 9 || value > 0.8 ? Number.NaN : value));
  const volume = createVolume({ ...whole, voxels });
  const transfer = makeTransfer([0, 1], 0.3);

  it.each(['composite', 'mip', 'average'] as const)('is nothing to %s', async (mode) => {
    const { frame, reference } = await expectLikeReference(gpu(), { volume, transfer, mode }, obliqueCamera(volume), {
      ...OPTIONS,
      counts: true,
      earlyTermination: false,
      skip: false,
    });
    // As many samples are taken as have a value.
    expect(frame.stats.samples).toBe(reference.sampleCount);
  });

  it('is nothing beside a mask of its own grid', async () => {
    const labels = makeVolume(Uint8Array, [0, 3.99], GEOMETRIES.unit, [9, 11, 6]);
    const mask = createMask({
      labels: createVolume({
        ...labels,
        indexToWorld: {
          ...GEOMETRIES.unit,
          columns: [
            [2, 0, 0],
            [0, 2, 0],
            [0, 0, 4],
          ],
        },
      }),
      styles: [{ label: 1 }, { label: 2, opacity: 0.5 }, { label: 3 }],
    });
    await expectLikeReference(gpu(), { volume, transfer, mask }, obliqueCamera(volume), OPTIONS);
  });
});
