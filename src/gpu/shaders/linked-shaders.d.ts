/** Kernels that vite.config.ts links when it builds, because most calls need them: loaders of WGSL by `linkKey`. */
declare module 'virtual:linked-shaders' {
  export const LINKED_SHADERS: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}
