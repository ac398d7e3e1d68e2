/** A renderer in one call, with a device of its own or one of the caller's. */
import { DeviceError } from '../errors.js';
import { Gpu } from '../gpu/gpu.js';
import { Renderer, type RendererOptions } from './renderer.js';

/** Options of `createRenderer`. */
export interface CreateRendererOptions extends RendererOptions {
  /** A device that the caller owns, such as three.js's; default: one of the browser's adapter. */
  readonly device?: GPUDevice | undefined;
}

/**
 * Creates a renderer on `device`, or on a new device of the browser's adapter, which `destroy` then frees too.
 * @throws DeviceError if there is no adapter; in Node, it names the entry whose `createRenderer` finds one.
 */
export async function createRenderer({ device, ...options }: CreateRendererOptions = {}): Promise<Renderer> {
  if (device) return new Renderer(Gpu.from(device), options);
  const { navigator } = globalThis as { readonly navigator?: { readonly gpu?: GPU; readonly userAgent?: string } };
  // Node has had a navigator since version 21; browsers always have one, in workers too.
  if (!navigator?.gpu && (navigator === undefined || /^Node\.js/.test(navigator.userAgent ?? ''))) {
    throw new DeviceError(
      'Node has no WebGPU of its own: take createRenderer of tilecast/node, which opens a GPU or a software adapter',
    );
  }
  const adapter = await navigator?.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new DeviceError('this browser has no WebGPU adapter');
  return new OwningRenderer(await Gpu.open(adapter), options);
}

/** Frees its device with itself. */
export class OwningRenderer extends Renderer {
  override destroy(): void {
    super.destroy();
    this.gpu.destroy();
  }
}
