/** Colours of vertices and faces as they are in memory: red, green, blue and 255, a byte each. */

/** White: what has no colour of its own among others that do. */
export const WHITE = 0xffffffff;

/** An opaque colour in one word of components 0…255, which are rounded and clamped; NaN is 0. */
export function packColor(red: number, green: number, blue: number): number {
  return (0xff000000 | (byteOf(blue) << 16) | (byteOf(green) << 8) | byteOf(red)) >>> 0;
}

/** Packed colours as bytes: red is the lowest, and every platform that has WebGPU is little-endian. */
export function colorBytes(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function byteOf(component: number): number {
  return component > 0 ? Math.round(Math.min(component, 255)) : 0;
}
