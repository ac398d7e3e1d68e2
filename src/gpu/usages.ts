/** The flag values of the WebGPU specification, which Node has no global namespaces for. */

/** Usages of buffers, which browsers call GPUBufferUsage. */
export const BUFFER_USAGE = {
  MAP_READ: 0x1,
  MAP_WRITE: 0x2,
  COPY_SRC: 0x4,
  COPY_DST: 0x8,
  INDEX: 0x10,
  VERTEX: 0x20,
  UNIFORM: 0x40,
  STORAGE: 0x80,
  INDIRECT: 0x100,
  QUERY_RESOLVE: 0x200,
} as const;

/** Usages of textures, which browsers call GPUTextureUsage. */
export const TEXTURE_USAGE = {
  COPY_SRC: 0x1,
  COPY_DST: 0x2,
  TEXTURE_BINDING: 0x4,
  STORAGE_BINDING: 0x8,
  RENDER_ATTACHMENT: 0x10,
} as const;

/** Ways to map a buffer, which browsers call GPUMapMode. */
export const MAP_MODE = { READ: 0x1, WRITE: 0x2 } as const;

/**
 * A usage for large textures of formats that can be rendered to. Dawn fills a texture with zeros before its first use, unless
 * that writes all of it: by a command where it may be rendered to, and else by a copy from memory of the same size, which on a
 * CPU is the process's own and on an H100 takes 0.7 s for 1024³ bytes. Frames take as long either way.
 */
export const ZERO_FILL_USAGE = TEXTURE_USAGE.RENDER_ATTACHMENT;
