/** The light of a panorama on the device, with what directions are drawn from it by. */

import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Environment, EnvironmentMap } from '../../transfer/light/environment.js';
import { createAliasTable, weighPixels } from './alias-table.js';

export interface ResidentEnvironment {
  /** Red, green, blue, and the probability that a draw of the pixel stays with it rather than goes to its alias. */
  readonly map: GPUTexture;
  /** Numbers of pixels. */
  readonly aliases: GPUTexture;
  /** Probability, per steradian, that a direction is drawn, for each unit of the sum of red, green and blue there. */
  readonly density: number;
}

export class EnvironmentStore {
  readonly #gpu: Gpu;
  #source: EnvironmentMap | undefined;
  #resident: ResidentEnvironment | undefined;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Undefined for environments that are formulas. */
  load(environment: Environment): ResidentEnvironment | undefined {
    if (typeof environment === 'string') return undefined;
    if (this.#source === environment) return this.#resident;
    this.destroy();
    this.#resident = upload(this.#gpu, environment);
    this.#source = environment;
    return this.#resident;
  }

  destroy(): void {
    this.#resident?.map.destroy();
    this.#resident?.aliases.destroy();
    this.#resident = undefined;
    this.#source = undefined;
  }
}

function upload({ device }: Gpu, environment: EnvironmentMap): ResidentEnvironment {
  const { width, height, colors } = environment;
  const weights = weighPixels(environment);
  const { thresholds, aliases } = createAliasTable(weights);
  const texels = new Float32Array(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    texels.set(colors.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
    texels[4 * pixel + 3] = thresholds[pixel]!;
  }
  const size = { width, height };
  const create = (
    label: string,
    format: GPUTextureFormat,
    data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => {
    const usage = TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST;
    const texture = device.createTexture({ label, size, format, usage });
    device.queue.writeTexture({ texture }, data, { bytesPerRow: data.byteLength / height }, size);
    return texture;
  };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    map: create('environment.map', 'rgba32float', texels),
    aliases: create('environment.aliases', 'r32uint', aliases),
    density: total > 0 ? 1 / total : 0,
  };
}
