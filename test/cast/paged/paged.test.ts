/** A volume in pages is the volume in one texture: to the bit, however few pages there is room for. */
import { describe, expect, it } from 'vitest';
import { thickSlab } from '../../../src/camera/thick-slab.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { RENDER_DEFAULTS, settle } from '../../../src/cast/settings.js';
import { planSkipping } from '../../../src/cast/volume/plan-skipping.js';
import { InputError } from '../../../src/errors.js';
import { openPagedVolume } from '../../../src/paged/paged-volume.js';
import type { TransferFunction } from '../../../src/transfer/transfer-function.js';
import { decimate } from '../../../src/volume/resample/decimate.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';
import { memoryStore } from '../../paged/memory-store.js';
import { castReference, expectSamePicture, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { ringAndBall } from '../hybrid-scenes.js';
import { cameraOf } from '../sample-scenes.js';
import { CAMERAS, CASES, expectSame, gpu, ONE_PAGE, PAGE, SIZE, shading, transfer, volume } from './paged-scenes.js';

const AUTO = settle(RENDER_DEFAULTS, 'composite');

/** One for each kernel of its own; the others are in the long tests. */
const QUICK = [
  'the largest of labels',
  'lit composites, three rays, and their surfaces',
  'composites in shadows',
  'labels of its own, lit and in shadows',
  'an isosurface with holes and labels',
  'channels with holes',
  'lit composites in colors',
];

it.each(CASES.filter(({ name }) => QUICK.includes(name)))(
  '$name: the same in pages',
  async ({ scene, options, kind }) => {
    expect(
      await expectSame(
        scene,
        CAMERAS.parallel,
        { ...options, skip: true },
        { atlasBytes: 30_000 },
        { rangesSide: 4, kind },
      ),
    ).toBeGreaterThan(20);
  },
);

it('is the same with more rays than there is room for, which are cast in strips of rows', async () => {
  expect(
    await expectSame({ transfer }, CAMERAS.parallel, { samplesPerPixel: 64 }, { atlasBytes: 200_000 }),
  ).toBeGreaterThan(20);
});

it('is the same in columns, of which a small cache holds the chunks', async () => {
  const side = 64;
  const random = createRandom(7);
  const finest = createVolume({
    sizes: [side, side, side],
    voxels: Int16Array.from({ length: side ** 3 }, () => 1000 * random()),
  });
  const faint = { ...transfer, opacities: [{ value: 0, opacity: 0.001 }] };
  const camera = cameraOf(finest, 'b', 'orthographic', 1);
  const draw = async (cacheBytes: number) => {
    const reads = new Map<string, number>();
    const store = memoryStore(finest, {
      chunkSizes: [4, 4, 4],
      onRead: (chunk) => reads.set(chunk.join(), (reads.get(chunk.join()) ?? 0) + 1),
    });
    const pages = await openPagedVolume(store, { pageSide: 8, cacheBytes, atlasBytes: 2 ** 18 });
    reads.clear();
    const renderer = new Renderer(gpu());
    const options = { ...SIZE, height: 48 };
    const { pixels } = await renderer.render({ transfer: faint, volume: finest, pages }, camera, options);
    renderer.destroy();
    const total = [...reads.values()].reduce((sum, count) => sum + count, 0);
    return { pixels, readsPerChunk: total / reads.size };
  };
  // A layer of all chunks takes 32 KiB.
  const [atOnce, inColumns] = [await draw(2 ** 18), await draw(2 ** 16)];
  expect(inColumns.pixels).toEqual(atOnce.pixels);
  expect(inColumns.readsPerChunk).toBeLessThan(1.6);
});

it('is the same with meshes, and counts the tests of triangles of all rounds', async () => {
  const pages = await openPagedVolume(memoryStore(volume), PAGE);
  const renderer = new Renderer(gpu());
  const options = { ...SIZE, primaryRays: 'bvh', counts: true } as const;
  const meshes = ringAndBall(volume);
  const render = (scene: VolumeScene) => renderer.render({ ...scene, meshes }, CAMERAS.oblique, options);
  const paged = { transfer, volume: pages.preview, pages };
  const [first, again, whole] = [await render(paged), await render(paged), await render({ transfer, volume })];
  renderer.destroy();
  expect(first.pixels).toEqual(whole.pixels);
  expect(first.stats.paging!.rounds).toBeGreaterThan(1);
  expect(first.stats.rti).toBeGreaterThan(whole.stats.rti!);
  expect(again.stats.rti).toBe(whole.stats.rti);
  expect(first.counts!.samples).toEqual(whole.counts!.samples);
});

it.each(['exact', 'hardware'] as const)(
  'is the picture of the float64 reference, by filter %s, in room for one page',
  async (filter) => {
    const random = createRandom(5);
    // Weights of 8 bits are for values that change little from voxel to voxel.
    const noise = filter === 'exact' ? 300 : 10;
    const noisy = createVolume({ ...volume, voxels: volume.voxels.map((value) => value + noise * random()) });
    const pages = await openPagedVolume(memoryStore(noisy), { ...PAGE, atlasBytes: ONE_PAGE });
    const renderer = new Renderer(gpu());
    const scene = { transfer, volume: pages.preview, pages };
    const options = { ...SIZE, filter, width: WIDTH, height: HEIGHT };
    const frame = await renderer.render(scene, CAMERAS.oblique, options);
    renderer.destroy();
    expectSamePicture(frame, castReference({ transfer, volume: noisy }, CAMERAS.oblique));
  },
);

it('is the same from inside, where rays go all ways', async () => {
  expect(await expectSame({ transfer }, CAMERAS.inside, {}, { atlasBytes: ONE_PAGE })).toBeGreaterThan(20);
});

it.each(['composite', 'mip', 'isosurface'] as const)(
  'is the same in slabs thinner than a step, by %s',
  async (mode) => {
    for (const thickness of [1, 0.2]) {
      const scene = { transfer, mode, isoValue: 500, clip: thickSlab(CAMERAS.oblique, thickness) };
      const options = { outputs: ['distances', 'normals'] } as const;
      expect(await expectSame(scene, CAMERAS.oblique, options, { atlasBytes: ONE_PAGE })).toBeGreaterThan(2);
    }
  },
);

it('reads nothing of bricks that show nothing', async () => {
  const most = Math.max(...volume.voxels);
  const highest: TransferFunction = {
    ...transfer,
    opacities: [
      { value: most - 40, opacity: 0 },
      { value: most, opacity: 0.9 },
    ],
  };
  const read = new Set<string>();
  const store = memoryStore(volume, {
    rangesSide: 8,
    chunkSizes: [8, 8, 8],
    onRead: (chunk) => read.add(chunk.join()),
  });
  const pages = await openPagedVolume(store, PAGE);
  read.clear();
  const renderer = new Renderer(gpu());
  const frame = await renderer.render({ transfer: highest, volume: pages.preview, pages }, CAMERAS.oblique, SIZE);
  renderer.destroy();
  // Chunks are as large as pages, whose borders reach into their neighbours: those beside nothing that shows stay unread.
  const { pagesLoaded, pages: all } = frame.stats.paging!;
  expect(pagesLoaded).toBeGreaterThan(0);
  expect(pagesLoaded).toBeLessThan(all / 2);
  expect(read.size).toBeLessThan(18);
});

it('skips bricks of pages whatever looking them up costs, for they need not be read', async () => {
  const pages = await openPagedVolume(memoryStore(volume, { rangesSide: 8 }), PAGE);
  const plan = (scene: Partial<VolumeScene>) =>
    planSkipping({ traits: { kind: 'gpu', subgroupSizes: undefined } }, { volume, transfer, ...scene }, AUTO, 'steps');
  expect(plan({}).lookupsWorth).toBeGreaterThan(0);
  expect(plan({ pages })).toMatchObject({ distances: 'composite', lookupsWorth: undefined });
});

it('loads nothing for a frame whose pages are all there', async () => {
  const pages = await openPagedVolume(memoryStore(volume), PAGE);
  const renderer = new Renderer(gpu());
  const scene = { transfer, volume: pages.preview, pages };
  const first = await renderer.render(scene, CAMERAS.oblique, SIZE);
  const second = await renderer.render(scene, CAMERAS.oblique, SIZE);
  renderer.destroy();
  expect(second.pixels).toEqual(first.pixels);
  expect(second.stats.paging!.pagesLoaded).toBe(first.stats.paging!.pagesLoaded);
});

it('takes its shadows from the preview', async () => {
  const opened = await openPagedVolume(memoryStore(volume), PAGE);
  const preview = decimate(volume, [2, 2, 2]);
  const renderer = new Renderer(gpu());
  const look = { transfer, shading, ambientOcclusion: { rays: 8 } };
  const render = async (scene: Pick<VolumeScene, 'volume' | 'pages' | 'shadows'>) =>
    (await renderer.render({ ...look, ...scene }, CAMERAS.oblique, { ...SIZE, outputs: ['color'] })).color;
  const lit = await render({ volume });
  const exact = await render({ volume, shadows: true });
  const coarse = await render({ volume: preview, pages: { ...opened, preview }, shadows: true });
  renderer.destroy();
  const difference = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0);
  expect(difference(lit, exact)).toBeGreaterThan(10);
  expect(difference(coarse, exact)).toBeLessThan(0.3 * difference(lit, exact));
});

it('tells the times of its pixels where all pages are there, and counts each test of a triangle once', async () => {
  const renderer = new Renderer(gpu());
  const meshes = ringAndBall(volume);
  const render = async (atlasBytes: number) => {
    const pages = await openPagedVolume(memoryStore(volume), { ...PAGE, atlasBytes });
    const options = { ...SIZE, primaryRays: 'bvh', counts: true } as const;
    const scene = { transfer, volume: pages.preview, pages, meshes };
    await renderer.render(scene, CAMERAS.oblique, options);
    const plain = await renderer.render(scene, CAMERAS.oblique, options);
    return { plain, timed: await renderer.render(scene, CAMERAS.oblique, { ...options, timings: true }) };
  };
  const { plain, timed } = await render(2 ** 20);
  expect(timed.pixels).toEqual(plain.pixels);
  expect(timed.counts).toEqual(plain.counts);
  expect(timed.timings!.nanoseconds.some((time) => time > 0)).toBe(true);
  await expect(render(30_000)).rejects.toThrow('needs more than fit into 0 MiB');
  renderer.destroy();
});

describe('a store that fails', () => {
  const failing = (isBroken: () => boolean) =>
    memoryStore(volume, {
      onRead: () => {
        if (isBroken()) throw new InputError('memory: its chunk cannot be read');
      },
    });

  it('ends the frame in one line, and the next frame is whole', async () => {
    let isBroken = false;
    const pages = await openPagedVolume(
      failing(() => isBroken),
      { ...PAGE, cacheBytes: 0 },
    );
    const renderer = new Renderer(gpu());
    const scene = { transfer, volume: pages.preview, pages };
    isBroken = true;
    const failed = renderer.render(scene, CAMERAS.oblique, SIZE);
    await expect(failed).rejects.toThrow('memory: its chunk cannot be read');
    isBroken = false;
    const frame = await renderer.render(scene, CAMERAS.oblique, SIZE);
    const whole = await renderer.render({ transfer, volume }, CAMERAS.oblique, SIZE);
    renderer.destroy();
    expect(frame.pixels).toEqual(whole.pixels);
  });
});

it('refuses another volume that is whole', async () => {
  const pages = await openPagedVolume(memoryStore(volume), PAGE);
  const scene = { transfer, volume: pages.preview, pages, fused: [{ volume, transfer }] };
  await expect(new Renderer(gpu()).render(scene, CAMERAS.oblique, SIZE)).rejects.toThrow('must be in pages too');
});

it('refuses a ground of shadows alone', async () => {
  const pages = await openPagedVolume(memoryStore(volume), PAGE);
  const ground = { point: [0, 0, -100], normal: [0, 0, 1] } as const;
  const scene = { transfer, volume: pages.preview, pages, shadowCatcher: ground };
  const options = { ...SIZE, quality: 'path' } as const;
  const message = 'has no ground that shows shadows alone yet';
  await expect(new Renderer(gpu()).render(scene, CAMERAS.oblique, options)).rejects.toThrow(message);
});

it('has the same paths of light, which wait for pages and go on where they were', async () => {
  const options = { quality: 'path', width: 8, height: 6, samplesPerPixel: 2, skip: false } as const;
  expect(await expectSame({ transfer }, CAMERAS.oblique, options, { atlasBytes: 60_000 })).toBeGreaterThan(20);
});
