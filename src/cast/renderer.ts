/** Renders scenes to pixels on one device; what a scene's parts became there is kept from frame to frame. */
import type { Camera } from '../camera/camera.js';
import { readWords } from '../gpu/buffers.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer } from '../gpu/timer.js';
import { formatShape } from '../shapes/shape.js';
import type { ShapeProfile } from '../shapes/shape-profile.js';
import { ShapeSequence } from '../shapes/shape-sequence.js';
import type { Binner } from '../tiles/binner.js';
import { countFilledSlabs } from '../tiles/count-filled-slabs.js';
import { checkScene, checkSettings } from './check-scene.js';
import { type CastKernel, castResources, loadCastKernel } from './frame/cast-kernel.js';
import { type FramePlan, planFrame } from './frame/plan-frame.js';
import { type FrameResidents, FrameStore } from './frame/residents.js';
import { settleAll } from './frame/settle-all.js';
import { type TileBlock, timeBlocks } from './frame/time-blocks.js';
import { FrameUniforms } from './frame/uniforms.js';
import type { Frame, FrameStats, PixelCounts, PixelTimes } from './frame.js';
import type { Pose } from './mesh/arena.js';
import { type GeometryKernels, loadGeometryKernels } from './mesh/geometry.js';
import type { MeshResidents } from './mesh/residents.js';
import type { Scene } from './scene.js';
import { takeApart } from './scene-parts.js';
import { RENDER_DEFAULTS, type RenderOptions, type Settings } from './settings.js';
import type { MeshContents, OutputContents } from './target/frame-output.js';

/** All that the passes of a frame work with. */
interface FrameWork {
  readonly plan: FramePlan;
  readonly residents: FrameResidents;
  readonly castKernel: CastKernel;
  /** Undefined without meshes. */
  readonly meshWork: { readonly kernels: GeometryKernels; readonly pose: Pose; readonly smooth: boolean } | undefined;
}

export interface RendererOptions {
  /** What the adapter was measured to do with each shape: `auto` goes by it. */
  readonly profile?: ShapeProfile | undefined;
  /** Whether frames of volumes with `auto` and timestamps try other shapes now and then, and stay with what is faster. */
  readonly refineShapes?: boolean;
}

export const RENDERER_DEFAULTS = {
  profile: undefined,
  refineShapes: false,
} as const satisfies Required<RendererOptions>;

export class Renderer {
  readonly gpu: Gpu;
  /** Of the frames with `auto`. */
  readonly #shapes: ShapeSequence;
  readonly #timer: PassTimer;
  readonly #store: FrameStore;
  readonly #uniforms: FrameUniforms;
  readonly #sampler: GPUSampler;
  /** Frames share buffers, so one follows another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(gpu: Gpu, options: RendererOptions = {}) {
    const { profile, refineShapes } = { ...RENDERER_DEFAULTS, ...options };
    const { maxComputeInvocationsPerWorkgroup: maxInvocations } = gpu.device.limits;
    this.gpu = gpu;
    this.#shapes = new ShapeSequence({ maxInvocations, profile, refine: refineShapes });
    this.#timer = new PassTimer(gpu);
    this.#store = new FrameStore(gpu, this.#timer);
    this.#uniforms = new FrameUniforms(gpu);
    this.#sampler = gpu.device.createSampler({ label: 'cast.linear', magFilter: 'linear', minFilter: 'linear' });
  }

  /**
   * Renders `scene` as `camera` sees it.
   * @throws InputError for a scene or options that cannot be, DeviceError if the device failed: then there are no pixels.
   */
  render(scene: Scene, camera: Camera, options: RenderOptions = {}): Promise<Frame> {
    const frame = this.#last.then(() => this.#render(scene, camera, { ...RENDER_DEFAULTS, ...options }));
    this.#last = frame.catch(() => undefined);
    return frame;
  }

  async #render(scene: Scene, camera: Camera, settings: Settings): Promise<Frame> {
    checkSettings(settings, this.gpu.device.limits);
    const parts = takeApart(scene);
    checkScene(parts, settings);
    const plan = planFrame(this.gpu, this.#shapes, parts, camera, settings, this.#store.follow(parts));

    this.#timer.begin(settings.timestamps);
    // Kernels compile while voxels go up.
    const loadKernel = (downsampled: boolean) => loadCastKernel(this.gpu, parts, camera, settings, plan, downsampled);
    const { meshes } = parts;
    const [residents, likelyKernel, geometryKernels] = await settleAll([
      this.#store.load(parts, settings, plan),
      loadKernel(false),
      meshes &&
        loadGeometryKernels(this.gpu, {
          orthographic: camera.projection === 'orthographic',
          smooth: meshes.smooth,
          lightTiles: plan.lightGrid?.columns,
        }),
    ]);
    const isDownsampled = (residents.volume?.volume.downsampleFactor ?? 1) > 1;
    const castKernel = isDownsampled ? await loadKernel(true) : likelyKernel;
    this.#uniforms.write({ parts, camera, settings, grid: plan.grid, residents });
    const meshWork = meshes &&
      residents.meshes &&
      geometryKernels && {
        kernels: geometryKernels,
        pose: residents.meshes.geometry.arena.pose(meshes.meshes),
        smooth: meshes.smooth,
      };
    return this.#draw({ plan, residents, castKernel, meshWork }, settings);
  }

  /** Draws a frame; where its bins have no room for all items, they grow, and it is drawn again. */
  async #draw(work: FrameWork, settings: Settings): Promise<Frame> {
    const { plan, residents } = work;
    const { output, meshes, volume } = residents;
    for (;;) {
      this.#submit(work);
      const times = await this.#timer.collect();
      const contents = await output.read(meshes);
      const found = contents.meshes;
      if (meshes && found && (await makeRoom(meshes, found))) {
        this.#timer.begin(settings.timestamps);
        continue;
      }
      if (settings.shape === 'auto' && times.timer === 'gpu') this.#shapes.record(times.timesMs['cast'] ?? 0);
      const timings = settings.timings ? await this.#timeBlocks(work, settings.timestamps) : undefined;
      const { pixels, ids, depths, counts } = timings ? await this.#readAgain(work) : contents;
      const { columns, rows, slabs } = plan.grid;
      const stats: FrameStats = {
        adapter: this.gpu.adapterName,
        software: this.gpu.software,
        shape: `${plan.grid.tileWidth}x${plan.grid.tileHeight}`,
        workgroup: formatShape(plan.shape.shape),
        shapePolicy: plan.shape.policy,
        shapeReason: plan.shape.reason,
        tiles: columns * rows,
        eyeRays: plan.rays?.eye,
        shadowRays: plan.rays?.shadow,
        slabs,
        ...sumCounts(counts),
        triangles: found && meshes ? countTriangles(meshes, found) : 0,
        trianglesSkipped: found?.trianglesSkipped ?? 0,
        binItems: found?.counts?.pairs ?? 0,
        lightBinItems: found?.lightCounts?.pairs ?? 0,
        ...times,
        ...(volume && {
          volume: {
            sizes: volume.volume.resident.sizes,
            format: volume.volume.voxelFormat.format,
            downsampleFactor: volume.volume.downsampleFactor,
          },
        }),
      };
      const slabCounts = settings.slabCounts && meshes?.binner ? await this.#countSlabs(meshes.binner) : undefined;
      const { width, height } = settings;
      return { width, height, pixels, ids, depths, counts, timings, slabCounts, stats };
    }
  }

  #submit(work: FrameWork): void {
    const { plan, castKernel, meshWork } = work;
    const { device } = this.gpu;
    const { volume, meshes, output } = work.residents;
    const encoder = device.createCommandEncoder({ label: 'frame' });
    const encodePass = (name: string, encode: (pass: GPUComputePassEncoder) => void) => {
      const pass = encoder.beginComputePass(this.#timer.describePass(name));
      encode(pass);
      pass.end();
    };
    const bricks = volume?.distances;
    if (bricks?.isStale) encodePass('bricks', (pass) => bricks.encode(pass));
    if (meshes && meshWork) {
      const { geometry, binner, lightBinner, tree } = meshes;
      const { kernels, pose, smooth } = meshWork;
      const { view, lightView } = this.#uniforms;
      if (geometry.needsSurface(pose, smooth)) {
        encoder.clearBuffer(geometry.skipped);
        encodePass('surface', (pass) => geometry.encodeSurface(pass, kernels, pose));
      }
      if (pose.moved) tree?.expire();
      if (plan.rays?.tree && tree?.isStale) tree.encode(encoder, this.#timer);
      if (binner) {
        encodePass('project', (pass) => geometry.encodeCameraView(pass, kernels, view));
        encodePass('bin', (pass) => binner.encode(pass, geometry.bounds));
      }
      if (lightBinner) {
        encodePass('project light', (pass) => geometry.encodeLightView(pass, kernels, lightView));
        encodePass('bin light', (pass) => lightBinner.encode(pass, geometry.bounds));
      }
    }
    encodePass('cast', (pass) => {
      const { paddedColumns, paddedRows } = plan.grid;
      encodeKernel(this.gpu, pass, castKernel, this.#resources(work), [paddedColumns, paddedRows]);
    });
    this.#timer.resolve(encoder);
    output.copy(encoder, meshes);
    device.queue.submit([encoder.finish()]);
  }

  #resources({ residents }: FrameWork) {
    return castResources(this.#uniforms, residents, this.#sampler);
  }

  /** Casts an image anew, block by block, from bins that are there. */
  async #timeBlocks(work: FrameWork, timestamps: boolean): Promise<PixelTimes> {
    const { castKernel, plan, residents } = work;
    const { device } = this.gpu;
    const resources = this.#resources(work);
    // What no block casts is missing from the picture too.
    const clearing = device.createCommandEncoder({ label: 'clear' });
    clearing.clearBuffer(residents.output.buffer);
    device.queue.submit([clearing.finish()]);
    const name = 'block';
    const timeCasts = async ({ firstTile, columns, rows }: TileBlock, casts: number) => {
      this.#timer.begin(timestamps);
      this.#uniforms.writeFirstTile(firstTile);
      const encoder = device.createCommandEncoder({ label: name });
      const pass = encoder.beginComputePass(this.#timer.describePass(name));
      for (let cast = 0; cast < casts; cast++) encodeKernel(this.gpu, pass, castKernel, resources, [columns, rows]);
      pass.end();
      this.#timer.resolve(encoder);
      device.queue.submit([encoder.finish()]);
      return (await this.#timer.collect()).timesMs[name]!;
    };
    return timeBlocks(plan.grid, timestamps && this.gpu.has('timestamp-query') ? 'gpu' : 'wall', timeCasts);
  }

  async #readAgain({ residents: { output } }: FrameWork): Promise<OutputContents> {
    const encoder = this.gpu.device.createCommandEncoder({ label: 'read again' });
    output.copy(encoder, undefined);
    this.gpu.device.queue.submit([encoder.finish()]);
    return output.read(undefined);
  }

  async #countSlabs(binner: Binner): Promise<Uint8Array<ArrayBuffer>> {
    const [starts] = await readWords(this.gpu, [{ buffer: binner.binStarts, length: binner.grid.bins + 1 }]);
    return countFilledSlabs(binner.grid, starts!);
  }

  destroy(): void {
    this.#store.destroy();
    this.#uniforms.destroy();
    this.#timer.destroy();
  }
}

/** Tells whether bins had to grow. */
async function makeRoom(
  { binner, lightBinner }: MeshResidents,
  { counts, lightCounts }: MeshContents,
): Promise<boolean> {
  const grown = await Promise.all([
    binner && counts ? binner.makeRoom(counts) : false,
    lightBinner && lightCounts ? lightBinner.makeRoom(lightCounts) : false,
  ]);
  return grown.includes(true);
}

/** Those that may be seen. */
const countTriangles = ({ geometry }: MeshResidents, { counts, trianglesSkipped }: MeshContents) =>
  counts?.items ?? geometry.arena.triangleCount - trianglesSkipped;

/** Over all pixels. */
function sumCounts(counts: PixelCounts | undefined): Pick<FrameStats, 'samples' | 'samplesSkipped' | 'rti'> {
  const sum = (values: Uint32Array | undefined) => values?.reduce((total, value) => total + value, 0);
  return { samples: sum(counts?.samples), samplesSkipped: sum(counts?.skipped), rti: sum(counts?.tests) };
}
