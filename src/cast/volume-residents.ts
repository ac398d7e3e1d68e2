/** What a volume and its looks became on the device; each is uploaded when it is first met, and found again by identity. */
import type { Gpu } from '../gpu/gpu.js';
import type { PassTimer } from '../gpu/timer.js';
import type { OpacityPoint, TransferFunction } from '../transfer/transfer-function.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';
import { BrickDistances } from './brick-distances.js';
import type { Settings } from './check-scene.js';
import { found } from './found.js';
import { type MaskTexture, uploadMask } from './mask-texture.js';
import type { SkipPlan } from './plan-skipping.js';
import type { VolumeScene } from './scene.js';
import { type TransferTexture, uploadIntegrals, uploadTransfer } from './transfer-texture.js';
import { uploadVolume, type VolumeTexture } from './volume-texture.js';
import { isoTexel } from './volume-uniforms.js';

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
    const distances = skip.distances
      ? await found(this.#distances, volume, () => BrickDistances.create(this.#gpu, volume.resident.sizes))
      : undefined;
    await distances?.ask({
      mode: skip.distances!,
      volume,
      transfer: transferTexture,
      iso: skip.distances === 'isosurface' ? isoTexel(scene, volume.voxelFormat) : undefined,
      shown: undefined,
    });
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
}
