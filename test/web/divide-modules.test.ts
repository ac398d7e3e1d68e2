/** Modules lie in files by what loads them. */
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { divideModules, nameFiles } from '../../src/web/divide-modules.js';

/** A file of one module of `src`, as the first build has it. */
const file = (source: string, imports: readonly string[] = [], dynamicImports: readonly string[] = []) =>
  ({
    fileName: source,
    facadeModuleId: `/src/${source}.ts`,
    moduleIds: [`/src/${source}.ts`],
    imports,
    dynamicImports,
  }) as unknown as Rolldown.OutputChunk;

const BUILT = [
  file(
    'cli/run-command',
    ['errors'],
    ['cli/commands/info', 'cli/commands/slices', 'cli/commands/convert', 'cli/commands/render', 'cli/serve'],
  ),
  file('cli/commands/info', ['node']),
  file('cli/commands/slices', ['png', 'planes', 'draw']),
  file('cli/commands/convert', ['node', 'planes', 'levels', 'chunks']),
  file('cli/commands/render', ['chunks', 'png', 'cast', 'planes', 'adapters']),
  file('cli/serve', ['requests']),
  file('index', ['errors', 'cast'], ['later']),
  file('viewer/index', ['index', 'draw']),
  file('node/png/encode-worker', ['png']),
  ...['lab', 'mesh-queries', 'files/stores/decoding/decode-worker', 'viewer/page', 'node/node-decode-worker'].map(
    (source) => file(source),
  ),
  ...['nrrd/nrrd', 'nifti/nifti', 'meta-image/meta-image'].map((source) => file(`files/volumes/${source}`)),
  ...['flat-layout', 'flat-store'].map((source) => file(`files/stores/flat/${source}`)),
  ...['cast/target/read-frame', 'cast/submit/submit-bands', 'node/threads/voxel-worker'].map((source) => file(source)),
  file('cast', ['errors']),
  file('png', ['errors']),
  file('later', ['png-later']),
  ...['errors', 'node', 'planes', 'draw', 'levels', 'chunks', 'adapters', 'requests', 'png-later'].map((source) =>
    file(source),
  ),
];

it('names files by the commands that load them, and apart what pages and threads load', () => {
  const names = nameFiles(BUILT);
  const nameOf = (source: string) => names.get(`/src/${source}.ts`);
  expect(nameOf('errors')).toBe('commands-threads-library');
  expect(nameOf('node')).toBe('commands');
  expect(nameOf('png')).toBe('pictures-threads');
  expect(nameOf('planes')).toBe('pictures');
  expect(nameOf('draw')).toBe('slices-pages');
  expect(nameOf('cast')).toBe('render-library');
  expect(nameOf('adapters')).toBe('render');
  expect(nameOf('levels')).toBe('convert');
  expect(nameOf('chunks')).toBe('render-convert');
  // Theirs alone, or of other commands: the build divides these.
  for (const other of ['requests', 'later', 'png-later', 'index', 'viewer/page']) expect(nameOf(other)).toBeUndefined();
});

it('follows what pages load later, which may be nothing of Node', () => {
  const shared = BUILT.map((one) => (one.fileName === 'cli/commands/info' ? file(one.fileName, ['png-later']) : one));
  expect(nameFiles(shared).get('/src/png-later.ts')).toBe('commands-library');
});

it('says which start is gone', () => {
  expect(() => nameFiles(BUILT.filter(({ fileName }) => fileName !== 'cli/commands/slices'))).toThrow(
    'src/cli/commands/slices.ts: is no module any more',
  );
});

it('begins with a build, and not where tests load the configuration', () => {
  const { plugin, group } = divideModules({});
  expect(plugin.apply).toBe('build');
  expect((group.name as (id: string) => string | null)('/src/errors.ts')).toBeNull();
});
