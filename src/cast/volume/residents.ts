/** What a volume and its looks became on the device; each is uploaded when it is first met, and found again by identity. */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import type { OpacityPoint, TransferFunction } from '../../transfer/transfer-function.js';
import { countBricks } from '../../volume/bricks.js';
import type { Mask } from '../../volume/mask.js';
import type { Volume } from '../../volume/volume.js';
import { BrickDistances, type BrickQuery } from '../bricks/distances.js';
import { findShownBricks } from '../bricks/labels.js';
import { found } from '../frame/found.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { type MaskTexture, uploadMask } from './mask.js';
import type { SkipPlan } from './plan-skipping.js';
import { uploadVolume, type VolumeTexture } from './texture.js';
import { type TransferTexture, uploadIntegrals, uploadTransfer } from './transfer.js';
import { toTexel } from './voxel-format.js';

/** The parts that one frame needs; those that it does without are undefined. */
export interface VolumeResidents {
  readonly volume: VolumeTexture;
  readonly transfer: TransferTexture;
  readonly gradientOpacity: TransferTexture | undefined;
  readonly integrals: GPUTexture | undefined;
  readonly mask: MaskTexture | undefined;
  /** Undefined where nothing is skipped by them. */
  readonly distances: BrickDistances | undefined;
}

/** Only its opacities count. */
const asTransfer = (opacities: readonly OpacityPoint[]): TransferFunction => ({
  colors: [{ value: opacities[0]!.value, color: [1, 1, 1] }],
  opacities,
});

export class VolumeStore {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #volumes = new WeakMap<Volume, Promise<VolumeTexture>>();
  readonly #masks = new WeakMap<Mask, Promise<MaskTexture>>();
  readonly #transfers = new WeakMap<TransferFunction, TransferTexture>();
  readonly #integrals = new WeakMap<TransferFunction, GPUTexture>();
  readonly #distances = new WeakMap<VolumeTexture, Promise<BrickDistances>>();
  readonly #shown = new WeakMap<VolumeTexture, WeakMap<Mask, Promise<GPUBuffer>>>();
  readonly #gradientOpacities = new WeakMap<readonly OpacityPoint[], TransferTexture>();

  constructor(gpu: Gpu, timer: PassTimer) {
    this.#gpu = gpu;
    this.#timer = timer;
  }

  /** @throws InputError if the volume or the mask does not fit on the device. */
  async load(
    scene: VolumeScene,
    { allowDownsample, preintegrated }: Settings,
    skip: SkipPlan,
  ): Promise<VolumeResidents> {
    const { transfer, mask } = scene;
    const [volume, maskTexture] = await Promise.all([
      found(this.#volumes, scene.volume, () => uploadVolume(this.#gpu, this.#timer, scene.volume, { allowDownsample })),
      mask && found(this.#masks, mask, () => uploadMask(this.#gpu, mask)),
    ]);
    const { gradientOpacities } = transfer;
    const transferTexture = found(this.#transfers, transfer, () => uploadTransfer(this.#gpu, transfer));
    const distances =
      skip.distances && (await this.#loadDistances(scene, skip.distances, volume, transferTexture, maskTexture));
    return {
      volume,
      transfer: transferTexture,
      distances,
      gradientOpacity:
        gradientOpacities &&
        found(this.#gradientOpacities, gradientOpacities, () =>
          uploadTransfer(this.#gpu, asTransfer(gradientOpacities)),
        ),
      integrals: preintegrated
        ? found(this.#integrals, transfer, () => uploadIntegrals(this.#gpu, transfer, transferTexture))
        : undefined,
      mask: maskTexture,
    };
  }

  async #loadDistances(
    scene: VolumeScene,
    mode: BrickQuery['mode'],
    volume: VolumeTexture,
    transfer: TransferTexture,
    maskTexture: MaskTexture | undefined,
  ): Promise<BrickDistances> {
    const { resident, brickSide, voxelFormat } = volume;
    const { mask } = scene;
    const [distances, shown] = await Promise.all([
      found(this.#distances, volume, () => BrickDistances.create(this.#gpu, countBricks(resident.sizes, brickSide))),
      mask && maskTexture && this.#findShown(volume, mask, maskTexture),
    ]);
    const iso = mode === 'isosurface' ? toTexel(voxelFormat, scene.isoValue ?? 0) : undefined;
    await distances.ask({ mode, volume, transfer, iso, shown });
    return distances;
  }

  #findShown(volume: VolumeTexture, mask: Mask, texture: MaskTexture): Promise<GPUBuffer> {
    const byMask = found(this.#shown, volume, () => new WeakMap<Mask, Promise<GPUBuffer>>());
    return found(byMask, mask, () => findShownBricks(this.#gpu, volume, mask, texture));
  }
}
