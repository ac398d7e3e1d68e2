/** PackBits: TIFF revision 6.0, section 9. */

/** Decompresses up to `sizeBytes` bytes. */
export function unpackBits(packed: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let done = 0;
  for (let at = 0; at < packed.length && done < sizeBytes; ) {
    const code = packed[at++]!;
    if (code < 128) {
      const literals = packed.subarray(at, Math.min(at + code + 1, at + sizeBytes - done));
      bytes.set(literals, done);
      at += code + 1;
      done += literals.length;
    } else if (code > 128) {
      const end = Math.min(done + 257 - code, sizeBytes);
      bytes.fill(packed[at++] ?? 0, done, end);
      done = end;
    }
  }
  return bytes.subarray(0, done);
}
