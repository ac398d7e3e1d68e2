/** Bundles the declarations that tsc leaves in `dist/types`, so that the package tells of its public API alone. */
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

export default defineConfig({
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
