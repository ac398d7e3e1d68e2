/** Finds the bricks in which samples may be visible, and each brick's distance to them, for skipping. */
import { allocateStorage, createConstants } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Conditions, Kernel } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE, TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import type { VolumeTexture } from '../volume/resident/texture.js';
import { type TransferTexture, tableFields } from '../volume/resident/transfer.js';

/** The query for visible bricks, which is repeated when any field changes. */
export interface BrickQuery {
  readonly mode: 'composite' | 'isosurface' | 'average';
  readonly volume: VolumeTexture;
  readonly transfer: TransferTexture;
  /** Texels of isosurfaces, by commas. */
  readonly isos: string | undefined;
  /** A word a brick: whether the mask lets anything of it through; undefined without a mask. */
  readonly shown: GPUBuffer | undefined;
  /** Whether paths of light need bounds of the extinction, of composites. */
  readonly majorants: boolean;
}

const QUERY_CONDITIONS = {
  composite: {},
  isosurface: { isosurface: true },
  average: { average: true },
} as const satisfies Readonly<Record<BrickQuery['mode'], Conditions<'cast/bricks/activity.wgsl'>>>;

/** The kernels of a query, with `masked` where a mask hides bricks: compiled at once, and kept. */
export function loadDistanceKernels(
  { kernels }: Gpu,
  { mode, majorants }: Pick<BrickQuery, 'mode' | 'majorants'>,
  masked: boolean,
) {
  return Promise.all([
    kernels.get('cast/bricks/activity.wgsl', { conditions: { ...QUERY_CONDITIONS[mode], mask: masked } }),
    majorants ? kernels.get('cast/bricks/majorants.wgsl') : undefined,
    kernels.get('cast/bricks/distances.wgsl'),
  ]);
}

interface Work {
  readonly query: BrickQuery;
  readonly activity: Kernel<'cast/bricks/activity.wgsl'>;
  readonly majorants: Kernel<'cast/bricks/majorants.wgsl'> | undefined;
  readonly carry: Kernel<'cast/bricks/distances.wgsl'>;
}

export class BrickDistances {
  /** r32sint: of active bricks minus the distance to the nearest inactive one, of others that to the nearest active one. */
  readonly texture: GPUTexture;
  /** `BrickGain` of wgsl/cast/bricks/distances.wgsl, as kernels that cast rays weigh it. */
  readonly gain: GPUBuffer;
  readonly #gpu: Gpu;
  readonly bricks: Vec3;
  /** How often they were found. */
  findings = 0;
  readonly #rule: GPUBuffer;
  /** The numbers of x, y and z: uniforms, since a constant would have a kernel compiled for each. */
  readonly #axes: readonly GPUBuffer[];
  readonly #ping: GPUBuffer;
  readonly #pong: GPUBuffer;
  #majorants: GPUTexture | undefined;
  #known: BrickQuery | undefined;
  #work: Work | undefined;

  private constructor(gpu: Gpu, bricks: Vec3, { ping, pong }: Record<'ping' | 'pong', GPUBuffer>) {
    this.#gpu = gpu;
    this.bricks = bricks;
    this.#axes = [0, 1, 2].map((axis) => createConstants(gpu, 'bricks.axis', [axis]));
    this.#ping = ping;
    this.#pong = pong;
    this.#rule = gpu.device.createBuffer({
      label: 'bricks.rule',
      size: sizeBytesOf('BrickRule'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
    this.gain = gpu.device.createBuffer({
      label: 'bricks.gain',
      size: 16,
      usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST | BUFFER_USAGE.COPY_SRC,
    });
    this.texture = this.#createTexture('bricks.distances', 'r32sint');
  }

  #createTexture(label: string, format: GPUTextureFormat): GPUTexture {
    return this.#gpu.device.createTexture({
      label,
      size: [...this.bricks],
      dimension: '3d',
      format,
      usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.STORAGE_BINDING | TEXTURE_USAGE.COPY_SRC,
    });
  }

  /** r32float, once they are asked for: the texels of wgsl/cast/bricks/majorants.wgsl. */
  get majorants(): GPUTexture | undefined {
    return this.#majorants;
  }

  /** @throws DeviceError where there is no memory. */
  static async create(gpu: Gpu, bricks: Vec3): Promise<BrickDistances> {
    const count = bricks[0] * bricks[1] * bricks[2];
    return new BrickDistances(gpu, bricks, await allocateStorage(gpu, 'bricks', { ping: count, pong: count }));
  }

  /** Gets ready for what `encode` is to find. */
  async ask(query: BrickQuery): Promise<void> {
    const known = this.#known;
    // A query that failed is not to be found any more.
    this.#work = undefined;
    if (known && Object.entries(query).every(([name, part]) => known[name as keyof BrickQuery] === part)) return;
    const { shown, transfer, volume, isos = '' } = query;
    const [activity, majorants, carry] = await loadDistanceKernels(this.#gpu, query, shown !== undefined);
    const fields = { ...tableFields(transfer, volume.voxelFormat), bricks: this.bricks, ...isoFields(isos) };
    const rule = packStruct('BrickRule', fields);
    this.#gpu.device.queue.writeBuffer(this.#rule, 0, rule);
    this.#gpu.device.queue.writeBuffer(this.gain, 0, new Uint32Array(2));
    this.#work = { query, activity, majorants, carry };
  }

  /** Whether `encode` has anything to do. */
  get isStale(): boolean {
    return this.#work !== undefined;
  }

  encode(pass: GPUComputePassEncoder): void {
    if (!this.#work) return;
    const { query, activity, majorants, carry } = this.#work;
    const count = this.bricks[0] * this.bricks[1] * this.bricks[2];
    const { volume, transfer, shown } = query;
    const known = { ranges: volume.brickRanges, opacities: transfer.opacities, shown };
    const rule = this.#rule;
    encodeLoop(this.#gpu, pass, activity, { ...known, rule, distances: this.#ping }, count);
    const buffers = [
      { before: this.#ping, after: this.#pong },
      { before: this.#pong, after: this.#ping },
      { before: this.#ping, after: this.#pong },
    ];
    for (const [index, axis] of this.#axes.entries()) {
      const found = { rule, axis, ...buffers[index], distances: this.texture, gain: this.gain };
      encodeLoop(this.#gpu, pass, carry, found, count);
    }
    if (majorants) {
      this.#majorants ??= this.#createTexture('bricks.majorants', 'r32float');
      const bounds = { ...known, rule, distances: this.texture, majorants: this.#majorants };
      encodeLoop(this.#gpu, pass, majorants, bounds, count);
    }
    this.#known = query;
    this.findings++;
    this.#work = undefined;
  }

  destroy(): void {
    for (const resource of [this.texture, this.gain, this.#rule, ...this.#axes, this.#ping, this.#pong])
      resource.destroy();
    this.#majorants?.destroy();
  }
}

function isoFields(isos: string) {
  const texels = isos === '' ? [] : isos.split(',').map(Number);
  const four = (first: number) => [0, 1, 2, 3].map((n) => texels[first + n] ?? 0) as unknown as Vec4;
  return { iso_count: texels.length, isos: [four(0), four(4)] };
}

type Vec4 = readonly [number, number, number, number];
