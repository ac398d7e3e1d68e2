/** A volume that goes up before anything else of its scene is known, until a scene asks for it. */
import type { Gpu } from '../../../gpu/gpu.js';
import type { PassTimer } from '../../../gpu/timer.js';
import type { Volume } from '../../../volume/volume.js';
import { fastestWords } from '../plan-sampling.js';
import type { WordFormat } from '../sampling.js';
import type { ReadVoxels } from './stage-voxels.js';
import { uploadVolume, type VolumeTexture } from './texture.js';

interface Upload {
  readonly volume: Volume;
  readonly words: WordFormat;
  readonly texture: Promise<VolumeTexture>;
}

/** One at a time: another takes its place. */
export class EarlyUpload {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #release: (texture: VolumeTexture) => void;
  #upload: Upload | undefined;

  constructor(gpu: Gpu, timer: PassTimer, release: (texture: VolumeTexture) => void) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#release = release;
  }

  /** @throws what `read` throws, InputError if the volume does not fit as it is. */
  async begin(volume: Volume, read: ReadVoxels): Promise<void> {
    this.destroy();
    const words = fastestWords(this.#gpu);
    const texture = uploadVolume(this.#gpu, this.#timer, volume, { words, read, allowDownsample: false });
    this.#upload = { volume, words, texture };
    await texture;
  }

  /** The texture of a volume of the same voxels, for the first who asks; rejects as `begin` does. */
  take(volume: Volume, words: WordFormat): Promise<VolumeTexture> | undefined {
    const upload = this.#upload;
    if (!upload || upload.words !== words || !hasSameVoxels(upload.volume, volume)) return undefined;
    this.#upload = undefined;
    const { sizes, indexToWorld } = volume;
    return upload.texture.then((texture) => ({ ...texture, resident: { sizes, indexToWorld } }));
  }

  /** Frees what nobody has taken. */
  destroy(): void {
    // An upload that failed left nothing to free.
    this.#upload?.texture.then(this.#release).catch(() => undefined);
    this.#upload = undefined;
  }
}

/** Whether two volumes have one memory, whatever their place in the world. */
function hasSameVoxels(a: Volume, b: Volume): boolean {
  const [first, second] = [a.voxels, b.voxels];
  return (
    first.buffer === second.buffer &&
    first.byteOffset === second.byteOffset &&
    first.constructor === second.constructor &&
    a.sizes.every((size, axis) => size === b.sizes[axis]) &&
    a.colors === b.colors
  );
}
