/** Renders scenes to pixels on one device; what a scene's parts became there is kept from frame to frame. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer } from '../gpu/timer.js';
import { chooseShape } from '../shapes/choose-shape.js';
import { checkShape, formatShape, type Shape } from '../shapes/shape.js';
import type { ShapeChoice } from '../shapes/viewpoint-rule.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';
import { FrameBuffers, type FrameExtent } from './frame-buffers.js';
import { describeView, FRAME_SIZE_BYTES, packFrame } from './frame-uniforms.js';
import { type Frame, RENDER_DEFAULTS, type RenderOptions, type Scene } from './scene.js';
import { type TransferTexture, tableFields, uploadTransfer } from './transfer-texture.js';
import { uploadVolume, type VolumeTexture } from './volume-texture.js';
import { chooseVoxelFormat, type VoxelFormat } from './voxel-format.js';

/** Accumulated opacity at which early ray termination ends a ray. */
const OPAQUE = 0.999;
/** No accumulated opacity reaches it. */
const NEVER_OPAQUE = 2;

type Settings = Required<RenderOptions>;

/** The parts of a scene as they are on the device. */
interface Residents {
  readonly volume: VolumeTexture;
  readonly transfer: TransferTexture;
}

export class Renderer {
  readonly gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #volumes = new WeakMap<Volume, Promise<VolumeTexture>>();
  readonly #transfers = new WeakMap<Scene['transfer'], TransferTexture>();
  readonly #uniforms: GPUBuffer;
  readonly #sampler: GPUSampler;
  #buffers: FrameBuffers | undefined;
  /** Frames share buffers, so one follows another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(gpu: Gpu) {
    this.gpu = gpu;
    this.#timer = new PassTimer(gpu);
    this.#uniforms = gpu.device.createBuffer({
      label: 'frame.uniforms',
      size: FRAME_SIZE_BYTES,
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
    this.#sampler = gpu.device.createSampler({ label: 'cast.linear', magFilter: 'linear', minFilter: 'linear' });
  }

  /**
   * Renders `scene` as `camera` sees it.
   * @throws InputError for options that cannot be, DeviceError if the device failed: then there are no pixels.
   */
  render(scene: Scene, camera: Camera, options: RenderOptions = {}): Promise<Frame> {
    const frame = this.#last.then(() => this.#render(scene, camera, { ...RENDER_DEFAULTS, ...options }));
    this.#last = frame.catch(() => undefined);
    return frame;
  }

  async #render(scene: Scene, camera: Camera, settings: Settings): Promise<Frame> {
    const { device } = this.gpu;
    const { width, height, countSamples } = settings;
    checkSettings(settings, device.limits);
    const { shape, reason } = this.#chooseShape(camera, scene.volume, settings);
    const tiles = { x: Math.ceil(width / shape.width), y: Math.ceil(height / shape.height) };
    const buffers = this.#buffersFor({ width, height, tiles: tiles.x * tiles.y });

    this.#timer.begin(settings.timestamps);
    // The kernel compiles while the volume goes up.
    const [pipeline, volume] = await Promise.all([
      this.#castPipeline(chooseVoxelFormat(this.gpu, scene.volume.voxels), shape, settings),
      this.#residentVolume(scene.volume, settings),
    ]);
    const residents = { volume, transfer: this.#residentTransfer(scene.transfer) };
    device.queue.writeBuffer(this.#uniforms, 0, describeFrame(scene, camera, settings, residents));

    const encoder = device.createCommandEncoder({ label: 'frame' });
    if (countSamples) encoder.clearBuffer(buffers.tileSamples);
    const pass = encoder.beginComputePass(this.#timer.describePass('cast'));
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(pipeline, residents, buffers, settings));
    pass.dispatchWorkgroups(tiles.x, tiles.y);
    pass.end();
    this.#timer.resolve(encoder);
    buffers.copy(encoder, countSamples);
    device.queue.submit([encoder.finish()]);

    const { timer, timesMs } = await this.#timer.collect();
    const { pixels, samples } = await buffers.read(this.gpu, countSamples);
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
        volume: {
          sizes: volume.resident.sizes,
          format: volume.voxelFormat.format,
          downsampleFactor: volume.downsampleFactor,
        },
      },
    };
  }

  #residentVolume(volume: Volume, { allowDownsample }: Settings): Promise<VolumeTexture> {
    let resident = this.#volumes.get(volume);
    if (!resident) {
      resident = uploadVolume(this.gpu, this.#timer, volume, { allowDownsample });
      this.#volumes.set(volume, resident);
      resident.catch(() => this.#volumes.delete(volume));
    }
    return resident;
  }

  #residentTransfer(transfer: Scene['transfer']): TransferTexture {
    let resident = this.#transfers.get(transfer);
    if (!resident) {
      resident = uploadTransfer(this.gpu, transfer);
      this.#transfers.set(transfer, resident);
    }
    return resident;
  }

  #chooseShape(camera: Camera, volume: Volume, { shape }: Settings): ShapeChoice {
    const { maxComputeInvocationsPerWorkgroup: maxInvocations } = this.gpu.device.limits;
    if (shape === 'auto') return chooseShape(camera, volume, { maxInvocations });
    checkShape(shape, maxInvocations);
    return { shape, reason: 'asked for' };
  }

  #castPipeline(voxelFormat: VoxelFormat, shape: Shape, { countSamples }: Settings): Promise<GPUComputePipeline> {
    return this.gpu.kernels.get('cast/cast.wgsl', {
      conditions: { hardware_filter: this.#filtersInHardware(voxelFormat), count: countSamples },
      constants: { tile_width: shape.width, tile_height: shape.height },
    });
  }

  /** The table is 32-bit float whatever the voxels are, so that both take the same path. */
  #filtersInHardware(voxelFormat: VoxelFormat): boolean {
    return voxelFormat.filterable && this.gpu.has('float32-filterable');
  }

  #bind(
    pipeline: GPUComputePipeline,
    { volume, transfer }: Residents,
    buffers: FrameBuffers,
    { countSamples }: Settings,
  ): GPUBindGroup {
    const entries: GPUBindGroupEntry[] = [
      { binding: 0, resource: { buffer: this.#uniforms } },
      { binding: 1, resource: { buffer: buffers.image } },
      { binding: 2, resource: volume.texture.createView() },
      { binding: 3, resource: transfer.texture.createView() },
    ];
    if (this.#filtersInHardware(volume.voxelFormat)) entries.push({ binding: 4, resource: this.#sampler });
    if (countSamples) entries.push({ binding: 5, resource: { buffer: buffers.tileSamples } });
    return this.gpu.device.createBindGroup({ label: 'cast', layout: pipeline.getBindGroupLayout(0), entries });
  }

  #buffersFor(extent: FrameExtent): FrameBuffers {
    if (!this.#buffers?.fit(extent)) {
      this.#buffers?.destroy();
      this.#buffers = new FrameBuffers(this.gpu, extent);
    }
    return this.#buffers;
  }
}

function describeFrame(scene: Scene, camera: Camera, settings: Settings, residents: Residents): ArrayBuffer {
  const { volume, transfer } = residents;
  const { background = [0, 0, 0] } = scene;
  const stepWorld = settings.step * smallestSpacing(volume.resident);
  // The unit stays that of the volume as it was given: a downsampled one looks the same, only coarser.
  const unitWorld = scene.transfer.unit ?? smallestSpacing(scene.volume);
  return packFrame(describeView(camera, volume.resident, settings), {
    ...tableFields(transfer, volume.voxelFormat),
    opacity_exponent: stepWorld / unitWorld,
    opaque: settings.earlyTermination ? OPAQUE : NEVER_OPAQUE,
    image_width: settings.width,
    image_height: settings.height,
    volume_size: volume.resident.sizes,
    background_opacity: background === 'transparent' ? 0 : 1,
    background: background === 'transparent' ? [0, 0, 0] : background,
  });
}

function checkSettings({ width, height, step }: Settings, limits: GPUSupportedLimits): void {
  const sides = [width, height];
  if (!sides.every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw new InputError(`an image's size must be two positive whole numbers, not ${width}x${height}`);
  }
  const maxBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2);
  if (4 * width * height > maxBytes || sides.some((side) => side > limits.maxComputeWorkgroupsPerDimension)) {
    const megapixels = Math.floor(maxBytes / 4e6);
    throw new InputError(
      `an image of ${width}x${height} is too large for this adapter, which takes ${megapixels} megapixels`,
    );
  }
  if (!(Number.isFinite(step) && step > 0)) {
    throw new InputError(`the step between samples must be a positive number, not ${step}`);
  }
}
