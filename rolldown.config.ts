/**
 * Bundles the declarations that tsc leaves in `dist/types`, so that the package tells of its public API alone; and the viewer's page
 * as one script, which saved pages hold.
 */
import { rmSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const EMITTED = 'dist/types';

/**
 * Declares WebGPU's interfaces, empty, where a program has none: they merge with those of `@webgpu/types` or of TypeScript's
 * DOM library. Depending on `@webgpu/types` fails beside the DOM library of TypeScript 6 and later, which declares the same,
 * and without any DOM library.
 */
const declareWebGpu = {
  name: 'declare-webgpu',
  renderChunk(code: string) {
    const names = [...new Set(code.match(/\bGPU[A-Z]\w*/g))].sort();
    if (names.length === 0) return null;
    return `${code}\ndeclare global {\n${names.map((name) => `  interface ${name} {}\n`).join('')}}\n`;
  },
};

const removeEmitted = { name: 'remove-emitted', writeBundle: () => rmSync(EMITTED, { recursive: true }) };

/** Decoders of formats that saved pages do not hold, which are 8 of 10 MB. */
const DECODERS =
  /chunks.(?:hdf5_hl|zstd|blosc|lz4|openjphjs|libjpegturbowasm_decode|openjpegwasm_decode|charlswasm_decode|webp_(?:dec|enc)|mozjpeg_enc|draco_decoder_gltf)-/;

const withoutDecoders = {
  name: 'without-decoders',
  load: (id: string) =>
    DECODERS.test(id) ? "throw new Error('a saved page has no decoder for this file; tilecast view has');" : null,
};

/** Modules that only load one another leave a chunk with nothing in it. */
const oneFile = {
  name: 'one-file',
  generateBundle(_: unknown, bundle: Record<string, { readonly type: string; readonly isEntry?: boolean }>) {
    for (const [name, { isEntry }] of Object.entries(bundle)) if (!isEntry) delete bundle[name];
  },
};

const savedPage = defineConfig({
  input: { 'viewer/saved-page': 'dist/viewer/page.js' },
  platform: 'browser',
  plugins: [withoutDecoders, oneFile],
  logLevel: 'warn',
  checks: { bundlerTimings: false },
  output: { dir: 'dist', codeSplitting: false, minify: true },
});

const declarations = defineConfig({
  input: {
    index: `${EMITTED}/index.d.ts`,
    lab: `${EMITTED}/lab.d.ts`,
    mesh: `${EMITTED}/mesh-queries.d.ts`,
    'node/index': `${EMITTED}/node/index.d.ts`,
    'viewer/index': `${EMITTED}/viewer/index.d.ts`,
  },
  plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false }), declareWebGpu, removeEmitted],
  logLevel: 'warn',
  checks: { bundlerTimings: false },
  output: {
    dir: 'dist',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { groups: [{ name: 'declarations.d', minShareCount: 2 }] },
    minifyInternalExports: false,
  },
});

export default [declarations, savedPage];
