/** What a scene's parts became on the device; each is uploaded when it is first met, and found again by identity. */
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import type { PassTimer } from '../gpu/timer.js';
import { createBlueNoise } from '../math/blue-noise.js';
import { subpixelOffsets } from '../math/subpixels.js';
import type { OpacityPoint, TransferFunction } from '../transfer/transfer-function.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';
import type { Settings } from './check-scene.js';
import { type MaskTexture, uploadMask } from './mask-texture.js';
import type { Scene } from './scene.js';
import { type TransferTexture, uploadIntegrals, uploadTransfer } from './transfer-texture.js';
import { uploadVolume, type VolumeTexture } from './volume-texture.js';

/** The parts that one frame needs; those that it does without are undefined. */
export interface SceneResidents {
  readonly volume: VolumeTexture;
  readonly transfer: TransferTexture;
  readonly gradientOpacity: TransferTexture | undefined;
  readonly integrals: GPUTexture | undefined;
  readonly mask: MaskTexture | undefined;
  readonly noise: GPUBuffer | undefined;
  readonly subpixels: GPUBuffer | undefined;
}

/** Only its opacities count. */
const asTransfer = (opacities: readonly OpacityPoint[]): TransferFunction => ({
  colors: [{ value: opacities[0]!.value, color: [1, 1, 1] }],
  opacities,
});

export class Residents {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #volumes = new WeakMap<Volume, Promise<VolumeTexture>>();
  readonly #masks = new WeakMap<Mask, Promise<MaskTexture>>();
  readonly #transfers = new WeakMap<TransferFunction, TransferTexture>();
  readonly #integrals = new WeakMap<TransferFunction, GPUTexture>();
  readonly #gradientOpacities = new WeakMap<readonly OpacityPoint[], TransferTexture>();
  readonly #noise = new Map<number, GPUBuffer>();
  readonly #subpixels = new Map<number, GPUBuffer>();

  constructor(gpu: Gpu, timer: PassTimer) {
    this.#gpu = gpu;
    this.#timer = timer;
  }

  /** @throws InputError if the volume or the mask does not fit on the device. */
  async load(
    scene: Scene,
    { allowDownsample, jitter, samplesPerPixel, preintegrated }: Settings,
  ): Promise<SceneResidents> {
    const { transfer, mask } = scene;
    const [volume, maskTexture] = await Promise.all([
      found(this.#volumes, scene.volume, () => uploadVolume(this.#gpu, this.#timer, scene.volume, { allowDownsample })),
      mask && found(this.#masks, mask, () => uploadMask(this.#gpu, mask)),
    ]);
    const { gradientOpacities } = transfer;
    const transferTexture = found(this.#transfers, transfer, () => uploadTransfer(this.#gpu, transfer));
    return {
      volume,
      transfer: transferTexture,
      gradientOpacity:
        gradientOpacities &&
        found(this.#gradientOpacities, gradientOpacities, () =>
          uploadTransfer(this.#gpu, asTransfer(gradientOpacities)),
        ),
      integrals: preintegrated
        ? found(this.#integrals, transfer, () => uploadIntegrals(this.#gpu, transfer, transferTexture))
        : undefined,
      mask: maskTexture,
      noise:
        jitter === undefined
          ? undefined
          : found(this.#noise, jitter, () => this.#createBuffer('noise', createBlueNoise(jitter))),
      subpixels:
        samplesPerPixel === 1
          ? undefined
          : found(this.#subpixels, samplesPerPixel, () =>
              this.#createBuffer('subpixels', Float32Array.from(subpixelOffsets(samplesPerPixel).flat())),
            ),
    };
  }

  #createBuffer(name: string, data: Float32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.#gpu.device.createBuffer({
      label: `cast.${name}`,
      size: data.byteLength,
      usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST,
    });
    this.#gpu.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }
}

/** The value of `key`, made and kept where it is new; a promise that fails is forgotten. */
function found<Key, Value>(
  cache: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown; delete(key: Key): boolean },
  key: Key,
  make: () => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  cache.set(key, value);
  if (value instanceof Promise) value.catch(() => cache.delete(key));
  return value;
}
