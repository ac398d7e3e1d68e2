/** Several volumes in one world: against the CPU reference, and laws that hold whatever they show. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { type FusedVolume, MAX_FUSED, type VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { Affine } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { KEY_LIGHT } from '../../../src/transfer/light/lights.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const FIRST = makeVolume(Int16Array, [-900, 2100], GEOMETRIES.oblique);
/** Reaches beyond the first on some sides, on a grid that is turned and coarser. */
const BESIDE: Affine = {
  columns: [
    [1.1, -0.5, 0.2],
    [0.4, 1.2, 0.3],
    [-0.3, 0.1, 1.7],
  ],
  origin: [1, 7, -3],
};
const SECOND = makeVolume(Float32Array, [0, 9], BESIDE, [13, 11, 9]);
const THIRD = makeVolume(Uint8Array, [0, 255], { ...BESIDE, origin: [-9, 12, 6] }, [9, 12, 10]);

const NEXT: FusedVolume = { volume: SECOND, transfer: makeTransfer([0, 9], 0.25, 2) };
const LAST: FusedVolume = { volume: THIRD, transfer: makeTransfer([0, 255], 0.4) };
const SCENE: VolumeScene = {
  volume: FIRST,
  transfer: makeTransfer([-900, 2100], 0.3),
  fused: [NEXT, LAST],
};
const CAMERA = obliqueCamera(SECOND);

/** Samples that are not on the boundaries of labels and boxes. */
const OPTIONS = { step: 0.47 } as const;

async function renderPixels(scene: VolumeScene, camera: Camera, options: RenderOptions = {}) {
  const renderer = new Renderer(gpu());
  const settings = { width: WIDTH, height: HEIGHT, quality: 'plain', outputs: ['color'], ...options } as const;
  const { color } = await renderer.render(scene, camera, settings);
  renderer.destroy();
  return color;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let index = 0; index < a.length; index++) largest = Math.max(largest, Math.abs(a[index]! - b[index]!));
  return largest;
}

describe('fused volumes', () => {
  it('of other geometries and types are mixed sample by sample', async () => {
    await expectLikeReference(gpu(), SCENE, CAMERA, { ...OPTIONS, skip: true });
  });

  it('are lit, clipped and masked, each in its own way', async () => {
    const labels = makeVolume(Uint8Array, [0, 3.99], GEOMETRIES.oblique);
    const gradientOpacities = [
      { value: 0, opacity: 0.2 },
      { value: 1.5, opacity: 1 },
    ];
    const scene: VolumeScene = {
      ...SCENE,
      shading: createShading({ light: [1, 2, 3] }),
      mask: createMask({ labels, styles: [{ label: 1 }, { label: 3, opacity: 0.5 }] }),
      clip: [{ normal: [0.3, 1, 0.2], offset: 14 }],
      fused: [{ ...NEXT, transfer: { ...NEXT.transfer, gradientOpacities }, shading: createShading() }, LAST],
    };
    await expectLikeReference(gpu(), scene, CAMERA, OPTIONS);
  });

  it('cast shadows on each other and hide ambient light', async () => {
    const shading = createShading({ light: KEY_LIGHT });
    const scene: VolumeScene = {
      ...SCENE,
      shading,
      fused: [{ ...NEXT, shading }],
      shadows: true,
      ambientOcclusion: { rays: 8 },
    };
    await expectLikeReference(gpu(), scene, CAMERA, OPTIONS);
  });

  it('change nothing where they show nothing', async () => {
    const { fused: _, ...alone } = SCENE;
    const shading = createShading();
    // Stored gradients, which volumes have alone, are rounded elsewhere.
    const options = { sampling: { gradients: 'samples' } } as const;
    const picture = await renderPixels({ ...alone, shading }, CAMERA, options);
    const inside = makeVolume(Float32Array, [0, 1], FIRST.indexToWorld);
    const empty = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 5, opacity: 0 },
        { value: 6, opacity: 1 },
      ],
    });
    const beside = await renderPixels(
      { ...alone, shading, fused: [{ volume: inside, transfer: empty }] },
      CAMERA,
      options,
    );
    expect(largestDifference(beside, picture)).toBe(0);
    const hidden = { ...empty, opacities: [{ value: 5, opacity: 0 }] };
    const dropped = await renderPixels(
      { ...alone, shading, fused: [{ volume: SECOND, transfer: hidden }] },
      CAMERA,
      options,
    );
    expect(largestDifference(dropped, picture)).toBe(0);
  });

  it('show the whole where they are halves of its density', async () => {
    const { fused: _, ...whole } = SCENE;
    const half: TransferFunction = { ...SCENE.transfer, unit: 2 };
    const unit = { ...SCENE.transfer, unit: 1 };
    const halves = await renderPixels(
      { volume: FIRST, transfer: half, fused: [{ volume: FIRST, transfer: half }] },
      CAMERA,
    );
    expect(largestDifference(halves, await renderPixels({ ...whole, transfer: unit }, CAMERA))).toBeLessThan(1e-4);
  });

  it('show the whole where they are halves of its space', async () => {
    const sizes: Vec3 = [12, 9, 8];
    const cut = 5;
    const full = makeVolume(Float32Array, [0, 1], GEOMETRIES.oblique, sizes);
    // Alike on both sides of the cut, where halves cannot interpolate.
    const voxels = full.voxels.map((value, index) => (index % sizes[0] === cut ? full.voxels[index - 1]! : value));
    const whole = createVolume({ ...full, voxels });
    const part = (first: number, end: number) => {
      const [column] = whole.indexToWorld.columns;
      const origin = whole.indexToWorld.origin.map((at, axis) => at + first * column[axis]!) as unknown as Vec3;
      return createVolume({
        sizes: [end - first, sizes[1], sizes[2]],
        voxels: whole.voxels.filter((_, index) => index % sizes[0] >= first && index % sizes[0] < end),
        indexToWorld: { ...whole.indexToWorld, origin },
      });
    };
    const transfer = makeTransfer([0, 1], 0.4);
    const camera = obliqueCamera(whole);
    const halves: VolumeScene = {
      volume: part(0, cut),
      transfer,
      fused: [{ volume: part(cut, sizes[0]), transfer }],
    };
    const picture = await renderPixels(halves, camera);
    expect(largestDifference(picture, await renderPixels({ volume: whole, transfer }, camera))).toBeLessThan(2e-3);
  });

  it('mix in any order', async () => {
    const inOrder = await renderPixels(SCENE, CAMERA);
    const turned = await renderPixels({ ...SCENE, fused: [LAST, NEXT] }, CAMERA);
    expect(largestDifference(turned, inOrder)).toBeLessThan(1e-5);
  });

  it('are seen through the first by a depth, lit, clipped, masked and with coarser steps too', async () => {
    const dense = { ...SCENE, transfer: makeTransfer([-900, 2100], 0.9) };
    const deep = { ...dense, fusedDepth: 6 };
    await expectLikeReference(gpu(), deep, CAMERA, { ...OPTIONS, skip: true });
    await expectLikeReference(gpu(), deep, CAMERA, { ...OPTIONS, earlyTermination: false, samplesPerPixel: 3 });
    await expectLikeReference(gpu(), deep, CAMERA, { ...OPTIONS, shape: { width: 16, height: 8, together: 8 } });
    const scene: VolumeScene = {
      ...deep,
      shading: createShading({ light: [1, 2, 3] }),
      clip: [{ normal: [0.3, 1, 0.2], offset: 14 }],
      fused: [{ ...NEXT, shading: createShading() }, LAST],
    };
    await expectLikeReference(gpu(), scene, CAMERA, { step: 0.93 });
    const [plain, seen] = [await renderPixels(dense, CAMERA), await renderPixels(deep, CAMERA)];
    expect(largestDifference(seen, plain)).toBeGreaterThan(0.05);
  });

  it('are as vivid as alone behind what is opaque, by a depth without end, and as ever by none', async () => {
    const opaque = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [{ value: 0, opacity: 1 }],
    });
    const wall = makeVolume(Float32Array, [0, 1], BESIDE, [13, 11, 9]);
    const thick = { ...NEXT, transfer: makeTransfer([0, 9], 0.9, 1) };
    const behind: VolumeScene = { volume: wall, transfer: opaque, fused: [thick], background: 'transparent' };
    const hidden = { ...opaque, opacities: [{ value: 0, opacity: 0 }] };
    const alone = await renderPixels({ ...behind, transfer: hidden }, CAMERA);
    const seen = await renderPixels({ ...behind, fusedDepth: 1e9 }, CAMERA);
    const ordinary = await renderPixels(behind, CAMERA);
    let vivid = 0;
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      const opacity = alone[4 * pixel + 3]!;
      if (ordinary[4 * pixel + 3]! < 0.999 || opacity < 0.99) continue;
      vivid++;
      const at = [4 * pixel, 4 * pixel + 4] as const;
      expect(largestDifference(seen.slice(...at), alone.slice(...at))).toBeLessThan(0.02);
    }
    expect(vivid).toBeGreaterThan(20);
    expect(await renderPixels({ ...behind, fusedDepth: 0 }, CAMERA)).toEqual(ordinary);
    const faint = await renderPixels({ ...SCENE, fusedDepth: 1e-3 }, CAMERA);
    expect(largestDifference(faint, await renderPixels(SCENE, CAMERA))).toBeLessThan(2e-3);
  });

  it('may miss voxels', async () => {
    const missing = SECOND.voxels.map((value) => (value < 3 ? Number.NaN : value));
    const filled = SECOND.voxels.map((value) => (value < 3 ? 0 : value));
    const withSecond = (voxels: typeof missing): VolumeScene => ({
      ...SCENE,
      fused: [{ ...NEXT, volume: createVolume({ ...SECOND, voxels }) }],
    });
    const picture = await renderPixels(withSecond(missing), CAMERA);
    expect(largestDifference(picture, await renderPixels(withSecond(filled), CAMERA))).toBe(0);
  });

  const EIGHT: VolumeScene = {
    ...SCENE,
    fused: Array.from({ length: MAX_FUSED }, (_, n): FusedVolume => {
      const { columns, origin } = BESIDE;
      const at = origin.map((x, axis) => x + ((5 * n + 3 * axis) % 11) - 5) as unknown as Vec3;
      const volume =
        n % 2 === 0
          ? makeVolume(Float32Array, [0, 9], { columns, origin: at }, [13, 11, 9 + n])
          : makeVolume(Uint8Array, [0, 9], { columns, origin: at }, [9 + n, 12, 10]);
      const transfer = createTransferFunction({
        colors: [{ value: 0, color: [n / MAX_FUSED, 1 - n / MAX_FUSED, (n % 3) / 2] }],
        opacities: [
          { value: 5, opacity: 0 },
          { value: 9, opacity: 0.2 + 0.05 * n },
        ],
        ...(n === 3 && {
          gradientOpacities: [
            { value: 0, opacity: 0.2 },
            { value: 1.5, opacity: 1 },
          ],
        }),
      });
      return { volume, transfer, ...(n === 5 && { shading: createShading() }) };
    }),
  };

  it('are eight together, each with its colours, light and gradient opacities', async () => {
    await expectLikeReference(gpu(), EIGHT, CAMERA, { ...OPTIONS, skip: true });
  });

  it('are each skipped where all show nothing, also after the colours of one have changed', async () => {
    const renderer = new Renderer(gpu());
    const render = async (scene: VolumeScene, skip: boolean) =>
      renderer.render(scene, CAMERA, { width: WIDTH, height: HEIGHT, quality: 'plain', skip, counts: true });
    const faint = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 2050, opacity: 0 },
        { value: 2100, opacity: 1 },
      ],
    });
    const sparse: VolumeScene = { ...EIGHT, transfer: faint };
    const changed = {
      ...sparse,
      fused: sparse.fused!.with(6, { ...sparse.fused![6]!, transfer: makeTransfer([0, 9], 0.3) }),
    };
    for (const scene of [sparse, changed, sparse, { ...sparse, fused: sparse.fused!.slice(0, 4) }]) {
      const [all, some] = [await render(scene, false), await render(scene, true)];
      expect(some.pixels).toEqual(all.pixels);
      expect(some.stats.samplesSkipped).toBeGreaterThan(0);
    }
    renderer.destroy();
  });

  it('are refused where they cannot be', async () => {
    const renderer = new Renderer(gpu());
    const reject = (scene: VolumeScene, options: RenderOptions, message: RegExp) =>
      expect(renderer.render(scene, CAMERA, options)).rejects.toThrow(message);
    await reject({ ...SCENE, fused: new Array(8).fill(NEXT) }, {}, /can fuse 7 volumes with its first, not 8/);
    const { fused: _, ...alone } = SCENE;
    await reject({ ...SCENE, fusedDepth: -1 }, {}, /^fusedDepth must be a world length from 0 on, not -1$/);
    await reject({ ...alone, fusedDepth: 3 }, {}, /^fusedDepth is for the volumes after the first/);
    await reject({ ...SCENE, fusedDepth: 3 }, { quality: 'path' }, /^fusedDepth is not for quality path/);
    await reject({ ...SCENE, meshes: [], fusedDepth: 3 } as never, {}, /^fusedDepth is not for scenes with meshes/);
    await reject({ ...SCENE, mode: 'mip' }, {}, /for the mode composite, not for mip/);
    renderer.destroy();
  });
});
