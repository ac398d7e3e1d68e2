/** Animated PNGs: the order and the numbers of their chunks, and that their frames are the ones put in. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { type ApngOptions, encodeApng } from '../../../src/node/png/apng.js';
import { encodePng } from '../../../src/node/png/png.js';
import {
  encodePngChunks,
  IHDR_END,
  PNG_SIGNATURE,
  type PngChunk,
  readPngChunks,
} from '../../../src/node/png/png-chunks.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { randomFrame } from './sample-frames.js';

const frames = [10, 11, 12, 13].map((seed) => randomFrame(seed, 9, 6, seed === 11));
const pngs = frames.map((frame, index) => encodePng(frame, { alpha: 'always', text: { Title: `Frame ${index}` } }));
const animation = encodeApng(pngs, { framesPerSecond: 25, loops: 3 });
const chunks = readPngChunks(animation, 'animation.png');

const typesOf = (list: readonly PngChunk[]) => list.map(({ type }) => type);
const viewOf = ({ data }: PngChunk) => new DataView(data.buffer, data.byteOffset, data.length);
const ofType = (type: string, list = chunks) => list.filter((chunk) => chunk.type === type);

/** The same PNG with its pixels in several IDAT chunks. */
function splitPixels(png: Uint8Array, pieceBytes: number): Uint8Array {
  const pieces = readPngChunks(png, 'a.png').flatMap((chunk) => {
    if (chunk.type !== 'IDAT') return [chunk];
    const count = Math.ceil(chunk.data.length / pieceBytes);
    return Array.from({ length: count }, (_, piece) => ({
      type: 'IDAT',
      data: chunk.data.subarray(piece * pieceBytes, (piece + 1) * pieceBytes),
    }));
  });
  return Buffer.concat([PNG_SIGNATURE, encodePngChunks(pieces)]);
}

/** The pixels of each frame, by way of a PNG of that frame alone. */
function extractFrames(bytes: Uint8Array): Uint8Array[] {
  const header = bytes.subarray(0, IHDR_END);
  const pixels: PngChunk[][] = [];
  for (const { type, data } of readPngChunks(bytes, 'animation.png')) {
    if (type === 'fcTL') pixels.push([]);
    if (type === 'IDAT') pixels.at(-1)!.push({ type, data });
    if (type === 'fdAT') pixels.at(-1)!.push({ type: 'IDAT', data: data.subarray(4) });
  }
  const end = { type: 'IEND', data: new Uint8Array() };
  return pixels.map((frame) =>
    Uint8Array.from(PNG.sync.read(Buffer.concat([header, encodePngChunks([...frame, end])])).data),
  );
}

describe('an animated PNG', () => {
  it('has its chunks in the order of the standard', () => {
    const expected = ['IHDR', 'acTL', 'iTXt', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'];
    expect(typesOf(chunks)).toEqual(expected);
  });

  it('tells the number of its frames and how often it plays', () => {
    const control = viewOf(ofType('acTL')[0]!);
    expect([control.byteLength, control.getUint32(0), control.getUint32(4)]).toEqual([8, 4, 3]);
    const forever = viewOf(ofType('acTL', readPngChunks(encodeApng(pngs, { framesPerSecond: 25 }), 'a.png'))[0]!);
    expect(forever.getUint32(4)).toBe(0);
  });

  it('numbers frame controls and frame data together, from 0 without gaps', () => {
    const split = encodeApng(
      pngs.map((png) => splitPixels(png, 50)),
      { framesPerSecond: 25 },
    );
    for (const bytes of [animation, split]) {
      const numbered = readPngChunks(bytes, 'a.png').filter(({ type }) => type === 'fcTL' || type === 'fdAT');
      expect(numbered.map((chunk) => viewOf(chunk).getUint32(0))).toEqual([...numbered.keys()]);
    }
    expect(ofType('fdAT', readPngChunks(split, 'a.png')).length).toBeGreaterThan(9);
  });

  it('shows each frame whole, in place of the one before', () => {
    for (const control of ofType('fcTL').map(viewOf)) {
      const [width, height, left, top] = [4, 8, 12, 16].map((at) => control.getUint32(at));
      expect([control.byteLength, width, height, left, top]).toEqual([26, 9, 6, 0, 0]);
      expect([control.getUint8(24), control.getUint8(25)]).toEqual([0, 0]);
    }
  });

  it('has the frames that were put in', () => {
    const expected = frames.map(({ pixels }) => pixels);
    expect(extractFrames(animation)).toEqual(expected);
    const split = pngs.map((png, index) => splitPixels(png, 20 + index));
    expect(extractFrames(encodeApng(split, { framesPerSecond: 1 }))).toEqual(expected);
  });

  it('is its first frame to whoever knows no animation, with that frame’s text', () => {
    expect(Uint8Array.from(PNG.sync.read(Buffer.from(animation)).data)).toEqual(frames[0]!.pixels);
    expect(readPngText(animation, 'animation.png')).toEqual({ Title: 'Frame 0' });
  });

  it('may have a single frame', () => {
    expect(extractFrames(encodeApng(pngs.slice(0, 1), { framesPerSecond: 1 }))).toEqual([frames[0]!.pixels]);
  });

  it.each([
    [25, 1, 25],
    [1, 1, 1],
    [0.5, 2, 1],
    [1 / 3, 3, 1],
    [29.97, 100, 2997],
    [30000 / 1001, 1001, 30000],
    [65535, 1, 65535],
    [1 / 65535, 65535, 1],
  ])('shows each of %f frames per second for %d/%d seconds', (framesPerSecond, numerator, denominator) => {
    const [control] = ofType('fcTL', readPngChunks(encodeApng(pngs, { framesPerSecond }), 'a.png')).map(viewOf);
    expect([control!.getUint16(20), control!.getUint16(22)]).toEqual([numerator, denominator]);
  });

  it('is near to any other frame rate, by the closest fraction', () => {
    const [control] = ofType('fcTL', readPngChunks(encodeApng(pngs, { framesPerSecond: Math.PI }), 'a.png')).map(
      viewOf,
    );
    // The last convergent of π whose terms have 16 bits is 355/113; between it and 65535 there are closer fractions.
    const error = Math.abs(control!.getUint16(22) / control!.getUint16(20) - Math.PI);
    expect(error).toBeLessThanOrEqual(Math.abs(355 / 113 - Math.PI));
  });
});

describe('what makes no animation', () => {
  const [first, second] = pngs as [Uint8Array, Uint8Array];
  const pixelsGone = Buffer.concat([
    first.subarray(0, IHDR_END),
    encodePngChunks([{ type: 'IEND', data: Buffer.of() }]),
  ]);
  const withPalette = Buffer.concat([
    second.subarray(0, IHDR_END),
    encodePngChunks([{ type: 'PLTE', data: Buffer.of(1, 2, 3) }]),
    second.subarray(IHDR_END),
  ]);
  const cases: [string, Uint8Array[], Partial<ApngOptions>, RegExp][] = [
    ['no frames', [], {}, /at least one frame/],
    ['another size', [first, encodePng(randomFrame(1, 6, 9, false))], {}, /frame 1 .* 6 × 9 .* 9 × 6/],
    ['another colour type', [first, encodePng(frames[1]!)], {}, /frame 1 .* colour type 2 .* colour type 6/],
    ['another palette', [first, withPalette], {}, /frame 1 .* PLTE/],
    ['a frame that is no PNG', [first, Buffer.from('GIF89a')], {}, /^frame 1 of the animation: is no PNG/],
    ['a frame that is cut short', [first, second.subarray(0, 60)], {}, /^frame 1 of the animation: is cut short/],
    ['a frame without pixels', [pixelsGone], {}, /^frame 0 of the animation: has no pixels/],
    ['a frame that is an animation', [animation], {}, /^frame 0 of the animation: is an animation/],
    ['no time', pngs, { framesPerSecond: 0 }, /framesPerSecond/],
    ['a rate that is no number', pngs, { framesPerSecond: Number.NaN }, /framesPerSecond/],
    ['too high a rate', pngs, { framesPerSecond: 65536 }, /framesPerSecond/],
    ['half a loop', pngs, { loops: 0.5 }, /loops/],
    ['a negative number of loops', pngs, { loops: -1 }, /loops/],
  ];

  it.each(cases)('is refused: %s', (_, list, options, message) => {
    const encode = () => encodeApng(list, { framesPerSecond: 25, ...options });
    expect(encode).toThrow(InputError);
    expect(encode).toThrow(message);
  });
});
