/** Renders scenes to pixels on one device; what a scene's parts became there is kept from frame to frame. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer } from '../gpu/timer.js';
import { chooseShape } from '../shapes/choose-shape.js';
import { checkShape, formatShape, type Shape } from '../shapes/shape.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';
import { describeView, FRAME_SIZE_BYTES, packFrame } from './frame-uniforms.js';
import { type Frame, RENDER_DEFAULTS, type RenderOptions, type Scene } from './scene.js';
import { type TransferTexture, tableFields, uploadTransfer } from './transfer-texture.js';
import { uploadVolume, type VolumeTexture } from './volume-texture.js';

/** Accumulated opacity at which early ray termination ends a ray. */
const OPAQUE = 0.999;
/** No accumulated opacity reaches it. */
const NEVER_OPAQUE = 2;

/** Buffers of one image size and tile count. */
interface FrameBuffers {
  readonly width: number;
  readonly height: number;
  readonly image: GPUBuffer;
  readonly tileSamples: GPUBuffer;
  readonly readback: GPUBuffer;
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

  async #render(scene: Scene, camera: Camera, options: Required<RenderOptions>): Promise<Frame> {
    checkOptions(options, this.gpu.device.limits);
    const startMs = performance.now();
    const volume = await this.#residentVolume(scene.volume, options);
    const transfer = this.#residentTransfer(scene.transfer);
    const { shape, reason } = this.#chooseShape(camera, volume, options);
    const tiles = { x: Math.ceil(options.width / shape.width), y: Math.ceil(options.height / shape.height) };
    const buffers = this.#buffersFor(options, tiles.x * tiles.y);
    this.gpu.device.queue.writeBuffer(this.#uniforms, 0, this.#describeFrame(scene, camera, options, volume, transfer));

    const pipeline = await this.#castPipeline(volume, shape, options);
    const encoder = this.gpu.device.createCommandEncoder({ label: 'frame' });
    if (options.countSamples) encoder.clearBuffer(buffers.tileSamples);
    const pass = encoder.beginComputePass(this.#timer.describePass('cast'));
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(pipeline, volume, transfer, buffers, options));
    pass.dispatchWorkgroups(tiles.x, tiles.y);
    pass.end();
    this.gpu.device.queue.submit([encoder.finish()]);
    const { timer, timesMs } = await this.#timer.collect(startMs);

    const readStartMs = performance.now();
    const { pixels, samples } = await this.#readBack(buffers, options.countSamples);
    return {
      width: options.width,
      height: options.height,
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
        timesMs: { ...timesMs, readback: performance.now() - readStartMs },
        timer,
        volume: {
          sizes: volume.resident.sizes,
          format: volume.voxelFormat.format,
          downsampleFactor: volume.downsampleFactor,
        },
      },
    };
  }

  #residentVolume(volume: Volume, { allowDownsample }: Required<RenderOptions>): Promise<VolumeTexture> {
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

  #chooseShape(camera: Camera, volume: VolumeTexture, { shape }: Required<RenderOptions>) {
    const { maxComputeInvocationsPerWorkgroup } = this.gpu.device.limits;
    if (shape === 'auto')
      return chooseShape(camera, volume.resident, { maxInvocations: maxComputeInvocationsPerWorkgroup });
    checkShape(shape, maxComputeInvocationsPerWorkgroup);
    return { shape, reason: 'asked for' };
  }

  #castPipeline({ voxelFormat }: VolumeTexture, shape: Shape, { countSamples }: Required<RenderOptions>) {
    return this.gpu.kernels.get('cast/cast.wgsl', {
      conditions: { hardware_filter: this.#filtersInHardware(voxelFormat), count: countSamples },
      constants: { tile_width: shape.width, tile_height: shape.height },
    });
  }

  /** The table is 32-bit float whatever the voxels are, so that both take the same path. */
  #filtersInHardware(voxelFormat: VolumeTexture['voxelFormat']): boolean {
    return voxelFormat.filterable && this.gpu.has('float32-filterable');
  }

  #describeFrame(
    scene: Scene,
    camera: Camera,
    options: Required<RenderOptions>,
    volume: VolumeTexture,
    transfer: TransferTexture,
  ): ArrayBuffer {
    const { background = [0, 0, 0] } = scene;
    const stepWorld = options.step * smallestSpacing(volume.resident);
    // The unit stays that of the volume as it was given: a downsampled one looks the same, only coarser.
    const unitWorld = scene.transfer.unit ?? smallestSpacing(scene.volume);
    return packFrame(describeView(camera, volume.resident, options), {
      ...tableFields(transfer, volume.voxelFormat),
      opacity_exponent: stepWorld / unitWorld,
      opaque: options.earlyTermination ? OPAQUE : NEVER_OPAQUE,
      image_width: options.width,
      image_height: options.height,
      volume_size: volume.resident.sizes,
      background_opacity: background === 'transparent' ? 0 : 1,
      background: background === 'transparent' ? [0, 0, 0] : background,
    });
  }

  #bind(
    pipeline: GPUComputePipeline,
    volume: VolumeTexture,
    transfer: TransferTexture,
    buffers: FrameBuffers,
    { countSamples }: Required<RenderOptions>,
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

  #buffersFor({ width, height }: Required<RenderOptions>, tiles: number): FrameBuffers {
    const tileBytes = 4 * tiles;
    const old = this.#buffers;
    if (old && old.width === width && old.height === height && old.tileSamples.size >= tileBytes) return old;
    for (const buffer of [old?.image, old?.tileSamples, old?.readback]) buffer?.destroy();
    const imageBytes = 4 * width * height;
    const make = (label: string, size: number, usage: number) =>
      this.gpu.device.createBuffer({ label: `frame.${label}`, size, usage });
    const written = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC;
    this.#buffers = {
      width,
      height,
      image: make('image', imageBytes, written),
      tileSamples: make('tile-samples', tileBytes, written | BUFFER_USAGE.COPY_DST),
      readback: make('readback', imageBytes + tileBytes, BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST),
    };
    return this.#buffers;
  }

  async #readBack({ image, tileSamples, readback }: FrameBuffers, countSamples: boolean) {
    const encoder = this.gpu.device.createCommandEncoder({ label: 'frame.readback' });
    encoder.copyBufferToBuffer(image, 0, readback, 0, image.size);
    if (countSamples) encoder.copyBufferToBuffer(tileSamples, 0, readback, image.size, tileSamples.size);
    this.gpu.device.queue.submit([encoder.finish()]);
    const bytes = await this.gpu.read(readback);
    const counts = new Uint32Array(bytes, image.size);
    return {
      pixels: new Uint8Array(bytes, 0, image.size),
      samples: countSamples ? counts.reduce((sum, count) => sum + count, 0) : undefined,
    };
  }
}

function checkOptions({ width, height, step }: Required<RenderOptions>, limits: GPUSupportedLimits): void {
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
