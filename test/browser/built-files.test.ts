/** The built files that a browser loads for tilecast, tilecast/mesh, tilecast/lab and tilecast/viewer: they need nothing of Node. */
import { describe, expect, it } from 'vitest';
import { collectReachable } from './collect-reachable.js';

const GLOBALS_OF_NODE = ['Buffer', '__dirname', '__filename', 'global', 'process', 'require', 'setImmediate'];

describe('what a browser loads for index.js, mesh.js, lab.js and the viewer', () => {
  const meshes = collectReachable('mesh.js', new Map(collectReachable('index.js')));
  const library = collectReachable('lab.js', new Map(meshes));
  const reachable = collectReachable('viewer/page.js', new Map(library));

  it('is found, as is what Node alone has', () => {
    expect([...reachable.keys()].some((path) => path.startsWith('chunks'))).toBe(true);
    const files = [...collectReachable('node/index.js').values()];
    expect(files.some(({ specifiers }) => specifiers.includes('node:zlib'))).toBe(true);
    expect(files.some(({ names }) => names.has('process'))).toBe(true);
  });

  it.each([...reachable])('%s imports by relative paths alone', (_, { specifiers }) => {
    expect(specifiers.filter((specifier) => !/^\.\.?\//.test(specifier))).toEqual([]);
  });

  it.each([...reachable])("%s uses none of Node's globals", (_, { names }) => {
    expect(GLOBALS_OF_NODE.filter((name) => names.has(name))).toEqual([]);
  });
});
