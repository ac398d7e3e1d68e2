import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// All else goes into the bundle: it starts faster as a few files, and runs in a browser without a bundler of the user's.
const external = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

/** nrrd-js requires Node's `assert`, which a browser lacks: it, and it alone, gets our own. */
const browserAssert = {
  name: 'browser-assert',
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === 'assert' && importer?.includes('nrrd-js') ? path('src/files/assert.ts') : null,
};

export default defineConfig({
  publicDir: false,
  plugins: [browserAssert],
  resolve: {
    alias: {
      'tilecast/node': path('src/node/index.ts'),
      tilecast: path('src/index.ts'),
    },
  },
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node20',
    minify: true,
    license: { fileName: 'LICENSES-BUNDLED.md' },
    rolldownOptions: {
      input: {
        index: path('src/index.ts'),
        'node/index': path('src/node/index.ts'),
        'cli/main': path('src/cli/main.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Dawn does not load in worker threads.
    pool: 'forks',
    testTimeout: 60_000,
  },
});
