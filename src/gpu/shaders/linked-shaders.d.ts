/** Kernels that vite.config.ts links when it builds, because most calls need them. */
declare module 'virtual:linked-shaders' {
  /** The lines of all kernels, each once for most of those that have it. */
  export const LINES: readonly string[];
  /** Kernels by `linkKey`: a line, and how many from there on, again and again. */
  export const LINKED_SHADERS: Readonly<Record<string, readonly number[]>>;
}
