/** Bricks on the device against the CPU reference, and skipping by them, which must not show. */
import { describe, expect, it } from 'vitest';
import { BrickDistances } from '../../../src/cast/bricks/distances.js';
import { listSliceChunks } from '../../../src/cast/bricks/ranges.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { uploadVolume } from '../../../src/cast/volume/resident/texture.js';
import { uploadTransfer } from '../../../src/cast/volume/resident/transfer.js';
import { readWords } from '../../../src/gpu/allocate-storage.js';
import { submitPass } from '../../../src/gpu/submit-pass.js';
import { PassTimer } from '../../../src/gpu/timer.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import {
  brickDistances,
  brickRanges,
  greatestExtinction,
  isVisible,
  weighBricks,
} from '../../../src/reference/volume/bricks.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { RENDER_MODES } from '../../../src/transfer/mode.js';
import { bakeTransferTable } from '../../../src/transfer/table/transfer-table.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { countBricks } from '../../../src/volume/bricks.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { readTexture } from '../read-texture.js';
import { cameraOf, GEOMETRIES, insideCamera, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

/** No brick is looked for beyond it: `MAX_DISTANCE` of wgsl/cast/bricks/order.wgsl. */
const MAX_DISTANCE = 31;

const FORM = { table: 'float-texture', judgedUnits: undefined } as const;

/** Balls of values in an empty volume: most bricks show nothing, and some show everything. */
function makeBalls(sizes: Vec3, seed: number, geometry: Volume['indexToWorld'] = GEOMETRIES.unit): Volume {
  const random = createRandom(seed);
  const balls = Array.from({ length: 5 }, () => ({
    center: sizes.map((size) => size * random()),
    radius: 2 + 4 * random(),
    value: 40 + 200 * random(),
  }));
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let index = 0; index < voxels.length; index++) {
    const place = [
      index % sizes[0],
      Math.floor(index / sizes[0]) % sizes[1],
      Math.floor(index / (sizes[0] * sizes[1])),
    ];
    for (const { center, radius, value } of balls) {
      if (Math.hypot(...place.map((x, axis) => x - center[axis]!)) < radius) voxels[index] = value;
    }
  }
  return createVolume({ sizes, voxels, indexToWorld: geometry });
}

const TRANSFER = createTransferFunction({
  colors: [
    { value: 0, color: [0.2, 0.5, 1] },
    { value: 255, color: [1, 0.6, 0.1] },
  ],
  opacities: [
    { value: 20, opacity: 0 },
    { value: 60, opacity: 0.2 },
    { value: 120, opacity: 0.05 },
    { value: 130, opacity: 0 },
    { value: 180, opacity: 0 },
    { value: 230, opacity: 0.5 },
  ],
});

const SIZES: Vec3 = [37, 29, 43];

describe('ranges of bricks', () => {
  it.each([
    ['of an ordinary volume', Uint8Array, SIZES, undefined],
    ['of a volume that goes up in pieces', Int16Array, SIZES, 37 * 29 * 2 * 11],
    ['of a flat volume', Float32Array, [19, 1, 5], undefined],
    ['of one voxel', Uint16Array, [1, 1, 1], undefined],
    ['of rows of several runs that end within a word', Uint8Array, [133, 7, 6], undefined],
    ['of signed bytes', Int8Array, [67, 5, 9], 67 * 5 * 6],
    ['of words that end within one', Uint16Array, [131, 6, 5], undefined],
    ['of signed words', Int16Array, [65, 5, 5], undefined],
  ] as const)('are those of the CPU reference: %s', async (_, ArrayType, sizes, maxChunkBytes) => {
    const random = createRandom(7);
    const mean = ArrayType === Int8Array || ArrayType === Int16Array ? 0 : 0.5;
    const most = 2 ** (8 * Math.min(ArrayType.BYTES_PER_ELEMENT, 2)) - 1;
    const voxels = new ArrayType(sizes[0] * sizes[1] * sizes[2]).map(() => Math.floor(most * (random() + mean - 0.5)));
    const volume = createVolume({ sizes, voxels });
    for (const brickSide of [4, 8] as const) {
      const options = { brickSide, ...(maxChunkBytes !== undefined && { maxChunkBytes }) };
      const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), volume, options);
      const { brickRanges: texture, voxelFormat } = uploaded;
      const texels = new Float32Array(await readTexture(gpu(), texture, 8));
      const expected = brickRanges(volume, brickSide)
        .flat()
        .map((value) => Math.fround(Math.fround(value + voxelFormat.offset) * Math.fround(voxelFormat.factor)));
      expect(Array.from(texels)).toEqual(expected);
    }
  });

  it('goes up in chunks of whole layers that overlap by what interpolation reaches', () => {
    for (const maxSlices of [1, 12, 30, 1000]) {
      const chunks = listSliceChunks({ sizes: SIZES, side: 8 }, maxSlices);
      expect(chunks.reduce((sum, { layers }) => sum + layers, 0)).toBe(6);
      for (const { firstSlice, slices, firstLayer, layers } of chunks) {
        expect(firstSlice).toBe(Math.max(0, 8 * firstLayer - 1));
        expect(firstSlice + slices).toBe(Math.min(SIZES[2], 8 * (firstLayer + layers) + 1));
      }
    }
  });
});

describe('distances of bricks', () => {
  it.each([1, 2, 3])('are those of the CPU reference, and what may be seen is active, seed %i', async (seed) => {
    const volume = makeBalls([50, 42, 61], seed);
    const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), volume);
    const { brickSide } = uploaded;
    const bricks = countBricks(volume.sizes, brickSide);
    const distances = await BrickDistances.create(gpu(), bricks);
    const transfer = uploadTransfer(gpu(), bakeTransferTable(TRANSFER), FORM);
    for (const [mode, iso] of [
      ['composite', undefined],
      ['isosurface', 77.5],
    ] as const) {
      const texel = iso === undefined ? iso : (iso + uploaded.voxelFormat.offset) * uploaded.voxelFormat.factor;
      await distances.ask({
        mode,
        volume: uploaded,
        transfer,
        isos: texel?.toString(),
        shown: undefined,
        majorants: false,
      });
      submitPass(gpu(), 'bricks', (pass) => distances.encode(pass));
      const found = Array.from(new Int32Array(await readTexture(gpu(), distances.texture, 4)));
      const active = found.map((distance) => distance < 0);
      expect(found).toEqual(brickDistances(active, bricks, MAX_DISTANCE));
      const [gain] = await readWords(gpu(), [{ buffer: distances.gain, length: 2 }]);
      expect(Array.from(gain!)).toEqual(weighBricks(found));
      const expected = brickRanges(volume, brickSide).map((range) =>
        iso === undefined ? isVisible(TRANSFER, range) : range[0] < iso && range[1] >= iso,
      );
      // Rounding may make one more brick active, never one less.
      expect(active.filter((is, index) => !is && expected[index])).toEqual([]);
      expect(active.filter((is, index) => is && !expected[index]).length).toBeLessThanOrEqual(active.length / 100);
      expect(new Set(expected).size).toBe(2);
    }
    distances.destroy();
  });
});

describe('majorants of bricks', () => {
  it.each([1, 2])('bound what a brick can show, and no more than its cells of the table say, seed %i', async (seed) => {
    const volume = makeBalls([50, 42, 61], seed);
    const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), volume);
    const { brickSide } = uploaded;
    const bricks = countBricks(volume.sizes, brickSide);
    const distances = await BrickDistances.create(gpu(), bricks);
    const table = bakeTransferTable(TRANSFER);
    const transfer = uploadTransfer(gpu(), table, FORM);
    const query = { mode: 'composite', volume: uploaded, transfer, isos: undefined, shown: undefined } as const;
    await distances.ask({ ...query, majorants: true });
    submitPass(gpu(), 'bricks', (pass) => distances.encode(pass));
    const found = new Float32Array(await readTexture(gpu(), distances.majorants!, 4));
    const apart = new Int32Array(await readTexture(gpu(), distances.texture, 4));
    const cell = (table.domain[1] - table.domain[0]) / table.cells;
    const ranges = brickRanges(volume, brickSide);
    const visible = ranges.filter((range, index) => {
      if (apart[index]! > 0) {
        expect(found[index]).toBe(-apart[index]!);
        return false;
      }
      const wider = [range[0] - 2 * cell, range[1] + 2 * cell] as const;
      expect(found[index]! * (1 + 1e-6), `brick ${index}`).toBeGreaterThanOrEqual(greatestExtinction(TRANSFER, range));
      expect(found[index]!, `brick ${index}`).toBeLessThanOrEqual(1.01 * greatestExtinction(TRANSFER, wider));
      return true;
    });
    expect(visible.length).toBeGreaterThan(10);
    expect(new Set(found).size).toBeGreaterThan(5);
    distances.destroy();
  });
});

describe('skipping', () => {
  const size = { width: 61, height: 47, quality: 'plain' } as const;
  const render = async (scene: VolumeScene, camera: Parameters<Renderer['render']>[1], options: RenderOptions) => {
    const renderer = new Renderer(gpu());
    const [all, some] = await Promise.all(
      [false, true].map((skip) => renderer.render(scene, camera, { ...size, counts: true, ...options, skip })),
    );
    return { all: all!, some: some! };
  };

  const balls = makeBalls(SIZES, 5, GEOMETRIES.oblique);
  const base: VolumeScene = { volume: balls, transfer: TRANSFER, isoValue: 90 };
  const random = createRandom(9);
  const labels = createVolume({
    sizes: [9, 11, 8],
    voxels: Uint8Array.from({ length: 9 * 11 * 8 }, () => (random() < 0.01 ? 1 : 0)),
    indexToWorld: {
      columns: [
        [3.1, 0.2, 0],
        [-0.3, 2.9, 0.4],
        [0.5, 0, 6.1],
      ],
      origin: [-6, 9, 1],
    },
  });
  const mask = createMask({ labels, styles: [{ label: 1, color: [0, 1, 0.3], opacity: 0.7 }] });

  it.each(RENDER_MODES)('changes no bit of mode %s', async (mode) => {
    const cameras = {
      oblique: obliqueCamera(balls),
      inside: insideCamera(balls),
      along: cameraOf(balls, 'd', 'orthographic', size.width / size.height),
    };
    const masked: Partial<VolumeScene> = {
      mask,
      shading: createShading({ light: [1, 2, 3] }),
      clip: [{ normal: [0.2, 0.9, -0.4], offset: 12 }],
    };
    // Each view but one has one of the two looks: kernels take longer to compile than to run.
    const cases = [
      ['oblique', {}],
      ['oblique', masked],
      ['inside', masked],
      ['along', {}],
    ] as const;
    for (const [name, extra] of cases) {
      const { all, some } = await render({ ...base, ...extra, mode }, cameras[name], {});
      const what = `${name}, ${extra === masked ? 'masked, lit and clipped' : 'plain'}`;
      expect(Buffer.compare(all.pixels, some.pixels), what).toBe(0);
      expect(all.stats.samplesSkipped, what).toBe(0);
      // Sums are of all samples that nothing hides.
      if ((mode !== 'average' && mode !== 'xray') || extra === masked)
        expect(some.stats.samplesSkipped, what).toBeGreaterThan(0);
    }
  });

  it.each<[string, RenderOptions]>([
    ['with steps of 0.3', { step: 0.3 }],
    ['with steps of 4', { step: 4 }],
    ['with jitter and three rays per pixel', { jitter: 4, samplesPerPixel: 3 }],
  ])('changes no bit %s', async (_, options) => {
    for (const mode of ['composite', 'isosurface', 'mip'] as const) {
      const { all, some } = await render({ ...base, mode }, obliqueCamera(balls), options);
      expect(Buffer.compare(all.pixels, some.pixels), mode).toBe(0);
      expect(some.stats.samplesSkipped).toBeGreaterThan(0);
    }
  });

  it('takes or skips each sample, once', async () => {
    const { all, some } = await render(base, obliqueCamera(balls), { earlyTermination: false });
    expect(some.counts!.samples.map((taken, pixel) => taken + some.counts!.skipped[pixel]!)).toEqual(
      all.counts!.samples,
    );
    expect(some.stats.samples).toBeLessThan(0.5 * all.stats.samples!);
  });

  it('changes no bit beside meshes', async () => {
    const mesh = createIcosphere({ subdivisions: 2, radius: 12, center: [8, 18, 20] });
    for (const opacity of [1, 0.4]) {
      for (const variant of ['quads', 'batches'] as const) {
        const scene = { ...base, meshes: [{ mesh, opacity }] };
        const { all, some } = await render(scene, obliqueCamera(balls), { variant });
        expect(Buffer.compare(all.pixels, some.pixels), `${opacity}, ${variant}`).toBe(0);
      }
    }
  });

  it('follows what is visible from frame to frame', async () => {
    const renderer = new Renderer(gpu());
    const camera = obliqueCamera(balls);
    const other = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 150, opacity: 0 },
        { value: 200, opacity: 0.7 },
      ],
    });
    const scenes: VolumeScene[] = [
      base,
      { ...base, transfer: other },
      { ...base, mask },
      { ...base, mode: 'isosurface' },
      { ...base, mode: 'isosurface', isoValue: 200 },
      base,
    ];
    for (const scene of scenes) {
      const kept = await renderer.render(scene, camera, { ...size, skip: true });
      const fresh = await new Renderer(gpu()).render(scene, camera, { ...size, skip: false });
      expect(Buffer.compare(kept.pixels, fresh.pixels)).toBe(0);
    }
  });

  it('costs nothing where nothing is hidden: no sample is taken twice', async () => {
    const everything = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [{ value: 0, opacity: 0.01 }],
    });
    const { all, some } = await render({ ...base, transfer: everything }, obliqueCamera(balls), {});
    expect(some.counts!.samples).toEqual(all.counts!.samples);
    expect(some.stats.samplesSkipped).toBe(0);
  });
});
