/**
 * Makes `@tilecast/web`: `npm run web`, after `npm run build`. It is the library and the viewer without what only Node needs, once
 * as a module for each source, of which a bundler takes what a page uses, and once as the few files of `dist`, for pages without.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import configure from '../../vite.config.js';
import { copyReachable, DIST } from './copy-reachable.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SRC = join(ROOT, 'src');
const OUT = join(ROOT, 'dist-web');

/** Built files by the sources that they are made from. */
const ENTRIES = { index: 'index.ts', mesh: 'mesh-queries.ts', 'viewer/index': 'viewer/index.ts' };

/** Chunks and modules load it from their own folder. */
const WORKER = 'files/stores/decoding/decode-worker';

/** Plugins of the build that write beside `dist` or into it. */
const FOR_DIST = ['divide-modules', 'licenses-inside', 'executable-bin'];

/** The viewer as one script, for pages that it saves. */
const PAGE_SCRIPT = 'viewer/saved-page.js';

/** Large libraries, by what imports them, and the beginnings of their chunks' names. */
const LARGE: Readonly<Record<string, string>> = {
  h5wasm: 'hdf5_hl',
  'numcodecs/blosc': 'blosc',
  'numcodecs/zstd': 'zstd',
};

/**
 * Sources that most pages with volumes load, by the module that they share: bundlers make a chunk of each module that some other
 * chunk imports, and some thirty small ones cost 7 kB gzipped. None loads another one when it is needed: bundlers would keep both for pages without.
 */
const MERGED: Readonly<Record<string, readonly string[]>> = {
  basics: ['errors', 'with-defaults', 'math/(map-numbers|affine|vec3)', 'libraries/gl-matrix/esm/(common|vec3)'],
  'files/reading': [
    'files/(.*/is-[\\w-]+|vtk/vtk-data-set)',
    'files/bytes/(budget|byte-source|data-bytes|name-in-errors|text/(utf8|parse-number|text-tokens)|compression/inflate)',
    'files/volumes/nrrd/(segments|nrrd-fields)',
  ],
  'files/decoding': [
    'files/bytes/(text/base64|byte-reader|outside-error)',
    'files/volumes/(samples/(settle-time|across-slice|half-floats|magnitudes|scale-voxels|select-samples|voxels)|ras-to-lps)',
  ],
  'files/web': [
    'files/web/(web-request|passing-failure|bucket-address|web-address|collected-bytes|stall-watch|server-record)',
  ],
  scene: [
    'volume/(volume|mask|missing|bricks|grids/(union-grid|light-grid))',
    'transfer/(transfer-function|light/(lights|shading|environment|tone))',
    'paged/(pages/page-grid|paged-volume)',
    'math/(half-space|srgb)',
    'cast/(volume/(resident/(mask|voxel-format)|cuts|grids)|target/outputs|fused/hidden-value)',
    'cast/(paged/missing-voxels|light/positions|path/background-light)',
    '(cast/scene|transfer/(mode|light/albedo|default/(default|signed)-transfer)|volume/steps|math/median)',
  ],
  // Made by calls when they are evaluated, which bundlers keep wherever they keep anything of the module.
  'cast/rules': ['cast/(settings|check/check-(keys|settings|values)|volume/sampling)', '(shapes/shape|camera/views)'],
  'gpu/buffers': [
    'gpu/(adapter-traits|usages|allocate-storage|uniform-writer|timer|bind-groups|encode-kernel|submit-pass|unshared)',
    'gpu/(host/(host-buffers|mapping)|shaders/(structs|wgsl-contracts))',
    'cast/(frame/(cached|settle-all)|mesh/(uniforms|mesh-history))',
    'split/(max-bin-count|encode-loop)',
    'tiles/tile-grid',
    'cast/(frame/(encode-frame|compute-passes)|submit/(submit-encoded|is-followed)|target/output-buffer)',
  ],
};

const mergedSources = Object.entries(MERGED).map(
  ([module, sources]) => [module, new RegExp(`^(?:${sources.join('|')})$`)] as const,
);

/** The module of a source, by its path below `src`, or below `libraries` for those of others: npm leaves `node_modules` out. */
function moduleOf(id: string): string {
  const path = id
    .replace(/^\0/, '_')
    .replace(/[?].*/, '')
    .replace(/\.[cm]?[jt]s$/, '');
  const source = path.startsWith(SRC) ? relative(SRC, path) : path.replace(/^.*node_modules\//, 'libraries/');
  const name = source.startsWith(ROOT) ? relative(ROOT, source) : source.replaceAll(':', '_');
  return mergedSources.find(([, sources]) => sources.test(name))?.[0] ?? name;
}

const STAND_IN = 'tilecast:large/';

/** Modules load large libraries and the script of saved pages from the files for pages, so that the package has them once. */
const shareWithPages: Plugin = {
  name: 'share-with-pages',
  enforce: 'pre',
  resolveId: (source) => (LARGE[source] ? { id: `${STAND_IN}${LARGE[source]}`, external: true } : null),
  renderChunk(code, { fileName }) {
    const toPage = (path: string) => relative(dirname(join('modules', fileName)), join('page', path));
    return code
      .replaceAll(new RegExp(`${STAND_IN}(\\w+)`, 'g'), (_, name: string) => toPage(join('chunks', findChunk(name))))
      .replaceAll(`../${PAGE_SCRIPT}`, toPage(PAGE_SCRIPT));
  },
};

function findChunk(name: string): string {
  const chunk = readdirSync(join(DIST, 'chunks')).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  if (!chunk) throw new Error(`dist/chunks: has no ${name}; see LARGE`);
  return chunk;
}

const config = configure({ mode: 'production', command: 'build' });

const buildModules = (
  input: Readonly<Record<string, string>>,
  output: Readonly<Record<string, unknown>>,
  plugins: readonly Plugin[] = [],
) =>
  build({
    ...config,
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, ...(config.plugins as Plugin[]).filter(({ name }) => !FOR_DIST.includes(name))],
    build: {
      ssr: true,
      target: 'es2022',
      minify: false,
      outDir: join(OUT, 'modules'),
      emptyOutDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        platform: 'neutral',
        input,
        output: { minifyInternalExports: false, comments: { legal: true, annotation: true, jsdoc: false }, ...output },
      },
    },
  } as InlineConfig);

const sources = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(SRC, file)]));

if (!existsSync(join(DIST, 'index.js'))) throw new Error('dist: is not there; npm run build makes it');
rmSync(OUT, { recursive: true, force: true });
const perSource = {
  codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: moduleOf }] },
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
};
await buildModules(sources, perSource, [shareWithPages]);
// One file: bundlers copy what `new URL` names as it is.
await buildModules({ [WORKER]: join(SRC, `${WORKER}.ts`) }, { codeSplitting: false, entryFileNames: '[name].js' });

for (const name of ['chunks/decode-worker.js', PAGE_SCRIPT, ...Object.keys(ENTRIES).map((entry) => `${entry}.js`)])
  copyReachable(name, join(OUT, 'page'));
for (const name of ['chunks/declarations.d.ts', ...Object.keys(ENTRIES).map((entry) => `${entry}.d.ts`)]) {
  copy(join(DIST, name), join('types', name));
}
copy(join(DIST, 'LICENSES-BUNDLED.md'), 'LICENSES-BUNDLED.md');
copy(join(ROOT, 'LICENSE'), 'LICENSE');
copy(join(import.meta.dirname, 'README.md'), 'README.md');
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(OUT, to)), { recursive: true });
  cpSync(from, join(OUT, to));
}

function describePackage() {
  const { version, keywords, license, type } = manifest;
  const describeEntry = (name: string) => ({
    types: `./types/${name}.d.ts`,
    module: `./modules/${name}.js`,
    default: `./page/${name}.js`,
  });
  return {
    name: '@tilecast/web',
    version,
    description:
      'A ray caster for volumes and triangle meshes on WebGPU: the library and the viewer of tilecast, for web pages',
    keywords,
    license,
    // A release names it in the manifest.
    ...('repository' in manifest && { repository: manifest.repository }),
    type,
    sideEffects: ['./modules/viewer/index.js', './page/viewer/*.js', './page/chunks/viewer-*.js'],
    types: './types/index.d.ts',
    exports: {
      '.': describeEntry('index'),
      './mesh': describeEntry('mesh'),
      './viewer': describeEntry('viewer/index'),
      './package.json': './package.json',
    },
  };
}
