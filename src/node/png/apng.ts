/** Animated PNG: frames that are PNGs already, put into one file (PNG, third edition, sections 4.9 and 11.3.6). */
import { InputError } from '../../index.js';
import { encodePngChunks, PNG_SIGNATURE, type PngChunk, readPngChunks } from './png-chunks.js';

/** Options of `encodeApng`. */
export interface ApngOptions {
  /** Rate from 1/65535 to 65535; viewers may slow down what is faster than the screen. */
  readonly framesPerSecond: number;
  /** How often the animation plays; 0 for ever. */
  readonly loops?: number;
}

export const APNG_DEFAULTS = { loops: 0 } as const satisfies Omit<Required<ApngOptions>, 'framesPerSecond'>;

const UINT16_MAX = 0xffff;
/** PNG leaves the highest bit of its 32-bit integers unused. */
const UINT31_MAX = 0x7fffffff;

/**
 * One animation of PNGs, without decoding them. The first is also the picture that viewers without animation show, and the
 * one whose text and other chunks are kept.
 * @param pngs at least one; all of the same size and colour type: encode them with the same `alpha`, `always` or `never`.
 * @throws InputError if they differ in size or colour type, one is no PNG or an animation itself, or an option is out of
 * range.
 */
export function encodeApng(pngs: readonly Uint8Array[], options: ApngOptions): Uint8Array {
  const { framesPerSecond, loops } = { ...APNG_DEFAULTS, ...options };
  if (!(Number.isInteger(loops) && loops >= 0 && loops <= UINT31_MAX)) {
    throw new InputError(`loops must be a whole number from 0 (for ever) to ${UINT31_MAX}, not ${loops}`);
  }
  const delay = frameDelay(framesPerSecond);
  const frames = pngs.map((png, index) => readFrame(png, `frame ${index} of the animation`));
  const first = frames[0];
  if (!first) throw new InputError('an animation needs at least one frame');
  for (const [index, frame] of frames.entries()) checkAlike(frame, first, index);

  const chunks: PngChunk[] = [first.before[0]!, animationControl(frames.length, loops), ...first.before.slice(1)];
  let sequenceNumber = 0;
  for (const frame of frames) {
    chunks.push(frameControl(sequenceNumber++, first.before[0]!, delay));
    for (const pixels of frame.pixels) chunks.push(frame === first ? pixels : frameData(sequenceNumber++, pixels.data));
  }
  for (const chunk of first.after) chunks.push(chunk);
  return Buffer.concat([PNG_SIGNATURE, encodePngChunks(chunks)]);
}

/** A PNG's chunks: IHDR and what else stands before its pixels, its IDAT, and what follows them with IEND. */
interface FrameChunks {
  readonly before: readonly PngChunk[];
  readonly pixels: readonly PngChunk[];
  readonly after: readonly PngChunk[];
}

function readFrame(png: Uint8Array, name: string): FrameChunks {
  const chunks = readPngChunks(png, name);
  const isPixels = ({ type }: PngChunk) => type === 'IDAT';
  const start = chunks.findIndex(isPixels);
  if (start < 0) throw new InputError(`${name}: has no pixels: a PNG needs at least one IDAT chunk`);
  if (chunks.some(({ type }) => ANIMATION_TYPES.includes(type))) {
    throw new InputError(`${name}: is an animation itself; right is a PNG of one picture`);
  }
  const after = chunks.slice(chunks.findLastIndex(isPixels) + 1);
  return { before: chunks.slice(0, start), pixels: chunks.filter(isPixels), after };
}

const ANIMATION_TYPES = ['acTL', 'fcTL', 'fdAT'];

/** The chunks without which pixels cannot be understood; an animation has each but once. */
const SHARED_TYPES = ['IHDR', 'PLTE', 'tRNS'];

function checkAlike(frame: FrameChunks, first: FrameChunks, index: number): void {
  for (const shared of SHARED_TYPES) {
    const find = ({ before }: FrameChunks) => before.find(({ type }) => type === shared)?.data ?? new Uint8Array();
    if (Buffer.compare(find(frame), find(first)) === 0) continue;
    const difference =
      shared === 'IHDR'
        ? `is ${describeHeader(find(frame))}, but the first is ${describeHeader(find(first))}`
        : `has another ${shared} chunk than the first`;
    throw new InputError(`frame ${index} of the animation ${difference}; all frames must be alike`);
  }
}

function describeHeader(header: Uint8Array): string {
  const view = new DataView(header.buffer, header.byteOffset);
  const [bits, colorType, , , interlaced] = header.subarray(8);
  const size = `${view.getUint32(0)} × ${view.getUint32(4)}`;
  return `${size} of colour type ${colorType} in ${bits} bits${interlaced ? ', interlaced' : ''}`;
}

/** The time that a frame is shown, in seconds, as a fraction of 16-bit integers that comes nearest to 1 / framesPerSecond. */
function frameDelay(framesPerSecond: number): { numerator: number; denominator: number } {
  if (!(framesPerSecond >= 1 / UINT16_MAX && framesPerSecond <= UINT16_MAX)) {
    throw new InputError(`framesPerSecond must be a number from 1/65535 to 65535, not ${framesPerSecond}`);
  }
  let best = { numerator: 1, denominator: 1, error: Infinity };
  for (let numerator = 1; numerator <= UINT16_MAX && best.error > EXACT; numerator++) {
    const denominator = Math.round(numerator * framesPerSecond);
    if (denominator > UINT16_MAX) break;
    const error = Math.abs(denominator / numerator - framesPerSecond) / framesPerSecond;
    if (error < best.error && denominator > 0) best = { numerator, denominator, error };
  }
  return best;
}

/** Relative; fractions of 16-bit integers lie farther apart. */
const EXACT = 1e-12;

function animationControl(frames: number, loops: number): PngChunk {
  const data = new Uint8Array(8);
  const view = new DataView(data.buffer);
  view.setUint32(0, frames);
  view.setUint32(4, loops);
  return { type: 'acTL', data };
}

/** A whole frame that takes the place of the one before it: dispose and blend operations are 0. */
function frameControl(sequenceNumber: number, header: PngChunk, delay: ReturnType<typeof frameDelay>): PngChunk {
  const data = new Uint8Array(26);
  const view = new DataView(data.buffer);
  view.setUint32(0, sequenceNumber);
  data.set(header.data.subarray(0, 8), 4);
  view.setUint16(20, delay.numerator);
  view.setUint16(22, delay.denominator);
  return { type: 'fcTL', data };
}

/** IDAT's data with a sequence number before it. */
function frameData(sequenceNumber: number, pixels: Uint8Array): PngChunk {
  const data = new Uint8Array(4 + pixels.length);
  new DataView(data.buffer).setUint32(0, sequenceNumber);
  data.set(pixels, 4);
  return { type: 'fdAT', data };
}
