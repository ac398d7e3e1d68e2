/** Parts of buffers that callers own, as kernels bind them. */
import { InputError } from '../errors.js';

/** A whole buffer, or a range of its bytes. */
export type BufferPart = GPUBuffer | GPUBufferBinding;

export interface NeededPart {
  /** The name of the part in errors. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Usages of WebGPU by their names. */
  readonly usage: Readonly<Record<string, number>>;
}

/** Bytes of a buffer from `offset` on. */
export interface PlacedPart {
  readonly buffer: GPUBuffer;
  readonly offset: number;
}

/** @throws InputError unless it is a part of a buffer of at least that many bytes, from a multiple of 4 on, with these usages. */
export function placePart(part: BufferPart, { name, sizeBytes, usage }: NeededPart): PlacedPart {
  const isObject = typeof part === 'object' && part !== null;
  const { buffer, offset = 0, size } = isObject && 'buffer' in part ? part : { buffer: part as GPUBuffer };
  if (!(isObject && typeof buffer === 'object' && 'mapState' in buffer)) {
    throw new InputError(`${name} must be a GPUBuffer, or { buffer, offset, size }`);
  }
  if (!(Number.isSafeInteger(offset) && offset >= 0 && offset % 4 === 0)) {
    throw new InputError(`${name} must begin at a multiple of 4 bytes, not at ${offset}`);
  }
  const available = Math.max(0, Math.min(size ?? Infinity, buffer.size - offset));
  if (!(available >= sizeBytes)) throw new InputError(`${name} must have ${sizeBytes} bytes, not ${available}`);
  for (const [flag, bit] of Object.entries(usage)) {
    if (!(buffer.usage & bit)) throw new InputError(`the buffer of ${name} must have the usage ${flag}`);
  }
  return { buffer, offset };
}
