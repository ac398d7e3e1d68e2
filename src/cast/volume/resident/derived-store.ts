/** Data that follow from volumes' textures, and go with them: distances to bricks, bricks of labels, and stored gradients. */
import type { Gpu } from '../../../gpu/gpu.js';
import { countBricks } from '../../../volume/bricks.js';
import type { Mask } from '../../../volume/mask.js';
import { BrickDistances, type BrickQuery, loadDistanceKernels } from '../../bricks/distances.js';
import { findLabelBricks } from '../../bricks/labels.js';
import { cached } from '../../frame/cached.js';
import { findShownPages } from '../../paged/shown-by-ranges.js';
import { ResidentCache } from '../../resident-cache.js';
import type { VolumeScene } from '../../scene.js';
import type { SamplingPlan } from '../plan-sampling.js';
import type { SkipPlan } from '../plan-skipping.js';
import { findDifferences, loadDifferencesKernel } from './differences.js';
import type { MaskTexture } from './mask.js';
import type { PresentScene } from './present-volume.js';
import type { VolumeTexture } from './texture.js';
import type { TransferTexture } from './transfer.js';
import { chooseVoxelFormat, toTexel } from './voxel-format.js';

/** Masks whose bricks of one volume are known at a time. */
const MAX_MASKS = 64;

const createShownCache = () =>
  new ResidentCache<Mask, Promise<GPUBuffer>>({ capacity: MAX_MASKS, release: (shown) => shown.destroy() });

export class DerivedStore {
  readonly #gpu: Gpu;
  readonly #distances = new ResidentCache<VolumeTexture, Promise<BrickDistances>>({
    capacity: Infinity,
    release: (distances) => distances.destroy(),
  });
  readonly #differences = new ResidentCache<VolumeTexture, Promise<GPUTexture>>({
    capacity: Infinity,
    release: (texture) => texture.destroy(),
  });
  readonly #shown = new ResidentCache<VolumeTexture, ResidentCache<Mask, Promise<GPUBuffer>>>({
    capacity: Infinity,
    release: (byMask) => byMask.destroy(),
  });

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Compiles what finds a volume's bricks and gradients. */
  async compile(
    { volume, mask }: Pick<VolumeScene, 'volume' | 'mask'>,
    skip: SkipPlan,
    { gradients, words }: Pick<SamplingPlan, 'gradients' | 'words'>,
  ): Promise<void> {
    await Promise.all([
      skip.distances &&
        loadDistanceKernels(this.#gpu, { mode: skip.distances, majorants: skip.majorants }, mask !== undefined),
      gradients === 'stored' && loadDifferencesKernel(this.#gpu, chooseVoxelFormat(this.#gpu, volume.voxels, words)),
    ]);
  }

  /** Central differences at each voxel. */
  differences(volume: VolumeTexture): Promise<GPUTexture> {
    return cached(this.#differences, volume, () => findDifferences(this.#gpu, volume));
  }

  /** Distances to the bricks that are visible in a scene. */
  async distances(
    scene: PresentScene,
    { mode, majorants }: Pick<BrickQuery, 'mode' | 'majorants'>,
    volume: VolumeTexture,
    transfer: TransferTexture,
    maskTexture: MaskTexture | undefined,
  ): Promise<BrickDistances> {
    const { resident, brickSide, voxelFormat } = volume;
    const { mask } = scene;
    const [distances, shown] = await Promise.all([
      cached(this.#distances, volume, () => BrickDistances.create(this.#gpu, countBricks(resident.sizes, brickSide))),
      mask && maskTexture && this.#findShown(scene, volume, mask, maskTexture),
    ]);
    const values = scene.isosurfaces?.map(({ value }) => value) ?? [scene.isoValue ?? 0];
    const isos = mode === 'isosurface' ? values.map((value) => toTexel(voxelFormat, value)).join() : undefined;
    await distances.ask({ mode, volume, transfer, isos, shown, majorants });
    return distances;
  }

  #findShown(
    { pages, pageLabels }: PresentScene,
    volume: VolumeTexture,
    mask: Mask,
    texture: MaskTexture,
  ): Promise<GPUBuffer> {
    const byMask = cached(this.#shown, volume, createShownCache);
    return cached(byMask, mask, () =>
      pages && pageLabels
        ? findShownPages(this.#gpu, pages, pageLabels, volume.brickSide)
        : findLabelBricks(this.#gpu, volume, mask, texture),
    );
  }

  get #caches() {
    return [this.#distances, this.#differences, this.#shown];
  }

  /** Frees what followed from a texture. Its own references to the texture would keep it from being collected. */
  release(volume: VolumeTexture): void {
    for (const cache of this.#caches) cache.delete(volume);
  }

  beginFrame(): void {
    for (const cache of this.#caches) cache.beginFrame();
  }

  destroy(): void {
    for (const cache of this.#caches) cache.destroy();
  }
}
