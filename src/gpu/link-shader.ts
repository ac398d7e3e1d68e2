/** Links WGSL modules: imports and `@if` conditions are WESL's, resolved when a pipeline is first made. */
import { LINKED_SHADERS } from 'virtual:linked-shaders';
import { linkKey, type ShaderConditions } from './link-key.js';
import { SHADER_SOURCES } from './shader-sources.js';

/** The WGSL of the module at `path` below `wgsl/`, with what it imports. */
export async function linkShader(path: string, conditions: ShaderConditions = {}): Promise<string> {
  const known = LINKED_SHADERS[linkKey(path, conditions)];
  if (known) return known;
  // The linker is large, and a single frame rarely needs it: linking here and loading it take 30 ms.
  const { link } = await import('wesl/core');
  const linked = await link({
    weslSrc: SHADER_SOURCES,
    rootModuleName: path,
    conditions,
    keepComments: false,
    sourceMap: false,
  });
  return linked.dest;
}
