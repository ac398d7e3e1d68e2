/** A renderer in one call, on the best adapter of this machine. */
import type { Renderer, RendererOptions } from '../index.js';
import { OwningRenderer } from '../lab.js';
import { type OpenGpuOptions, openGpu } from './adapters/adapters.js';

/** Options of `createRenderer`: which adapter, and how it renders. */
export interface CreateRendererOptions extends RendererOptions, OpenGpuOptions {}

/**
 * A renderer on the machine's GPU, or on the best software adapter where there is none. Its `destroy` frees the device too, which
 * lets the process end.
 * @throws DeviceError, saying what to install, where neither works.
 * @example
 * ```js
 * const renderer = await createRenderer();
 * const { width, height } = await renderer.render({ volume, mode: 'mip' });
 * renderer.destroy();
 * ```
 */
export async function createRenderer({
  profile,
  refineShapes,
  ...adapter
}: CreateRendererOptions = {}): Promise<Renderer> {
  return new OwningRenderer(await openGpu(adapter), { profile, refineShapes });
}
