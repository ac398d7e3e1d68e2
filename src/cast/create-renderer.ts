/** A renderer in one call, with a device of its own or one of the caller's. */
import { DeviceError } from '../errors.js';
import { Gpu } from '../gpu/gpu.js';
import { Renderer, type RendererOptions } from './renderer.js';

export interface CreateRendererOptions extends RendererOptions {
  /** A device that the caller owns, such as three.js's; default: one of the browser's adapter. */
  readonly device?: GPUDevice | undefined;
}

/**
 * A renderer on `device`, or on a device of the browser's adapter, which `destroy` then frees too.
 * @throws DeviceError where there is no adapter.
 */
export async function createRenderer({ device, ...options }: CreateRendererOptions = {}): Promise<Renderer> {
  if (device) return new Renderer(Gpu.from(device), options);
  const { navigator } = globalThis as { readonly navigator?: { readonly gpu?: GPU } };
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
