/** Renders scenes to pixels on one device; what a scene's parts became there is kept from frame to frame. */
import type { Camera } from '../camera/camera.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import type { ShaderConditions } from '../gpu/link-key.js';
import { PassTimer } from '../gpu/timer.js';
import { chooseShape } from '../shapes/choose-shape.js';
import { checkShape, formatShape } from '../shapes/shape.js';
import type { ShapeChoice } from '../shapes/viewpoint-rule.js';
import type { Volume } from '../volume/volume.js';
import { checkScene, checkSettings, type Settings } from './check-scene.js';
import { describeFrame } from './describe-frame.js';
import { FrameBuffers, type FrameExtent } from './frame-buffers.js';
import { FRAME_SIZE_BYTES } from './frame-uniforms.js';
import { Residents, type SceneResidents } from './residents.js';
import { type Frame, RENDER_DEFAULTS, type RenderOptions, type Scene } from './scene.js';
import { chooseVoxelFormat } from './voxel-format.js';

export class Renderer {
  readonly gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #residents: Residents;
  readonly #uniforms: GPUBuffer;
  readonly #sampler: GPUSampler;
  /** Exactly as long as the planes of the last frame: the kernel counts them by its length. */
  #planes: GPUBuffer | undefined;
  #buffers: FrameBuffers | undefined;
  /** Frames share buffers, so one follows another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(gpu: Gpu) {
    this.gpu = gpu;
    this.#timer = new PassTimer(gpu);
    this.#residents = new Residents(gpu, this.#timer);
    this.#uniforms = gpu.device.createBuffer({
      label: 'frame.uniforms',
      size: FRAME_SIZE_BYTES,
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
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
    const { device, kernels } = this.gpu;
    const { width, height, countSamples } = settings;
    checkSettings(settings, device.limits);
    checkScene(scene, settings);
    const { shape, reason } = this.#chooseShape(camera, scene.volume, settings);
    const tiles = { x: Math.ceil(width / shape.width), y: Math.ceil(height / shape.height) };
    const buffers = this.#buffersFor({ width, height, tiles: tiles.x * tiles.y });
    const conditions = this.#castConditions(scene, settings);

    this.#timer.begin(settings.timestamps);
    // The kernel compiles while the volume goes up.
    const [pipeline, residents] = await Promise.all([
      kernels.get('cast/cast.wgsl', {
        conditions,
        constants: { tile_width: shape.width, tile_height: shape.height },
      }),
      this.#residents.load(scene, settings),
    ]);
    const { uniforms, planes } = describeFrame(scene, camera, settings, residents);
    device.queue.writeBuffer(this.#uniforms, 0, uniforms);
    this.#planes = this.#fittingBuffer(this.#planes, planes.byteLength);
    device.queue.writeBuffer(this.#planes, 0, planes);

    const encoder = device.createCommandEncoder({ label: 'frame' });
    if (countSamples) encoder.clearBuffer(buffers.tileSamples);
    const pass = encoder.beginComputePass(this.#timer.describePass('cast'));
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(pipeline, conditions, residents, buffers));
    pass.dispatchWorkgroups(tiles.x, tiles.y);
    pass.end();
    this.#timer.resolve(encoder);
    buffers.copy(encoder, countSamples);
    device.queue.submit([encoder.finish()]);

    const { timer, timesMs } = await this.#timer.collect();
    const { pixels, samples } = await buffers.read(this.gpu, countSamples);
    const { resident, voxelFormat, downsampleFactor } = residents.volume;
    return {
      width,
      height,
      pixels,
      stats: {
        adapter: this.gpu.adapterName,
        software: this.gpu.software,
        shape: formatShape(shape),
        shapeReason: reason,
        tiles: tiles.x * tiles.y,
        samples,
        samplesSkipped: 0,
        triangles: 0,
        binItems: 0,
        rti: 0,
        timesMs,
        timer,
        volume: { sizes: resident.sizes, format: voxelFormat.format, downsampleFactor },
      },
    };
  }

  #chooseShape(camera: Camera, volume: Volume, { shape }: Settings): ShapeChoice {
    const { maxComputeInvocationsPerWorkgroup: maxInvocations } = this.gpu.device.limits;
    if (shape === 'auto') return chooseShape(camera, volume, { maxInvocations });
    checkShape(shape, maxInvocations);
    return { shape, reason: 'asked for' };
  }

  /** The parts of the kernel that this frame needs. */
  #castConditions(scene: Scene, settings: Settings): ShaderConditions {
    const { mode = 'composite', shading, transfer, clip, mask, volume } = scene;
    return {
      [settings.preintegrated ? 'preintegrated' : mode]: true,
      shade: mode === 'composite' && shading !== undefined,
      gradient_opacity: mode === 'composite' && transfer.gradientOpacities !== undefined,
      clip: clip !== undefined && clip.length > 0,
      mask: mask !== undefined,
      jitter: settings.jitter !== undefined,
      supersample: settings.samplesPerPixel > 1,
      count: settings.countSamples,
      // The table is 32-bit float whatever the voxels are, so that both take the same path.
      hardware_filter: chooseVoxelFormat(this.gpu, volume.voxels).filterable && this.gpu.has('float32-filterable'),
    };
  }

  #bind(
    pipeline: GPUComputePipeline,
    conditions: ShaderConditions,
    residents: SceneResidents,
    buffers: FrameBuffers,
  ): GPUBindGroup {
    const { volume, transfer, gradientOpacity, integrals, mask, noise, subpixels } = residents;
    const bindings: (GPUBindingResource | undefined)[] = [
      { buffer: this.#uniforms },
      { buffer: buffers.image },
      volume.texture.createView(),
      transfer.texture.createView(),
      conditions['hardware_filter'] ? this.#sampler : undefined,
      conditions['count'] ? { buffer: buffers.tileSamples } : undefined,
      this.#planes && { buffer: this.#planes },
      conditions['gradient_opacity'] ? gradientOpacity?.texture.createView() : undefined,
      mask?.labels.createView(),
      mask && (conditions['composite'] || conditions['isosurface']) ? { buffer: mask.styles } : undefined,
      noise && { buffer: noise },
      subpixels && { buffer: subpixels },
      integrals?.createView(),
    ];
    const entries = bindings.flatMap((resource, binding) => (resource ? [{ binding, resource }] : []));
    return this.gpu.device.createBindGroup({ label: 'cast', layout: pipeline.getBindGroupLayout(0), entries });
  }

  #fittingBuffer(old: GPUBuffer | undefined, size: number): GPUBuffer {
    if (old?.size === size) return old;
    old?.destroy();
    const usage = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST;
    return this.gpu.device.createBuffer({ label: 'frame.planes', size, usage });
  }

  #buffersFor(extent: FrameExtent): FrameBuffers {
    if (!this.#buffers?.fit(extent)) {
      this.#buffers?.destroy();
      this.#buffers = new FrameBuffers(this.gpu, extent);
    }
    return this.#buffers;
  }
}
