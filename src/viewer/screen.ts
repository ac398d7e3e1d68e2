/** A canvas and the device that draws on it: opened when it is first needed, and again when it is lost. */
import { DeviceError, type Frame, Gpu, Renderer } from '../index.js';

export interface ScreenOptions {
  readonly onError: (error: unknown) => void;
  /** Called when the device was lost and the next one may be opened. */
  readonly onLoss: () => void;
}

/** Losses in a row after which no device is opened automatically. */
const RECOVERIES_MAX = 3;

const NO_WEBGPU = 'this browser has no WebGPU; current versions of Chrome, Edge, Safari and Firefox do';
const NO_SECURE_CONTEXT = 'browsers offer WebGPU to https and localhost alone; open this page by one of the two';
const NO_ADAPTER =
  'this browser offers WebGPU no graphics adapter; turn on hardware acceleration in its settings, or update the driver';

export class Screen {
  readonly canvas: HTMLCanvasElement;
  readonly #options: ScreenOptions;
  #renderer: Promise<Renderer> | undefined;
  #context: GPUCanvasContext | undefined;
  #bitmaps: ImageBitmapRenderingContext | undefined;
  #isDisposed = false;
  #losses = 0;

  constructor(canvas: HTMLCanvasElement, options: ScreenOptions) {
    this.canvas = canvas;
    this.#options = options;
  }

  /** The target of frames, once there is a renderer. */
  get context(): GPUCanvasContext | undefined {
    return this.#context;
  }

  /** @throws DeviceError, whose message is for the page's user, where there is none. */
  open(): Promise<Renderer> {
    this.#renderer ??= this.#start();
    this.#renderer.catch(() => {
      this.#renderer = undefined;
    });
    return this.#renderer;
  }

  /** Notes that the device draws: losses before do not count any more. */
  isWell(): void {
    this.#losses = 0;
  }

  async #start(): Promise<Renderer> {
    const { navigator } = globalThis;
    if (!navigator.gpu) {
      throw new DeviceError(globalThis.isSecureContext ? NO_WEBGPU : NO_SECURE_CONTEXT);
    }
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new DeviceError(NO_ADAPTER);
    const gpu = await Gpu.open(adapter);
    // Each shape that is tried is a kernel to compile, which takes seconds without a GPU.
    const renderer = new Renderer(gpu, { refineShapes: !gpu.software });
    if (this.#isDisposed) {
      destroy(renderer);
      throw new DOMException('the viewer is gone', 'AbortError');
    }
    const { device } = renderer.gpu;
    this.#context ??= this.canvas.getContext('webgpu') ?? undefined;
    const format = navigator.gpu.getPreferredCanvasFormat();
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_DST;
    this.#context?.configure({ device, format, usage, alphaMode: 'premultiplied' });
    void device.lost.then(() => this.#recover(renderer));
    return renderer;
  }

  /** Gives way to another device where one was lost; what it held is loaded again from memory. */
  async #recover(lost: Renderer): Promise<void> {
    const current = await this.#renderer?.catch(() => undefined);
    if (this.#isDisposed || (current && current !== lost)) return;
    this.#renderer = undefined;
    if (this.#losses++ >= RECOVERIES_MAX) {
      this.#options.onError(new DeviceError('the GPU device was lost several times; load the page again'));
    } else this.#options.onLoss();
  }

  /** Shows a frame that was read back from the renderer's device. */
  write({ gpu: { device } }: Renderer, { pixels, width, height }: Pick<Frame, 'pixels' | 'width' | 'height'>): void {
    if (!this.#context) return;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const texture = this.#context.getCurrentTexture();
    const [red, blue] = texture.format === 'bgra8unorm' ? [2, 0] : [0, 2];
    const texels = new Uint8Array(pixels.length);
    for (let at = 0; at < pixels.length; at += 4) {
      const share = pixels[at + 3]! / 255;
      texels[at + red] = Math.round(share * pixels[at]!);
      texels[at + 1] = Math.round(share * pixels[at + 1]!);
      texels[at + blue] = Math.round(share * pixels[at + 2]!);
      texels[at + 3] = pixels[at + 3]!;
    }
    device.queue.writeTexture({ texture }, texels, { bytesPerRow: 4 * width }, { width, height });
  }

  /** Shows a frame that was rendered elsewhere. A canvas shows such frames alone. */
  present(frame: ImageBitmap): void {
    this.canvas.width = frame.width;
    this.canvas.height = frame.height;
    this.#bitmaps ??= this.canvas.getContext('bitmaprenderer') ?? undefined;
    this.#bitmaps?.transferFromImageBitmap(frame);
  }

  /** Shows nothing, once there has been something. */
  async clear(): Promise<void> {
    this.#bitmaps?.transferFromImageBitmap(null);
    if (!this.#renderer || !this.#context) return;
    const { device } = (await this.#renderer).gpu;
    const encoder = device.createCommandEncoder({ label: 'clear' });
    const view = this.#context.getCurrentTexture().createView();
    encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] }).end();
    device.queue.submit([encoder.finish()]);
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#renderer?.then(destroy, () => undefined);
    this.#renderer = undefined;
    this.#context?.unconfigure();
  }
}

function destroy(renderer: Renderer): void {
  renderer.destroy();
  renderer.gpu.destroy();
}
