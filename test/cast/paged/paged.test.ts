/** A volume in pages is the volume in one texture: to the bit, however few pages there is room for. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { InputError } from '../../../src/errors.js';
import { openPagedVolume, type PagedVolumeOptions } from '../../../src/paged/paged-volume.js';
import { createShading } from '../../../src/transfer/shading.js';
import type { TransferFunction } from '../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { type MemoryStoreOptions, memoryStore } from '../../paged/memory-store.js';
import { cameraOf, GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

// Filters of adapters round places in a texture, and so depend on its size: here kernels interpolate.
const gpu = useTestGpu(['float32-filterable', 'texture-formats-tier1']);

const RANGE = [-500, 1500] as const;
const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.3);
/** Shows the upper values alone, so that most bricks are empty. */
const sparse: TransferFunction = {
  ...transfer,
  opacities: [
    { value: 800, opacity: 0 },
    { value: 1200, opacity: 0.6 },
  ],
};
const shading = createShading({ light: [1, 2, -0.5] });
const gradientOpacities = [
  { value: 0, opacity: 0.3 },
  { value: 60, opacity: 1 },
];

const CAMERAS = {
  oblique: obliqueCamera(volume),
  parallel: cameraOf(volume, 'b', 'orthographic', 1.25),
  inside: insideCamera(volume),
} as const satisfies Record<string, Camera>;

const SIZE: RenderOptions = { width: 20, height: 16, quality: 'plain' };
/** Bytes of an atlas that has room for a single page at least: 8³ voxels and a border. */
const ONE_PAGE = 1;
const PAGE = { pageSide: 8, cacheBytes: 4096 };

async function renderBoth(
  scene: Omit<VolumeScene, 'volume'>,
  camera: Camera,
  options: RenderOptions,
  paging: PagedVolumeOptions,
  store: MemoryStoreOptions = {},
) {
  const renderer = new Renderer(gpu());
  const read = { ...SIZE, ...options, outputs: ['color'] } as const;
  const whole = await renderer.render({ ...scene, volume }, camera, read);
  const pages = await openPagedVolume(memoryStore(volume, store), { ...PAGE, ...paging });
  const paged = await renderer.render({ ...scene, volume: pages.preview, pages }, camera, read);
  renderer.destroy();
  return { whole, paged };
}

const CASES: readonly (readonly [name: string, scene: Omit<VolumeScene, 'volume'>, options?: RenderOptions])[] = [
  ['composites', { transfer }],
  ['lit composites', { transfer, shading }],
  ['gradient opacities, long steps', { transfer: { ...transfer, gradientOpacities } }, { step: 2.3 }],
  ['integrals', { transfer }, { preintegrated: true }],
  ['lit integrals, jittered', { transfer, shading }, { preintegrated: true, jitter: 3 }],
  ['opaque composites, short steps', { transfer: makeTransfer(RANGE, 1) }, { step: 0.4 }],
  ['sparse lit composites', { transfer: sparse, shading }],
  ['the largest', { transfer, mode: 'mip' }],
  ['the smallest', { transfer, mode: 'minip' }],
  ['the mean', { transfer, mode: 'average' }],
  ['an isosurface', { transfer, mode: 'isosurface', isoValue: 700 }, { step: 1.7 }],
  [
    'isosurfaces',
    {
      transfer,
      mode: 'isosurface',
      isosurfaces: [
        { value: 300, color: [1, 0, 0], opacity: 0.4 },
        { value: 800, color: [0, 1, 0], opacity: 0.5 },
      ],
    },
  ],
];

describe.each(CASES.map(([name, scene, options = {}]) => ({ name, scene, options })))('$name', ({ scene, options }) => {
  it.each([
    ['oblique', 'room for one page', { skip: false, atlasBytes: ONE_PAGE, rangesSide: undefined }],
    ['parallel', 'room for a few, and skipping', { skip: true, atlasBytes: 30_000, rangesSide: 4 }],
  ] as const)('are the same from the camera %s with %s', async (camera, __, { skip, atlasBytes, rangesSide }) => {
    const store = rangesSide === undefined ? {} : { rangesSide };
    const { whole, paged } = await renderBoth(scene, CAMERAS[camera], { ...options, skip }, { atlasBytes }, store);
    expect(paged.color).toEqual(whole.color);
    expect(new Set(whole.color).size).toBeGreaterThan(20);
    const { pagesLoaded, pages } = paged.stats.paging!;
    expect(pagesLoaded, 'each page at most once').toBeLessThanOrEqual(pages);
  });
});

it('is the same from inside, where rays go all ways', async () => {
  const { whole, paged } = await renderBoth({ transfer }, CAMERAS.inside, {}, { atlasBytes: ONE_PAGE });
  expect(paged.color).toEqual(whole.color);
  expect(paged.stats.paging!.pagesLoaded).toBeLessThanOrEqual(paged.stats.paging!.pages);
});

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

  it('refuses NaN, which interpolation would spread', async () => {
    const voxels = Float32Array.from(volume.voxels, (value, index) => (index === 1000 ? Number.NaN : value));
    const holey = createVolume({ ...volume, voxels });
    const pages = await openPagedVolume(memoryStore(holey), PAGE);
    const rendering = new Renderer(gpu()).render({ transfer, volume, pages }, CAMERAS.oblique, SIZE);
    await expect(rendering).rejects.toThrow('memory: has voxels of NaN');
  });
});

it.each([
  [{ samplesPerPixel: 2 }, 'several rays a pixel'],
  [{ outputs: ['distances'] }, 'the output distances'],
] as const)('refuses %o', async (options, message) => {
  const pages = await openPagedVolume(memoryStore(volume), PAGE);
  const scene = { transfer, volume: pages.preview, pages };
  await expect(new Renderer(gpu()).render(scene, CAMERAS.oblique, { ...SIZE, ...options })).rejects.toThrow(message);
});
