/** Links WGSL modules: imports and `@if` conditions are WESL's, resolved when a pipeline is first made. */
import { linkKey, type ShaderConditions } from './link-key.js';

/** Begins to load the kernels that were linked when the package was built; the first that is asked for waits no longer then. */
export function preloadShaders(): void {
  // Failures are for the caller that asks for a kernel.
  import('virtual:linked-shaders').catch(() => undefined);
}

/** The WGSL of the module at `path` below `wgsl/`, with what it imports. */
export async function linkShader(path: string, conditions: ShaderConditions = {}): Promise<string> {
  const { LINES, LINKED_SHADERS } = await import('virtual:linked-shaders');
  const runs = LINKED_SHADERS[linkKey(path, conditions)];
  if (runs) return unfold(runs, LINES);
  // The linker and all modules are large, and a single frame rarely needs them: loading them and linking take 60 to 130 ms.
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

function unfold(runs: readonly number[], lines: readonly string[]): string {
  const text: string[] = [];
  for (let at = 0; at < runs.length; at += 2) text.push(...lines.slice(runs[at], runs[at]! + runs[at + 1]!));
  return text.join('\n');
}
