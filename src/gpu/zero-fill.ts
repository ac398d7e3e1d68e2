/** How textures get their first zeros. */
import { type ByAdapter, chooseByAdapter } from './adapter-traits.js';
import { TEXTURE_USAGE } from './constants.js';
import type { Gpu } from './gpu.js';

/**
 * A usage to add to that of large textures of formats that can be rendered to. Dawn fills a texture with zeros before its first
 * use, unless that writes all of it: by a command where it may be rendered to, and else by a copy from memory of the same size,
 * which on a CPU is the process's own. Not measured on GPUs, whose layout of a texture may follow its usage.
 */
const ZERO_FILL_USAGE: ByAdapter<number> = {
  gpu: 0,
  llvmpipe: TEXTURE_USAGE.RENDER_ATTACHMENT,
  swiftshader: TEXTURE_USAGE.RENDER_ATTACHMENT,
};

export const zeroFillUsage = ({ traits }: Pick<Gpu, 'traits'>): number => chooseByAdapter(traits, ZERO_FILL_USAGE);
