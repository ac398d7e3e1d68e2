/** Every WGSL module of the project by its path below `wgsl/`, put into the bundle when it is built. */
/// <reference types="vite/types/importMeta.d.ts" />

const ROOT = '../../../wgsl/';

const files = import.meta.glob<string>('../../../wgsl/**/*.wgsl', { query: '?raw', import: 'default', eager: true });

export const SHADER_SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, source]) => [path.slice(ROOT.length), source]),
);
