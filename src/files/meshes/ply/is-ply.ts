/** Recognises PLY files. */

/** Whether `bytes` start with PLY's magic word. */
export function isPly(bytes: Uint8Array): boolean {
  return /^ply[ \t]*[\r\n]/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 16)));
}
