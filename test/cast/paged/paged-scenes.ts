/** Scenes whose volume is rendered in pages and in one texture. */
import { expect } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { FusedVolume, MeshScene, VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { OutputName } from '../../../src/cast/target/outputs.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { openPagedVolume, type PagedVolumeOptions } from '../../../src/paged/paged-volume.js';
import type { Isosurface } from '../../../src/transfer/isosurface.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { createXrayTransfer } from '../../../src/transfer/xray.js';
import { createMask, type LabelStyle } from '../../../src/volume/mask.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { type MemoryStoreOptions, memoryStore } from '../../paged/memory-store.js';
import { ringAndBall } from '../hybrid-scenes.js';
import { cameraOf, GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

export const gpu = useTestGpu();

export const RANGE = [-500, 1500] as const;
export const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
export const transfer = makeTransfer(RANGE, 0.3);
/** Shows the upper values alone, so that most bricks are empty. */
const sparse: TransferFunction = {
  ...transfer,
  opacities: [
    { value: 800, opacity: 0 },
    { value: 1200, opacity: 0.6 },
  ],
};
/** Opaque nearly at once. */
const steep: TransferFunction = {
  ...transfer,
  opacities: [
    { value: 500, opacity: 0 },
    { value: 501, opacity: 0.8 },
  ],
};
export const shading = createShading({ light: [1, 2, -0.5] });
const gradientOpacities = [
  { value: 0, opacity: 0.3 },
  { value: 60, opacity: 1 },
];

export const CAMERAS = {
  oblique: obliqueCamera(volume),
  parallel: cameraOf(volume, 'b', 'orthographic', 1.25),
  inside: insideCamera(volume),
} as const satisfies Record<string, Camera>;

/** Filters of adapters round places in a texture, and so depend on its size: here kernels interpolate. */
export const SIZE: RenderOptions = { width: 20, height: 16, quality: 'plain', filter: 'exact' };
/** Bytes of an atlas that has room for a single page at least: 8³ voxels and a border. */
export const ONE_PAGE = 1;
export const PAGE = { pageSide: 8, cacheBytes: 4096 };

/** A store in memory; the volume without symmetry unless told otherwise. */
export interface StoredVolume extends MemoryStoreOptions {
  readonly finest?: Volume;
  /** What the pages are of; without it they are those of the volume. */
  readonly kind?: VolumeKind | undefined;
}

/** Volumes that follow from another, voxel by voxel. */
export interface VolumeKind {
  readonly of: (volume: Volume) => Volume;
  /** Styles of labels: those of the volume itself, or of others on its voxels. */
  readonly styles?: readonly LabelStyle[];
  readonly labels?: (volume: Volume) => Volume;
  /** Volumes that are shown with it, on its voxels. */
  readonly fused?: readonly (Omit<FusedVolume, 'volume'> & Pick<VolumeKind, 'of'>)[];
}

export type PagedScene = Omit<VolumeScene, 'volume'> & Partial<MeshScene>;

/** Renders the level of a volume that is shown, in one texture and in pages. */
async function renderBoth(
  scene: PagedScene,
  camera: Camera,
  options: RenderOptions,
  paging: PagedVolumeOptions,
  { finest: given = volume, kind = PLAIN, ...stored }: StoredVolume = {},
) {
  const renderer = new Renderer(gpu());
  // Rays of volumes in pages find triangles by the tree.
  const read = {
    ...SIZE,
    primaryRays: 'bvh',
    shadowRays: 'bvh',
    ...options,
    outputs: ['color', ...(options.outputs ?? [])],
  } as const;
  const open = async (of: VolumeKind['of']) => {
    const { coarser, ...options } = stored;
    const [finest, coarse] = [of(given), coarser && of(coarser)];
    const shown = paging.level ? coarse! : finest;
    const store = memoryStore(finest, { ...options, ...(coarse && { coarser: coarse }) });
    const opened = await openPagedVolume(store, { ...PAGE, ...paging });
    // Those in colours are in memory.
    return { shown, pages: shown.colors ? { ...opened, preview: shown } : opened };
  };
  const { shown, pages } = await open(kind.of);
  const labels = kind.labels ? await open(kind.labels) : { shown, pages };
  const fused = await Promise.all((kind.fused ?? []).map(async ({ of, ...one }) => ({ ...one, ...(await open(of)) })));
  const { styles } = kind;
  const wholeParts = {
    ...(styles && { mask: createMask({ labels: labels.shown, styles }) }),
    ...(kind.fused && {
      fused: fused.map(({ shown: volume, pages: _, ...one }) => ({
        ...one,
        volume,
        finest: given,
      })),
    }),
  };
  const pagedParts = {
    ...(styles && { mask: createMask({ labels: labels.pages.preview, styles }), labelPages: labels.pages }),
    ...(kind.fused && { fused: fused.map(({ shown: _, ...one }) => ({ ...one, volume: one.pages.preview })) }),
  };
  const render = async (one: VolumeScene) => {
    if (read.accumulate) await renderer.render(one, camera, read);
    return renderer.render(one, camera, read);
  };
  const whole = await render({ ...scene, ...wholeParts, volume: shown, finest: given });
  const paged = await render({ ...scene, ...pagedParts, volume: pages.preview, pages });
  renderer.destroy();
  return { whole, paged };
}

const isosurfaces: readonly Isosurface[] = [
  { value: 300, color: [1, 0, 0], opacity: 0.4 },
  { value: 800, color: [0, 1, 0], opacity: 0.5 },
];
/** On a grid of its own, askew to the volume's. */
const mask = createMask({
  labels: makeVolume(Uint8Array, [0, 4.9], { ...GEOMETRIES.anisotropic, origin: [-6, 9, 0] }, [30, 40, 12]),
  styles: [{ label: 1, color: [0.2, 1, 0.3] }, { label: 2, opacity: 0.5 }, { label: 4 }],
});
const SURFACES: readonly OutputName[] = ['distances', 'normals', 'triangles'];

const PLAIN: VolumeKind = { of: (given) => given };

const toLabels = (of: Volume) =>
  createVolume({ ...of, voxels: Uint16Array.from(of.voxels, (value) => Math.max(Math.floor((value + 500) / 400), 0)) });
const STYLES: readonly LabelStyle[] = [
  { label: 1, color: [0.2, 1, 0.3] },
  { label: 3, color: [0.2, 0.3, 1], opacity: 0.4 },
  { label: 4 },
];
/** Shows labels alike, whatever their numbers. */
const evenTransfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 0.6, 0.2] }],
  opacities: [{ value: 0, opacity: 0.3 }],
});
const OWN_LABELS: VolumeKind = { of: toLabels, styles: STYLES };
const OTHER_LABELS: VolumeKind = { of: (given) => given, labels: toLabels, styles: STYLES };
/** Holes of single voxels and of whole slices. */
const withHoles = (of: Volume) =>
  createVolume({
    ...of,
    voxels: Float32Array.from(of.voxels, (value, index) =>
      index % 37 === 0 || Math.floor(index / of.sizes[0]) % of.sizes[1] === 4 ? Number.NaN : value,
    ),
  });
const HOLES: VolumeKind = { of: withHoles };
const inColors = (of: Volume) =>
  createVolume({ ...of, colors: Uint8Array.from({ length: 4 * of.voxels.length }, (_, byte) => (byte * 89) % 251) });
const COLORS: VolumeKind = { of: inColors };
const shift = (of: Volume, [i, j, k]: Vec3) => {
  const [ni, nj, nk] = of.sizes;
  const from = (index: number) =>
    ((index + i) % ni) + ni * (((Math.floor(index / ni) + j) % nj) + nj * ((Math.floor(index / (ni * nj)) + k) % nk));
  return createVolume({ ...of, voxels: of.voxels.map((_, index) => of.voxels[from(index)]!) });
};
const HOLES_AND_LABELS: VolumeKind = { ...OTHER_LABELS, of: withHoles };
const CHANNELS: VolumeKind = {
  of: withHoles,
  fused: [
    { of: (given) => shift(given, [3, 0, 1]), transfer: evenAbove(600, [0, 1, 0.3]), shading },
    { of: (given) => withHoles(shift(given, [0, 5, 2])), transfer: evenAbove(900, [1, 0, 1]) },
  ],
};

function evenAbove(value: number, color: Vec3): TransferFunction {
  return createTransferFunction({
    colors: [{ value, color }],
    opacities: [
      { value, opacity: 0 },
      { value: value + 300, opacity: 0.4 },
    ],
  });
}

export interface PagedCase {
  readonly name: string;
  readonly scene: PagedScene;
  readonly options: RenderOptions;
  readonly kind?: VolumeKind | undefined;
}

/** The scenes of each kernel, with meshes that lie in a volume. */
export function listCases(within: Volume): PagedCase[] {
  const meshes = ringAndBall(within);
  const list: readonly (readonly [name: string, scene: PagedScene, options?: RenderOptions, kind?: VolumeKind])[] = [
    ['composites', { transfer }],
    ['lit composites', { transfer, shading }],
    ['gradient opacities, long steps', { transfer: { ...transfer, gradientOpacities } }, { step: 2.3 }],
    ['lit composites, jittered', { transfer, shading }, { jitter: 3 }],
    ['composites with meshes in shadows', { transfer, shading, meshes, shadows: true }],
    ['composites of labels', { transfer, mask }],
    ['opaque composites, short steps', { transfer: makeTransfer(RANGE, 1) }, { step: 0.4 }],
    ['sparse lit composites', { transfer: sparse, shading }],
    ['what is entered steeply', { transfer: steep }, { quality: 'fine' }],
    ['what is entered steeply, lit, of labels', { transfer: steep, shading, mask }, { quality: 'fine' }],
    ['composites in shadows', { transfer, shading, shadows: true, ambientOcclusion: { rays: 8 } }],
    ['the largest of labels', { transfer, mode: 'mip', mask }],
    ['the mean of labels', { transfer, mode: 'average', mask }],
    ['an isosurface of labels', { transfer, mode: 'isosurface', isoValue: 450, mask }],
    ['the largest', { transfer, mode: 'mip' }],
    ['the smallest', { transfer, mode: 'minip' }],
    ['the largest, refined, long steps', { transfer, mode: 'mip' }, { quality: 'fine', step: 1.7 }],
    ['the smallest of labels, refined', { transfer, mode: 'minip', mask }, { quality: 'fine' }],
    ['the mean', { transfer, mode: 'average' }],
    ['line integrals of labels', { transfer: createXrayTransfer([0, 1]), mode: 'xray', mask }, { outputs: ['values'] }],
    ['an isosurface', { transfer, mode: 'isosurface', isoValue: 700 }, { step: 1.7 }],
    [
      'isosurfaces',
      {
        transfer,
        mode: 'isosurface',
        isosurfaces,
      },
    ],
    [
      'lit composites, three rays, and their surfaces',
      { transfer, shading },
      { samplesPerPixel: 3, outputs: SURFACES },
    ],
    ['two frames of composites', { transfer }, { accumulate: true, outputs: SURFACES }],
    ['the mean of two rays, as values', { transfer, mode: 'average' }, { samplesPerPixel: 2, outputs: ['values'] }],
    ['composites with meshes', { transfer, meshes }, { outputs: SURFACES }],
    ['composites with meshes, two rays', { transfer, meshes }, { samplesPerPixel: 2 }],
    ['the mean behind meshes', { transfer, meshes, mode: 'average' }],
    ['an isosurface with meshes', { transfer, meshes, mode: 'isosurface', isoValue: 700 }, { outputs: SURFACES }],
    [
      'labels of its own, lit and in shadows',
      { transfer: evenTransfer, shading, shadows: true },
      { outputs: ['labels', 'normals'] },
      OWN_LABELS,
    ],
    ['lit composites of labels beside it', { transfer, shading }, { jitter: 3 }, OTHER_LABELS],
    ['composites with holes', { transfer: sparse }, {}, HOLES],
    ['holes and a mask', { transfer, shading, mask }, {}, HOLES],
    ['an isosurface with holes and labels', { transfer, mode: 'isosurface', isoValue: 450 }, {}, HOLES_AND_LABELS],
    ['the smallest with holes and labels', { transfer, mode: 'minip' }, {}, HOLES_AND_LABELS],
    ['lit composites in colors', { transfer, shading }, {}, COLORS],
    ['channels with holes', { transfer: sparse }, {}, CHANNELS],
    ['channels in shadows', { transfer: sparse, shading, shadows: true }, {}, { ...CHANNELS, of: (given) => given }],
    ['isosurfaces with meshes', { transfer, meshes, mode: 'isosurface', isosurfaces }, { outputs: SURFACES }],
  ];
  return list.map(([name, scene, options = {}, kind]) => ({ name, scene, options, kind }));
}

export const CASES = listCases(volume);

/** Some units in the last place of colours, which are of the size of 1. */
const ROUNDING = 2 ** -20;

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a, (value, at) => Math.abs(value - b[at]!)).reduce((most, one) => Math.max(most, one), 0);

/**
 * Renders both ways, and expects the same floats, and pages that come about once.
 * @returns how many different numbers the colours have.
 */
export async function expectSame(
  scene: PagedScene,
  camera: Camera,
  options: RenderOptions,
  paging: PagedVolumeOptions,
  store: StoredVolume = {},
): Promise<number> {
  const { whole, paged } = await renderBoth(scene, camera, options, paging, store);
  // GPUs contract the sums of paths otherwise in another kernel.
  const rounding = options.quality === 'path' && !gpu().software ? ROUNDING : 0;
  for (const name of ['color', ...(options.outputs ?? [])] as const) {
    if (rounding === 0) expect(paged[name], name).toEqual(whole[name]);
    else expect(largestDifference(paged[name]!, whole[name]!), name).toBeLessThanOrEqual(rounding);
  }
  const { pagesLoaded, pages, pagesEvicted } = paged.stats.paging!;
  const frames = options.accumulate ? 2 : 1;
  // Behind each of its triangles a ray compares the last sample before it again, whose page may be gone.
  const again = scene.meshes ? 3 : 1;
  // Paths come back to pages that are gone.
  if (options.quality === 'path') expect(pagesEvicted).toBeGreaterThan(0);
  else expect(pagesLoaded, 'about once').toBeLessThanOrEqual(Math.ceil(again * frames * pages));
  return new Set(whole.color).size;
}
