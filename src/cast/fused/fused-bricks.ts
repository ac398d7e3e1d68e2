/** Distances to visible bricks of several volumes in one texture, one volume above the other along z, and so bounds of extinction. */
import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import type { BrickDistances } from '../bricks/distances.js';

export class FusedBricks {
  /** Distances to visible bricks: `texture` of `BrickDistances`. */
  readonly distances: GPUTexture;
  readonly #device: GPUDevice;
  readonly #volumes: readonly BrickDistances[];
  readonly #size: Vec3;
  #majorants: GPUTexture | undefined;
  /** The finding of each volume's bricks that was copied last. */
  readonly #copied: number[];

  constructor({ device }: Gpu, volumes: readonly BrickDistances[]) {
    this.#device = device;
    this.#volumes = volumes;
    this.#copied = volumes.map(() => -1);
    const across = (axis: 0 | 1) => Math.max(...volumes.map(({ bricks }) => bricks[axis]));
    this.#size = [across(0), across(1), volumes.reduce((sum, { bricks }) => sum + bricks[2], 0)];
    this.distances = this.#createTexture('fused.distances', 'r32sint');
  }

  /** Bounds of extinction, `majorants` of `BrickDistances`, once those of all volumes are found. */
  get majorants(): GPUTexture | undefined {
    return this.#majorants;
  }

  #createTexture(label: string, format: GPUTextureFormat): GPUTexture {
    const usage = TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST;
    return this.#device.createTexture({ label, size: [...this.#size], dimension: '3d', format, usage });
  }

  /** Whether `encode` has anything to do, once the bricks of each volume are found. */
  get isStale(): boolean {
    return this.#volumes.some(({ findings }, index) => findings !== this.#copied[index]);
  }

  /** Copies what was found anew. */
  encode(encoder: GPUCommandEncoder): void {
    if (this.#volumes.every(({ majorants }) => majorants)) {
      this.#majorants ??= this.#createTexture('fused.majorants', 'r32float');
    }
    let z = 0;
    for (const [index, { texture, majorants, bricks, findings }] of this.#volumes.entries()) {
      if (findings !== this.#copied[index]) {
        const origin = [0, 0, z];
        encoder.copyTextureToTexture({ texture }, { texture: this.distances, origin }, [...bricks]);
        if (majorants && this.#majorants) {
          encoder.copyTextureToTexture({ texture: majorants }, { texture: this.#majorants, origin }, [...bricks]);
        }
        this.#copied[index] = findings;
      }
      z += bricks[2];
    }
  }

  destroy(): void {
    this.distances.destroy();
    this.#majorants?.destroy();
  }
}
