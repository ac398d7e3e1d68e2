/** Links WGSL modules: imports and `@if` conditions are WESL's, resolved when a pipeline is first made. */
import { link } from 'wesl/core';
import { SHADER_SOURCES } from './shader-sources.js';

/** Which `@if(name)` parts of a module to keep; names that are left out are false. */
export type ShaderConditions = Readonly<Record<string, boolean>>;

/** The WGSL of the module at `path` below `wgsl/`, with what it imports. */
export async function linkShader(path: string, conditions: ShaderConditions = {}): Promise<string> {
  const linked = await link({
    weslSrc: SHADER_SOURCES,
    rootModuleName: path,
    conditions,
    keepComments: false,
    sourceMap: false,
  });
  return linked.dest;
}
