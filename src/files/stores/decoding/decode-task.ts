/** Questions to workers that decode chunks, and their answers. */

/** Bytes to decode, and by which codec of Zarr: all of it can be posted to a worker. */
export interface DecodeTask {
  /** Its name in zarrita's registry. */
  readonly codec: string;
  /** Configuration of the codec, as the store gives it. */
  readonly configuration: unknown;
  /** Values of the chunk along each axis. */
  readonly shape: readonly number[];
  /** The encoded bytes. */
  readonly bytes: Uint8Array;
}

/** The decoded bytes, or why there are none. */
export type BytesAnswer = { readonly bytes: Uint8Array } | { readonly error: string };

/** Bytes that may be transferred: all of a buffer that nothing else uses. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
