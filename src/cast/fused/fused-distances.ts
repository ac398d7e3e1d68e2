/** Distances to the visible bricks of several volumes in one texture, one above the other along z. */
import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { BrickDistances } from '../bricks/distances.js';

export class FusedDistances {
  readonly texture: GPUTexture;
  readonly #volumes: readonly BrickDistances[];
  /** The finding of each volume's distances that was copied last. */
  readonly #copied: number[];

  constructor({ device }: Gpu, volumes: readonly BrickDistances[]) {
    this.#volumes = volumes;
    this.#copied = volumes.map(() => -1);
    const across = ([0, 1] as const).map((axis) => Math.max(...volumes.map(({ bricks }) => bricks[axis])));
    this.texture = device.createTexture({
      label: 'fused.distances',
      size: [...across, volumes.reduce((sum, { bricks }) => sum + bricks[2], 0)],
      dimension: '3d',
      format: 'r32sint',
      usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
    });
  }

  /** Whether `encode` has anything to do, once the distances of each volume are found. */
  get isStale(): boolean {
    return this.#volumes.some(({ findings }, index) => findings !== this.#copied[index]);
  }

  /** Copies what was found anew. */
  encode(encoder: GPUCommandEncoder): void {
    let z = 0;
    for (const [index, { texture, bricks, findings }] of this.#volumes.entries()) {
      if (findings !== this.#copied[index]) {
        encoder.copyTextureToTexture({ texture }, { texture: this.texture, origin: [0, 0, z] }, [...bricks]);
        this.#copied[index] = findings;
      }
      z += bricks[2];
    }
  }

  destroy(): void {
    this.texture.destroy();
  }
}
