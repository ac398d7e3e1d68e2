/** A panorama on the device, with the tables for sampling directions from it. */

import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Environment, EnvironmentMap } from '../../transfer/light/environment.js';
import { shareLight } from './light-shares.js';

export interface ResidentEnvironment {
  /** Red, green, blue, and the share of the row's light up to this pixel. */
  readonly map: GPUTexture;
  /** `environment_guides` of wgsl/cast/path/light/environment_map.wgsl. */
  readonly guides: GPUTexture;
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
    this.#resident?.guides.destroy();
    this.#resident = undefined;
    this.#source = undefined;
  }
}

function upload({ device }: Gpu, environment: EnvironmentMap): ResidentEnvironment {
  const { width, height, colors } = environment;
  const { ends, guides, total } = shareLight(environment);
  const texels = new Float32Array(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    texels.set(colors.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
    texels[4 * pixel + 3] = ends[pixel]!;
  }
  const create = (
    label: string,
    format: GPUTextureFormat,
    data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    rows: number,
  ) => {
    const size = { width, height: rows };
    const usage = TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST;
    const texture = device.createTexture({ label, size, format, usage });
    device.queue.writeTexture({ texture }, data, { bytesPerRow: data.byteLength / rows }, size);
    return texture;
  };
  return {
    map: create('environment.map', 'rgba32float', texels, height),
    guides: create('environment.guides', 'r32uint', guides, height + 2),
    density: total > 0 ? 1 / total : 0,
  };
}
