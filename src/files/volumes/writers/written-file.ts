/** The result of writers of volumes and meshes. */
import type { Colors } from '../source.js';

/** A file as its bytes. */
export interface WrittenFile {
  /** The file's bytes, in pieces, so that voxels are not copied. */
  readonly pieces: readonly Uint8Array[];
  /** Lines for the user about what the format could not keep. */
  readonly notes: readonly string[];
}

/** Options of `writeVolume`. */
export interface WriteOptions {
  /** Whether formats that can be compressed are; default true. */
  readonly compress?: boolean;
  /** Colours in all the bits that their file has; default: those of the volume, if it has some. */
  readonly colors?: Colors | undefined;
  /** The name of the world's unit, as files have it; default: millimetres where the world is anatomical, else none. */
  readonly unit?: string | undefined;
  /** Called as bytes are compressed. */
  readonly report?: (done: number, total: number) => void;
}

/** The bytes of an array, which are little-endian, as on every platform that has WebGPU. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
