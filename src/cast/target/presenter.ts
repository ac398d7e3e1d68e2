/** Brings frames to textures and canvases, without reading anything back. */
import { DeviceError } from '../../errors.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { linkShader } from '../../gpu/shaders/link-shader.js';
import { sizeBytesOf } from '../../gpu/shaders/structs.js';
import { UniformWriter } from '../../gpu/uniform-writer.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import type { ComputePasses } from '../frame/compute-passes.js';
import type { OutputBuffer } from './output-buffer.js';
import { factsOf } from './texture-facts.js';

const MODULE = 'cast/target/present.wgsl';

/** Formats that take more than 8 bits, for which frames are drawn unquantised. */
const FLOAT_FORMATS: readonly GPUTextureFormat[] = ['rgba16float', 'rgba32float'];

/** Colours are in display space, so formats that would encode them once more are none of these. */
export const TARGET_FORMATS: readonly GPUTextureFormat[] = ['rgba8unorm', 'bgra8unorm', ...FLOAT_FORMATS];

/** Formats that kernels can store in on every adapter. */
export const STORED_FORMATS: readonly GPUTextureFormat[] = ['rgba8unorm', ...FLOAT_FORMATS];

export const isFloatFormat = (format: GPUTextureFormat) => FLOAT_FORMATS.includes(format);

/** Textures of one format, and whether they take what a kernel stores. */
export interface TextureKind {
  readonly format: GPUTextureFormat;
  readonly isStored: boolean;
}

/** Draws by the rasterizer, or stores by a kernel. */
export type PresentPipeline =
  | { readonly draw: GPURenderPipeline; readonly store?: never }
  | { readonly store: StoreKernel; readonly draw?: never };

type StoreKernel = Kernel<'cast/target/store.wgsl'>;

/** Texels along the side of a workgroup that stores. */
const STORED_SIDE = 16;

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
  readonly #pipelines = new Map<string, Promise<PresentPipeline>>();

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
  load({ format, isStored }: TextureKind): Promise<PresentPipeline> {
    const key = `${format} ${isStored}`;
    const known = this.#pipelines.get(key);
    if (known) return known;
    const pipeline = isStored ? this.#compileStore(format) : this.#compileDraw(format);
    this.#pipelines.set(key, pipeline);
    pipeline.catch(() => this.#pipelines.delete(key));
    return pipeline;
  }

  async #compileStore(format: GPUTextureFormat): Promise<PresentPipeline> {
    const conditions = { float_color: isFloatFormat(format), half_color: format === 'rgba16float' };
    const constants = { side: STORED_SIDE };
    return { store: await this.#gpu.kernels.get('cast/target/store.wgsl', { conditions, constants }) };
  }

  async #compileDraw(format: GPUTextureFormat): Promise<PresentPipeline> {
    const { device } = this.#gpu;
    const code = await linkShader(MODULE, { float_color: isFloatFormat(format) });
    const module = device.createShaderModule({ label: MODULE, code });
    try {
      const draw = await this.#gpu.wait(
        device.createRenderPipelineAsync({
          label: MODULE,
          layout: 'auto',
          vertex: { module, entryPoint: 'vertex' },
          fragment: { module, entryPoint: 'fragment', targets: [{ format }] },
        }),
      );
      return { draw };
    } catch (cause) {
      throw new DeviceError(`the adapter draws to no texture of the format ${format}: ${(cause as Error).message}`, {
        cause,
      });
    }
  }

  encode(passes: ComputePasses, { draw, store }: PresentPipeline, presentation: Presentation): void {
    const { output, width, height, background, frames, texture } = presentation;
    const size = factsOf(texture);
    this.#writer.writeStruct(this.#uniforms, 'Present', {
      source: [width, height],
      target_size: [size.width, size.height],
      background: background === 'transparent' ? [0, 0, 0] : background,
      background_opacity: background === 'transparent' ? 0 : 1,
      first_color: output.layout.first.color ?? 0,
      frames,
    });
    if (store) passes.encodeUntimed('present', (pass) => this.#store(pass, store, output.buffer, texture));
    else this.#draw(passes.between(), draw, output.buffer, texture);
  }

  #store(pass: GPUComputePassEncoder, kernel: StoreKernel, frame: GPUBuffer, texture: GPUTexture): void {
    const resources = { present: this.#uniforms, frame, stored: texture };
    const { width, height } = factsOf(texture);
    encodeKernel(this.#gpu, pass, kernel, resources, [Math.ceil(width / STORED_SIDE), Math.ceil(height / STORED_SIDE)]);
  }

  #draw(encoder: GPUCommandEncoder, pipeline: GPURenderPipeline, frame: GPUBuffer, texture: GPUTexture): void {
    const pass = encoder.beginRenderPass({
      label: 'present',
      colorAttachments: [{ view: this.#viewOf(texture), loadOp: 'clear', storeOp: 'store' }],
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(pipeline, frame));
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
