/** Common parts of the experiments that time shapes in this process: the adapter, an opaque look, frames and their record. */
import { writeFileSync } from 'node:fs';
import {
  type Camera,
  createTransferFunction,
  Renderer,
  type RenderOptions,
  type TransferFunction,
  type VolumeScene,
} from 'tilecast';
import { openGpu } from 'tilecast/node';
import type { Bits } from '../sampling/scene.js';

/** Width and height of a text such as `512x256`. */
export const sidesOf = (text: string) => text.split('x').map(Number) as [number, number];

/** No value is transparent, and rays end soon. */
export function opaqueTransfer(bits: Bits): TransferFunction {
  const top = 2 ** bits - 1;
  return createTransferFunction({
    colors: [
      { value: 0, color: '#101020' },
      { value: top, color: '#ffffff' },
    ],
    opacities: [
      { value: 0, opacity: 0.01 },
      { value: top, opacity: 0.1 },
    ],
  });
}

export class CastTimer {
  readonly renderer: Renderer;
  readonly maxInvocations: number;
  readonly #gpu: Awaited<ReturnType<typeof openGpu>>;

  private constructor(gpu: Awaited<ReturnType<typeof openGpu>>) {
    this.#gpu = gpu;
    this.renderer = new Renderer(gpu);
    this.maxInvocations = gpu.device.limits.maxComputeInvocationsPerWorkgroup;
  }

  static open = async (software: boolean) => new CastTimer(await openGpu({ software }));

  /** A texture that frames end in: nothing is read back, since the GPU's clock falls while it waits for the processor. */
  createTarget = (width: number, height: number): GPUTexture =>
    this.#gpu.device.createTexture({ size: [width, height], format: 'rgba8unorm', usage: 0x10 });

  /** Milliseconds of the cast of one frame. */
  async time(scene: VolumeScene, camera: Camera, options: RenderOptions, target: GPUTexture): Promise<number> {
    const { done } = await this.renderer.render(scene, camera, { ...options, timestamps: true, target });
    const { timesMs } = (await done).times!;
    return timesMs['cast'] ?? Object.values(timesMs)[0]!;
  }

  /** Writes `record` with the adapter's name, numbers to four digits, and gives the device back. */
  finish(path: string, record: object): void {
    const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
    writeFileSync(path, `${JSON.stringify({ adapter: this.#gpu.adapterName, ...record }, rounded)}\n`);
    this.#gpu.destroy();
  }
}
