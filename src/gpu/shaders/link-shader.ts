/** Links WGSL modules: imports and `@if` conditions are WESL's, resolved when a pipeline is first made. */
import { LINKED_SHADERS } from 'virtual:linked-shaders';
import { linkKey, type ShaderConditions } from './link-key.js';

/** The WGSL of the module at `path` below `wgsl/`, with what it imports. */
export async function linkShader(path: string, conditions: ShaderConditions = {}): Promise<string> {
  const load = LINKED_SHADERS[linkKey(path, conditions)];
  if (load) return (await load()).default;
  // The linker and all modules are large, and a single frame rarely needs them: loading them and linking take 60 to 100 ms.
  const [{ link }, { SHADER_SOURCES }] = await Promise.all([import('wesl/core'), import('./shader-sources.js')]);
  const linked = await link({
    weslSrc: SHADER_SOURCES,
    rootModuleName: path,
    conditions,
    keepComments: false,
    sourceMap: false,
  });
  return linked.dest;
}
