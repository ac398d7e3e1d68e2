/** The experiment's passes on the device: gradients into a texture, and the cast with gradients from four sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gpu, Volume } from 'tilecast';
import type { Table } from './scenes.js';

// The flags of the WebGPU specification, which Node has no names for.
const BUFFER = { MAP_READ: 0x1, COPY_SRC: 0x4, COPY_DST: 0x8, UNIFORM: 0x40, STORAGE: 0x80 };
const TEXTURE = { COPY_DST: 0x2, TEXTURE_BINDING: 0x4, STORAGE_BINDING: 0x8 };

/** Stored values: unit normals with the strength of the light, or gradients. */
export const LAYOUTS = {
  normal8: { format: 'rgba8snorm', bytesPerVoxel: 4 },
  gradient8: { format: 'rgba8snorm', bytesPerVoxel: 4 },
  gradient16: { format: 'rgba16float', bytesPerVoxel: 8 },
} as const;
export type Layout = keyof typeof LAYOUTS;

export interface Strength {
  /** 1 over the gradient that is lit in full. */
  readonly gain: number;
  /** The largest gradient that there can be, as a multiple of that one: what 8 bits have to hold. */
  readonly largest: number;
}

/** Source of the gradient of a sample. */
export type Source = 'differences' | Layout;

const readShader = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

async function compile(gpu: Gpu, code: string, constants: Record<string, number>): Promise<GPUComputePipeline> {
  const module = gpu.device.createShaderModule({ code });
  return gpu.wait(gpu.device.createComputePipelineAsync({ layout: 'auto', compute: { module, constants } }));
}

/** Milliseconds by the clock on the wall, and of this process on all cores, which a software adapter computes on. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const startMs = performance.now();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return { wallMs: performance.now() - startMs, cpuMs: (user + system) / 1e3 };
}

/** Submits one pass of `dispatches` equal dispatches and waits; the cost of each. */
async function measurePass(
  gpu: Gpu,
  pipeline: GPUComputePipeline,
  bindings: readonly GPUBindingResource[],
  workgroups: readonly [number, number],
  dispatches = 1,
): Promise<Cost> {
  const entries = bindings.map((resource, binding) => ({ binding, resource }));
  const bindGroup = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindGroup);
  for (let dispatch = 0; dispatch < dispatches; dispatch++) pass.dispatchWorkgroups(...workgroups);
  pass.end();
  const commands = encoder.finish();
  const { wallMs, cpuMs } = await measure(() => {
    gpu.device.queue.submit([commands]);
    return gpu.wait(gpu.device.queue.onSubmittedWorkDone());
  });
  return { wallMs: wallMs / dispatches, cpuMs: cpuMs / dispatches };
}

export function uploadVolume({ device }: Gpu, { sizes, voxels }: Volume & { voxels: Float32Array<ArrayBuffer> }) {
  const usage = TEXTURE.COPY_DST | TEXTURE.TEXTURE_BINDING;
  const texture = device.createTexture({ size: [...sizes], dimension: '3d', format: 'r32float', usage });
  device.queue.writeTexture({ texture }, voxels, { bytesPerRow: 4 * sizes[0], rowsPerImage: sizes[1] }, [...sizes]);
  return texture;
}

/** Makes gradient textures of one volume. */
export class Precomputer {
  readonly #gpu: Gpu;
  readonly #volume: GPUTexture;
  readonly #pipelines: Readonly<Record<Layout, GPUComputePipeline>>;
  readonly #run: number;
  /** Time of the first pipeline: a process that makes one picture pays it too. */
  readonly compileMs: number;

  private constructor(
    gpu: Gpu,
    volume: GPUTexture,
    pipelines: Record<Layout, GPUComputePipeline>,
    { run, compileMs }: { run: number; compileMs: number },
  ) {
    this.#gpu = gpu;
    this.#volume = volume;
    this.#pipelines = pipelines;
    this.#run = run;
    this.compileMs = compileMs;
  }

  static async create(gpu: Gpu, volume: GPUTexture, { gain, largest }: Strength): Promise<Precomputer> {
    // Measured in the upload of volumes: long runs pay on the CPU, short ones where memory coalesces.
    const run = gpu.software ? 64 : 4;
    const code = readShader('precompute.wgsl');
    const create = (layout: Layout) => {
      const stored = {
        stored_scale: layout === 'gradient8' ? 1 / largest : 1,
        as_normal: Number(layout === 'normal8'),
      };
      const { format } = LAYOUTS[layout];
      return compile(gpu, code.replace('rgba16float', format), { strength_gain: gain, run, ...stored });
    };
    const startMs = performance.now();
    const normal8 = await create('normal8');
    const compileMs = performance.now() - startMs;
    const pipelines = { normal8, gradient8: await create('gradient8'), gradient16: await create('gradient16') };
    return new Precomputer(gpu, volume, pipelines, { run, compileMs });
  }

  /** @returns a new texture, and what it took to fill it. */
  async precompute(layout: Layout): Promise<{ gradients: GPUTexture; cost: Cost }> {
    const { width, height, depthOrArrayLayers: depth } = this.#volume;
    const usage = TEXTURE.STORAGE_BINDING | TEXTURE.TEXTURE_BINDING;
    const size = [width, height, depth];
    const { format } = LAYOUTS[layout];
    const gradients = this.#gpu.device.createTexture({ size, dimension: '3d', format, usage });
    const workgroups = [Math.ceil((Math.ceil(width / this.#run) * height) / 64), depth] as const;
    const views = [this.#volume.createView(), gradients.createView()];
    return { gradients, cost: await measurePass(this.#gpu, this.#pipelines[layout], views, workgroups) };
  }
}

/** Casts one volume into a square image. */
export class Caster {
  readonly #gpu: Gpu;
  readonly #volume: GPUTexture;
  readonly #side: number;
  readonly #pipelines: Readonly<Record<Source, GPUComputePipeline>>;
  readonly #frame: GPUBuffer;
  readonly #image: GPUBuffer;
  readonly #counts: GPUBuffer;
  readonly #sampler: GPUSampler;

  private constructor(gpu: Gpu, volume: GPUTexture, side: number, pipelines: Record<Source, GPUComputePipeline>) {
    const create = (size: number, usage: number) => gpu.device.createBuffer({ size, usage });
    this.#gpu = gpu;
    this.#volume = volume;
    this.#side = side;
    this.#pipelines = pipelines;
    this.#frame = create(64, BUFFER.UNIFORM | BUFFER.COPY_DST);
    this.#image = create(4 * side ** 2, BUFFER.STORAGE | BUFFER.COPY_SRC);
    this.#counts = create(8 * side ** 2, BUFFER.STORAGE | BUFFER.COPY_SRC);
    this.#sampler = gpu.device.createSampler({ magFilter: 'linear', minFilter: 'linear' });
  }

  static async create(gpu: Gpu, volume: GPUTexture, { largest }: Strength, side: number): Promise<Caster> {
    const code = readShader('cast.wgsl');
    const create = (source: number, scale = 1) => compile(gpu, code, { gradient_source: source, stored_scale: scale });
    const pipelines = {
      differences: await create(0),
      normal8: await create(1),
      gradient8: await create(2, 1 / largest),
      gradient16: await create(2),
    };
    return new Caster(gpu, volume, side, pipelines);
  }

  /** @param gradients the texture of the source; central differences need none. */
  async cast(
    frame: ArrayBuffer,
    table: GPUTexture,
    { source, gradients }: { readonly source: Source; readonly gradients: GPUTexture | undefined },
    dispatches: number,
  ): Promise<Cost> {
    this.#gpu.device.queue.writeBuffer(this.#frame, 0, frame);
    const volume = this.#volume.createView();
    const bindings = [
      { buffer: this.#frame },
      volume,
      table.createView(),
      this.#sampler,
      { buffer: this.#image },
      { buffer: this.#counts },
      gradients?.createView() ?? volume,
    ];
    const workgroups = [Math.ceil(this.#side / 32), Math.ceil(this.#side / 4)] as const;
    return measurePass(this.#gpu, this.#pipelines[source], bindings, workgroups, dispatches);
  }

  /** The last picture, and how many samples were taken and how many were visible. */
  async read(): Promise<{ pixels: Uint8Array; taken: number; visible: number }> {
    const pixels = new Uint8Array(await readBuffer(this.#gpu, this.#image));
    const counts = new Uint32Array(await readBuffer(this.#gpu, this.#counts));
    const sum = (first: number) => counts.reduce((total, count, index) => total + (index % 2 === first ? count : 0), 0);
    return { pixels, taken: sum(0), visible: sum(1) };
  }
}

export function uploadTable({ device }: Gpu, { rgba }: Table): GPUTexture {
  const size = [rgba.length / 4, 1];
  const usage = TEXTURE.COPY_DST | TEXTURE.TEXTURE_BINDING;
  const texture = device.createTexture({ size, format: 'rgba32float', usage });
  device.queue.writeTexture({ texture }, rgba, { bytesPerRow: rgba.byteLength }, size);
  return texture;
}

async function readBuffer(gpu: Gpu, buffer: GPUBuffer): Promise<ArrayBuffer> {
  const readback = gpu.device.createBuffer({ size: buffer.size, usage: BUFFER.MAP_READ | BUFFER.COPY_DST });
  const encoder = gpu.device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, readback, 0, buffer.size);
  gpu.device.queue.submit([encoder.finish()]);
  const bytes = await gpu.read(readback);
  readback.destroy();
  return bytes;
}
