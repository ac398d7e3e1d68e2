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

/** Chunks look for it beside themselves, and so do modules. */
const WORKER = 'files/stores/decoding/decode-worker';

/** Plugins of the build that write beside `dist` or into it. */
const FOR_DIST = ['licenses-inside', 'executable-bin'];

const HDF5 = 'tilecast:hdf5';

/** The HDF5 library is a third of the package: modules load it from the files for pages. */
const sharedHdf5: Plugin = {
  name: 'shared-hdf5',
  enforce: 'pre',
  resolveId: (source) => (source === 'h5wasm' ? { id: HDF5, external: true } : null),
  renderChunk(code, { fileName }) {
    const chunk = readdirSync(join(DIST, 'chunks')).find((name) => /^hdf5_hl-.*\.js$/.test(name));
    if (!chunk) throw new Error('dist/chunks: has no hdf5_hl; see sharedHdf5');
    return code.replaceAll(HDF5, relative(dirname(join('modules', fileName)), join('page', 'chunks', chunk)));
  },
};

const config = configure({ mode: 'production', command: 'build' });

const buildModules = (input: Readonly<Record<string, string>>, output: Readonly<Record<string, unknown>>) =>
  build({
    ...config,
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [sharedHdf5, ...(config.plugins as Plugin[]).filter(({ name }) => !FOR_DIST.includes(name))],
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
        output: { minifyInternalExports: false, ...output },
      },
    },
  } as InlineConfig);

/** npm leaves folders of that name out of packages. */
const nameModule = ({ name }: { readonly name: string }) => `${name.replaceAll('node_modules/', 'libraries/')}.js`;

const sources = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(SRC, file)]));

if (!existsSync(join(DIST, 'index.js'))) throw new Error('dist: is not there; npm run build makes it');
rmSync(OUT, { recursive: true, force: true });
await buildModules(sources, { preserveModules: true, preserveModulesRoot: SRC, entryFileNames: nameModule });
// One file: bundlers copy what `new URL` names as it is.
await buildModules({ [WORKER]: join(SRC, `${WORKER}.ts`) }, { codeSplitting: false, entryFileNames: '[name].js' });

for (const name of ['chunks/decode-worker.js', ...Object.keys(ENTRIES).map((entry) => `${entry}.js`)])
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
