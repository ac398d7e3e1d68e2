/** How segments and their answers lie in buffers of a caller's, and the chunks that they are bound in. */

import { InputError } from '../errors.js';
import { type BufferPart, type PlacedPart, placePart } from '../gpu/buffer-part.js';
import { packStruct } from '../gpu/shaders/structs.js';
import { BUFFER_USAGE } from '../gpu/usages.js';
import { ANSWER_PLANES, answerBytes, type SegmentQueryKind } from './segment-kinds.js';

/** Buffers of the caller's with segments, and for their answers. */
export interface SegmentBuffers {
  /** x, y and z of each segment's start, in float32 relative to the tree's origin; with the usage STORAGE. */
  readonly from: BufferPart;
  /** x, y and z of each segment's end: another part of that buffer, or another buffer. */
  readonly to: BufferPart;
  /**
   * The answers' place, with the usage STORAGE, and for `bits` COPY_DST too; in another buffer than the segments. A segment has a
   * 32-bit word for `any` and `count`, a bit for `bits`, from the lowest of the first word on, and four words for `nearest`: the
   * triangle as i32, −1 for none, then t, u and v as f32, which are 2.5e8, 0 and 0 where there is none.
   */
  readonly answers: BufferPart;
  /** Bytes from one segment's start to the next one's, and of ends alike: 12, or 16 for WGSL's `array<vec3f>`; up to 2¹⁵. */
  readonly strideBytes?: number;
}

/** A number of segments whose parts of the buffers are bound together. */
export interface SegmentChunk {
  readonly first: number;
  readonly length: number;
  readonly resources: Readonly<Record<'starts' | 'stops' | 'results', GPUBufferBinding>>;
}

/** Chunks begin with a multiple of this many segments, and so their parts of the buffers with one of 256 bytes. */
const CHUNK_STEP = 2048;
/** Bindings begin with a multiple of this many bytes on any adapter. */
const ALIGNMENT = 256;
const POINT_BYTES = 12;
/** The least chunk is within the 128 MiB that any adapter binds. */
const MAX_STRIDE_BYTES = 2 ** 15;

export class SegmentLayout {
  readonly #kind: SegmentQueryKind;
  readonly #capacity: number;
  readonly #strideBytes: number;
  readonly #parts: Readonly<Record<'from' | 'to' | 'answers', PlacedPart>>;

  /** @throws InputError for numbers that cannot be, and for buffers that are too small or lack a usage. */
  constructor(kind: SegmentQueryKind, capacity: number, { strideBytes, ...buffers }: Required<SegmentBuffers>) {
    checkNumbers(capacity, strideBytes);
    this.#kind = kind;
    this.#capacity = capacity;
    this.#strideBytes = strideBytes;
    this.#parts = placeParts(kind, capacity, strideBytes, buffers);
  }

  get answers(): PlacedPart {
    return this.#parts.answers;
  }

  /** A `Query` of wgsl/bvh/segments/query.wgsl about that many segments, and of so many triangles. */
  pack(segments: number, triangles: number): ArrayBuffer {
    const [first_start, first_end, first_answer] = [this.#parts.from, this.#parts.to, this.#parts.answers].map(
      ({ offset }) => (offset % ALIGNMENT) / 4,
    ) as [number, number, number];
    const stride = this.#strideBytes / 4;
    const placed = { first_start, first_end, first_answer, answer_stride: ANSWER_PLANES.nearest, answer_plane: 1 };
    return packStruct('Query', { segments, triangles, stride, ...placed });
  }

  /** @param length Segments of a chunk; more where that is no multiple of 2048, and fewer where the device binds fewer. */
  cut(length: number, { maxStorageBufferBindingSize }: GPUSupportedLimits): SegmentChunk[] {
    const bytesPerSegment = Math.max(this.#strideBytes, 4 * ANSWER_PLANES[this.#kind]);
    const largest = Math.floor((maxStorageBufferBindingSize - ALIGNMENT) / bytesPerSegment / CHUNK_STEP);
    const step = CHUNK_STEP * Math.min(largest, Math.ceil(length / CHUNK_STEP));
    return Array.from({ length: Math.ceil(this.#capacity / step) }, (_, index) =>
      this.#bind(step * index, Math.min(step, this.#capacity - step * index)),
    );
  }

  #bind(first: number, length: number): SegmentChunk {
    const { from, to, answers } = this.#parts;
    const before = this.#strideBytes * first;
    const sizeBytes = spanBytes(length, this.#strideBytes);
    const resources = {
      starts: bindPart(from, before, sizeBytes),
      stops: bindPart(to, before, sizeBytes),
      results: bindPart(answers, answerBytes(this.#kind, first), answerBytes(this.#kind, length)),
    };
    return { first, length, resources };
  }
}

function checkNumbers(capacity: number, strideBytes: number): void {
  if (!(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new InputError(`the capacity must be a whole number of segments, not ${capacity}`);
  }
  if (!(strideBytes >= POINT_BYTES && strideBytes <= MAX_STRIDE_BYTES && strideBytes % 4 === 0)) {
    throw new InputError(
      `strideBytes must be a multiple of 4 from ${POINT_BYTES} to ${MAX_STRIDE_BYTES}, not ${strideBytes}`,
    );
  }
}

/** Bytes from the first point to the end of the last. */
const spanBytes = (points: number, strideBytes: number) =>
  points === 0 ? 0 : strideBytes * (points - 1) + POINT_BYTES;

function placeParts(
  kind: SegmentQueryKind,
  capacity: number,
  strideBytes: number,
  { from, to, answers }: Pick<SegmentBuffers, 'from' | 'to' | 'answers'>,
) {
  const { STORAGE, COPY_DST } = BUFFER_USAGE;
  const sizeBytes = spanBytes(capacity, strideBytes);
  const parts = {
    from: placePart(from, { name: 'from', sizeBytes, usage: { STORAGE } }),
    to: placePart(to, { name: 'to', sizeBytes, usage: { STORAGE } }),
    answers: placePart(answers, {
      name: 'answers',
      sizeBytes: answerBytes(kind, capacity),
      usage: { STORAGE, ...(kind === 'bits' && { COPY_DST }) },
    }),
  };
  if (parts.answers.buffer === parts.from.buffer || parts.answers.buffer === parts.to.buffer) {
    throw new InputError('answers must be in another buffer than the segments');
  }
  return parts;
}

function bindPart({ buffer, offset }: PlacedPart, before: number, sizeBytes: number): GPUBufferBinding {
  const beyond = offset % ALIGNMENT;
  return { buffer, offset: offset - beyond + before, size: beyond + sizeBytes };
}
