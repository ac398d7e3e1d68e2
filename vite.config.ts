/** How tilecast is built and tested. */
import { chmodSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { esmExternalRequirePlugin, type InlineConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };
import { divideModules } from './src/web/divide-modules.ts';
import { fontOutlines } from './src/web/plugins/font-outlines.ts';
import { foreignCodePlugins } from './src/web/plugins/foreign-code.ts';
import { kernelPlugins } from './src/web/plugins/kernels.ts';
import { licensesInside } from './src/web/plugins/licenses.ts';
import { readShaderSources, writeContracts } from './wgsl/generate-contracts.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const shaderSources = readShaderSources(path('wgsl'));
writeContracts(shaderSources, path('src/gpu/shaders/wgsl-contracts.ts'));

// All else goes into the bundle: it starts faster as a few files, and runs in a browser without a bundler of the user's.
const external = Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies });

/** CommonJS packages of Node's entries require builtins, which would need `createRequire` in the runtime that all share. */
const importBuiltins = esmExternalRequirePlugin({
  external: builtinModules.flatMap((name) => [name, `node:${name}`]),
});

/** npm sets a bin's run bit when it installs a package, but not in a clone whose `dist` was built again. */
const executableBin = {
  name: 'executable-bin',
  writeBundle: () => chmodSync(path(manifest.bin.tilecast), 0o755),
};

/** What modules are made of, however they lie in files. */
const plugins = [...foreignCodePlugins, importBuiltins, ...kernelPlugins(shaderSources), fontOutlines];

const settings = {
  publicDir: false,
  plugins,
  assetsInclude: ['**/*.wasm'],
  resolve: {
    alias: {
      'tilecast/lab': path('src/lab.ts'),
      'tilecast/mesh': path('src/mesh-queries.ts'),
      'tilecast/node': path('src/node/index.ts'),
      tilecast: path('src/index.ts'),
    },
  },
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node20',
    // Errors in a user's program should be readable there.
    minify: false,
    rolldownOptions: {
      // Rolldown's runtime for Node imports `node:module` even where nothing is left to require.
      platform: 'neutral',
      input: {
        index: path('src/index.ts'),
        lab: path('src/lab.ts'),
        mesh: path('src/mesh-queries.ts'),
        'node/index': path('src/node/index.ts'),
        'cli/main': path('src/cli/main.ts'),
        'viewer/index': path('src/viewer/index.ts'),
        'viewer/page': path('src/viewer/page.ts'),
        // Beside the chunks that start them.
        'chunks/decode-worker': path('src/files/stores/decoding/decode-worker.ts'),
        'chunks/node-decode-worker': path('src/node/node-decode-worker.ts'),
        'chunks/voxel-worker': path('src/node/threads/voxel-worker.ts'),
        'chunks/encode-worker': path('src/node/png/encode-worker.ts'),
      },
    },
  },
} satisfies InlineConfig;

const { plugin: moduleFiles, group: divided } = divideModules(settings);

export default defineConfig(({ mode }) => ({
  ...settings,
  plugins: [moduleFiles, ...plugins, licensesInside, executableBin],
  build: {
    ...settings.build,
    sourcemap: true,
    license: { fileName: 'LICENSES-BUNDLED.md' },
    rolldownOptions: {
      ...settings.build.rolldownOptions,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        minifyInternalExports: false,
        // Node compiles a fifth less of text without what readers find in the sources.
        comments: { legal: true, annotation: true, jsdoc: false },
        // The command line needs the errors before it knows which command to load.
        codeSplitting: {
          groups: [
            { name: 'errors', test: /src\/errors\.ts$/ },
            // Else it comes with the recipe, and all that this imports.
            { name: 'package', test: /package\.json$/ },
            // Those that know nothing of the rest.
            {
              name: 'say',
              test: /src\/(?:cli\/(?:say|inert-text|watch\/watch-contract)|node\/read\/references)\.ts$/,
              // They import all of the library by name, and need the errors alone.
              includeDependenciesRecursively: false,
            },
            // Before all else, where Node keeps compiled modules.
            { name: 'compile-cache', test: /src\/node\/compile-cache\.ts$/ },
            // Before any command is known.
            { name: 'imply-render', test: /src\/(?:cli\/arguments\/imply-render|node\/small-heap)\.ts$/ },
            // Else it comes with what reads Zarr, which few commands need.
            { name: 'decoding', test: /src\/files\/stores\/decoding\/(?!decode-worker)/ },
            // What commands load. Each file costs one a third of a millisecond, so the rest is in few, too: each of these has what
            // its modules import, but for what those before have.
            divided,
            { name: 'bytes', test: /src\/(?:files\/bytes\/|math\/|volume\/statistics\/statistics\.ts$)/ },
            { name: 'bound-codecs', test: /src\/files\/stores\/zarr\/bound-codecs\.ts$/ },
            { name: 'library', test: /src\/index\.ts$/ },
            { name: 'mesh-queries', test: /src\/mesh-queries\.ts$/ },
            { name: 'zarr', test: /src\/files\/stores\/zarr\/zarr-store\.ts$/ },
            { name: 'lab', test: /src\/lab\.ts$/ },
            { name: 'recipe', test: /src\/recipe\// },
            { name: 'node', test: /src\/node\/index\.ts$/ },
          ],
        },
      },
    },
  },
  test: {
    include: [mode === 'long' ? 'test/**/*.long.test.ts' : 'test/**/*.test.ts'],
    exclude: mode === 'long' ? [] : ['**/*.long.test.ts'],
    globalSetup: 'test/scratch.ts',
    // Dawn does not load in worker threads.
    pool: 'forks',
    isolate: false,
    // Few of the CPU reference's many short-lived objects outlive a larger nursery: tests take 0.95 of the CPU time.
    execArgv: ['--max-semi-space-size=64'],
    // SwiftShader's compiler frees tens of megabytes after each kernel. Kept by glibc, they need not be mapped and cleared for the
    // next: half of the page faults, 0.92 of the CPU time of a file with 52 kernels, 50 MB more in a process.
    env: { MALLOC_TRIM_THRESHOLD_: `${2 ** 28}`, MALLOC_MMAP_THRESHOLD_: `${2 ** 22}` },
    testTimeout: mode === 'long' ? 300_000 : 180_000,
    // A busy machine takes its time to start a browser or a device, and to end it.
    hookTimeout: 240_000,
    // A page beside other work may take minutes for a frame.
    expect: { poll: { timeout: mode === 'long' ? 240_000 : 60_000 } },
    // Tests wait for the command line and for the device's threads, and long ones for servers, queues and pages too.
    maxWorkers: availableParallelism() + (mode === 'long' ? 2 : 1),
  },
}));
