/** Draws frames to textures and canvases, without reading anything back. */
import { DeviceError } from '../../errors.js';
import { BUFFER_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { linkShader } from '../../gpu/shaders/link-shader.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { UniformWriter } from '../../gpu/uniform-writer.js';
import type { Vec3 } from '../../math/vec3.js';
import type { OutputBuffer } from './output-buffer.js';

const MODULE = 'cast/target/present.wgsl';

/** Formats that take more than 8 bits, for which frames are drawn unquantised. */
const FLOAT_FORMATS: readonly GPUTextureFormat[] = ['rgba16float', 'rgba32float'];

/** Colours are in display space, so formats that would encode them once more are none of these. */
export const TARGET_FORMATS: readonly GPUTextureFormat[] = ['rgba8unorm', 'bgra8unorm', ...FLOAT_FORMATS];

export const isFloatFormat = (format: GPUTextureFormat) => FLOAT_FORMATS.includes(format);

/** The frame to draw and its destination. */
export interface Presentation {
  readonly output: OutputBuffer;
  readonly width: number;
  readonly height: number;
  readonly background: Vec3 | 'transparent';
  /** Frames that float colours are summed over. */
  readonly frames: number;
  readonly texture: GPUTexture;
}

export class Presenter {
  readonly #gpu: Gpu;
  readonly #uniforms: GPUBuffer;
  readonly #writer: UniformWriter;
  /** The target of the frame before. */
  #viewed: { readonly texture: GPUTexture; readonly view: GPUTextureView } | undefined;
  #bound:
    | { readonly pipeline: GPURenderPipeline; readonly output: GPUBuffer; readonly group: GPUBindGroup }
    | undefined;
  readonly #pipelines = new Map<string, Promise<GPURenderPipeline>>();

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
    this.#writer = new UniformWriter(gpu.device);
    this.#uniforms = gpu.device.createBuffer({
      label: 'frame.present',
      size: sizeBytesOf('Present'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
  }

  /** @throws DeviceError if the adapter's compiler refuses it. */
  load(format: GPUTextureFormat): Promise<GPURenderPipeline> {
    const known = this.#pipelines.get(format);
    if (known) return known;
    const pipeline = this.#compile(format);
    this.#pipelines.set(format, pipeline);
    pipeline.catch(() => this.#pipelines.delete(format));
    return pipeline;
  }

  async #compile(format: GPUTextureFormat): Promise<GPURenderPipeline> {
    const { device } = this.#gpu;
    const code = await linkShader(MODULE, { float_color: isFloatFormat(format) });
    const module = device.createShaderModule({ label: MODULE, code });
    try {
      return await this.#gpu.wait(
        device.createRenderPipelineAsync({
          label: MODULE,
          layout: 'auto',
          vertex: { module, entryPoint: 'vertex' },
          fragment: { module, entryPoint: 'fragment', targets: [{ format }] },
        }),
      );
    } catch (cause) {
      throw new DeviceError(`the adapter draws to no texture of the format ${format}: ${(cause as Error).message}`, {
        cause,
      });
    }
  }

  encode(encoder: GPUCommandEncoder, pipeline: GPURenderPipeline, presentation: Presentation): void {
    const { output, width, height, background, frames, texture } = presentation;
    const fields = packStruct('Present', {
      source: [width, height],
      target_size: [texture.width, texture.height],
      background: background === 'transparent' ? [0, 0, 0] : background,
      background_opacity: background === 'transparent' ? 0 : 1,
      first_color: output.layout.first.color ?? 0,
      frames,
    });
    this.#writer.write(this.#uniforms, fields);
    const pass = encoder.beginRenderPass({
      label: 'present',
      colorAttachments: [{ view: this.#viewOf(texture), loadOp: 'clear', storeOp: 'store' }],
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(pipeline, output.buffer));
    pass.draw(3);
    pass.end();
  }

  #viewOf(texture: GPUTexture): GPUTextureView {
    if (this.#viewed?.texture !== texture) this.#viewed = { texture, view: texture.createView() };
    return this.#viewed.view;
  }

  /** The bind group of the frame before, where it still holds. */
  #bind(pipeline: GPURenderPipeline, output: GPUBuffer): GPUBindGroup {
    if (this.#bound?.pipeline !== pipeline || this.#bound.output !== output) {
      const entries = [this.#uniforms, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
      const layout = pipeline.getBindGroupLayout(0);
      const group = this.#gpu.device.createBindGroup({ label: MODULE, layout, entries });
      this.#bound = { pipeline, output, group };
    }
    return this.#bound.group;
  }

  destroy(): void {
    this.#bound = undefined;
    this.#viewed = undefined;
    this.#uniforms.destroy();
  }
}
