/** Functions that are most of a kernel stand in it once: compilers inline each call, and take as much longer. */
import { expect, it } from 'vitest';
import type { ShaderConditions } from '../../../src/gpu/shaders/link-key.js';
import { linkShader } from '../../../src/gpu/shaders/link-shader.js';

const CAST = 'cast/ray/cast.wgsl';
const PATHS = 'cast/path/trace_paths.wgsl';

it.each<[path: string, conditions: string, copies: Record<string, number>]>([
  [CAST, 'volume shade', { march: 1, distance_beyond: 1 }],
  [CAST, 'volume isosurface clip supersample', { cast_rays: 1, march: 1, distance_beyond: 1 }],
  [CAST, 'meshes surface quads', { surface_seen: 1 }],
  // Ways to drawn light, and those from a ground of shadows.
  [PATHS, 'volume meshes translucent environment_map', { nearest_hit: 3, leaves: 2, next_collision: 3 }],
])('%s with %s', async (path, conditions, copies) => {
  const wanted: ShaderConditions = Object.fromEntries(conditions.split(' ').map((name) => [name, true]));
  const inlined = countInlined(await linkShader(path, wanted));
  expect(Object.fromEntries(Object.keys(copies).map((name) => [name, inlined.get(name)]))).toEqual(copies);
});

/** Copies of each function where every call is inlined, in branches that constants leave out too. */
function countInlined(code: string): Map<string, number> {
  const functions = new Map(
    [...code.matchAll(/\bfn (\w+)\(.*?^\}/gms)].map(([text, name = '']) => [name, text.slice(text.indexOf('{'))]),
  );
  const copies = new Map<string, number>();
  const visit = (name: string) => {
    // The linker numbers names that several modules have.
    const own = name.replace(/\d+$/, '');
    copies.set(own, (copies.get(own) ?? 0) + 1);
    for (const [, called = ''] of functions.get(name)!.matchAll(/\b(\w+)\(/g)) if (functions.has(called)) visit(called);
  };
  visit('main');
  return copies;
}
