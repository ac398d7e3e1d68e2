/** The compressed frames of a file: encapsulated pixels (PS3.5, section A.4). */
import { InputError } from '../../../errors.js';
import { type ByteSource, memorySource } from '../../bytes/byte-source.js';
import { concatenateBytes } from '../../bytes/data-bytes.js';
import type { PixelFormat } from './pixel-format.js';

interface Fragment {
  readonly start: number;
  readonly end: number;
}

/** Reads the compressed bytes of one frame. */
export type ReadCompressedFrame = (frame: number) => Promise<Uint8Array>;

const ITEM = 0xfffee000;
const SEQUENCE_DELIMITATION = 0xfffee0dd;

/** A file of one frame is read at once up to this size; larger ones are stepped through. */
const WHOLE_SIZE_BYTES_MAX = 1 << 26;

/** Finds the fragments of each frame. @throws InputError if there are too few for the frames. */
export async function openFrames({ content, element, frames }: PixelFormat): Promise<ReadCompressedFrame> {
  const whole = frames === 1 && content.sizeBytes - element.start <= WHOLE_SIZE_BYTES_MAX;
  const source = whole ? memorySource(content.name, await content.read(element.start, content.sizeBytes)) : content;
  const [table, ...fragments] = await findFragments(source, whole ? 0 : element.start);
  const offsets = table ? await readOffsets(source, table) : [];
  const isUntold = frames > 1 && fragments.length > frames && offsets.length !== frames;
  const byFrame =
    (isUntold && (await divideAtStarts(source, fragments, frames))) || assignFragments(fragments, offsets, frames);
  return async (frame) => {
    const pieces: Uint8Array[] = [];
    for (const { start, end } of byFrame[frame]!) {
      const bytes = await source.read(start, end);
      if (bytes.length < end - start) throw cutShort();
      pieces.push(bytes);
    }
    return concatenateBytes(pieces);
  };
}

/** All items; the first is the table of offsets, which may be empty. */
async function findFragments(source: ByteSource, start: number): Promise<Fragment[]> {
  const fragments: Fragment[] = [];
  for (let at = start; ; ) {
    const head = await source.read(at, at + 8);
    // Some files lack the delimiter at their end.
    if (head.length < 8) return fragments;
    const view = new DataView(head.buffer, head.byteOffset, 8);
    const tag = (view.getUint16(0, true) * 0x10000 + view.getUint16(2, true)) >>> 0;
    if (tag === SEQUENCE_DELIMITATION) return fragments;
    if (tag !== ITEM) throw new InputError('has compressed pixels with something else than items; the file is damaged');
    const end = at + 8 + view.getUint32(4, true);
    if (end > source.sizeBytes) throw cutShort();
    fragments.push({ start: at + 8, end });
    at = end;
  }
}

async function readOffsets(source: ByteSource, { start, end }: Fragment): Promise<number[]> {
  const bytes = await source.read(start, end);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(4 * index, true));
}

/** Markers that start a codestream, and no later fragment of it: SOI of JPEG and JPEG-LS with the marker after it, SOC and SIZ of JPEG 2000. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0xff, 0x4f, 0xff, 0x51],
] as const;

/** The fragments of each frame where no table tells; undefined unless as many fragments as frames start a codestream. */
async function divideAtStarts(
  source: ByteSource,
  fragments: readonly Fragment[],
  frames: number,
): Promise<Fragment[][] | undefined> {
  const byFrame: Fragment[][] = [];
  for (const fragment of fragments) {
    const head = await source.read(fragment.start, Math.min(fragment.start + 4, fragment.end));
    if (STARTS.some((start) => start.every((byte, at) => head[at] === byte))) byFrame.push([]);
    if (byFrame.length === 0 || byFrame.length > frames) return undefined;
    byFrame.at(-1)!.push(fragment);
  }
  return byFrame.length === frames ? byFrame : undefined;
}

/** One fragment a frame, or all for the only one, or as the offsets, from the first fragment's item on, divide them. */
function assignFragments(fragments: readonly Fragment[], offsets: readonly number[], frames: number): Fragment[][] {
  if (frames === 1 && fragments.length > 0) return [[...fragments]];
  if (fragments.length === frames) return fragments.map((fragment) => [fragment]);
  const [first] = fragments;
  if (!first || offsets.length !== frames) {
    throw new InputError(
      `has ${fragments.length} fragments of pixels for ${frames} frames, and no table that says which are whose`,
    );
  }
  const byFrame = offsets.map((): Fragment[] => []);
  let frame = 0;
  for (const fragment of fragments) {
    while (frame + 1 < frames && fragment.start - first.start >= offsets[frame + 1]!) frame++;
    byFrame[frame]!.push(fragment);
  }
  return byFrame;
}

const cutShort = () => new InputError('ends within its pixels; get a whole copy');
