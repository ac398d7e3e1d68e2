/** Segment queries from buffers to buffers: bit for bit what arrays get, and the exact CPU reference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bvh } from '../../src/bvh/bvh.js';
import { intersectSegments, type SegmentAnswers } from '../../src/bvh/intersect-segments.js';
import { SEGMENT_QUERIES, type SegmentQueryKind } from '../../src/bvh/segment-kinds.js';
import { SegmentLayout } from '../../src/bvh/segment-layout.js';
import { SegmentPass, type SegmentPassOptions } from '../../src/bvh/segment-pass.js';
import { InputError } from '../../src/errors.js';
import { readWords } from '../../src/gpu/allocate-storage.js';
import { BUFFER_USAGE } from '../../src/gpu/usages.js';
import { createTorus } from '../../src/mesh/generators/create-basic-meshes.js';
import { openTestGpu, useTestGpu } from '../open-test-gpu.js';
import { crossByBruteForce } from './brute-force.js';
import { degenerateSegments, randomSegments, type TestSegments } from './random-segments.js';

const gpu = useTestGpu();
const SEED = 71;
/** More than two chunks, more than the invocations of a dispatch on the CPU, and no multiple of either. */
const COUNT = 4507;
const CHUNK = 2048;
const UNTOUCHED = 0xdeadbeef;
const torus = createTorus({ majorSegments: 12, minorSegments: 8 });
const { STORAGE, COPY_SRC, COPY_DST } = BUFFER_USAGE;

const joined = (kind: 'from' | 'to', parts: readonly TestSegments[]) =>
  Float32Array.from(parts.flatMap((part) => Array.from(part[kind])));
const parts = [randomSegments(COUNT - 500, SEED), degenerateSegments(torus, 500, SEED + 1)];
const segments = { from: joined('from', parts), to: joined('to', parts) };

let bvh: Bvh;
beforeAll(async () => {
  bvh = await Bvh.build(gpu(), torus);
});
afterAll(() => bvh.destroy());

function createBuffer(words: number, usage = STORAGE | COPY_SRC | COPY_DST): GPUBuffer {
  const buffer = gpu().device.createBuffer({ size: 4 * words, usage });
  if (usage & COPY_DST) gpu().device.queue.writeBuffer(buffer, 0, new Uint32Array(words).fill(UNTOUCHED));
  return buffer;
}

/** Points in a buffer, from a word on and so many words apart. */
function place(buffer: GPUBuffer, points: Float32Array, first: number, stride: number): void {
  const words = new Float32Array(points.length === 0 ? 0 : (stride * points.length) / 3 - stride + 3);
  for (let at = 0; at < points.length; at++) words[stride * Math.floor(at / 3) + (at % 3)] = points[at]!;
  gpu().device.queue.writeBuffer(buffer, 4 * first, words);
}

/** The words of answers by arrays as buffers have them. */
function toWords(answers: SegmentAnswers[SegmentQueryKind]): Uint32Array {
  if (!('triangles' in answers)) return new Uint32Array(answers.buffer);
  const { triangles, t, u, v } = answers;
  const planes = [triangles, t, u, v].map(({ buffer }) => new Uint32Array(buffer));
  return Uint32Array.from({ length: 4 * triangles.length }, (_, at) => planes[at % 4]![Math.floor(at / 4)]!);
}

interface Layout {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly answers: number;
  readonly stride: number;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'one after the other', from: 0, to: 3 * COUNT, answers: 0, stride: 3 },
  { name: 'as array<vec3f>, each start beside its end, behind offsets', from: 37, to: 41, answers: 129, stride: 8 },
];

describe.each(SEGMENT_QUERIES)('a pass that is asked for %s', (kind) => {
  it.each(LAYOUTS)(`answers as arrays do: $name (seed ${SEED})`, async ({ from, to, answers, stride }) => {
    const ends = createBuffer(8 * COUNT + 100);
    place(ends, segments.from, from, stride);
    if (stride === 3) place(ends, segments.to, to, stride);
    else {
      // Interleaved: what lies between the starts is not to be written again.
      const both = new Float32Array(stride * COUNT);
      for (let at = 0; at < 3 * COUNT; at++) {
        const word = stride * Math.floor(at / 3) + (at % 3);
        both[word] = segments.from[at]!;
        both[word + to - from] = segments.to[at]!;
      }
      gpu().device.queue.writeBuffer(ends, 4 * from, both);
    }
    const words = SegmentPass.answerBytes(kind, COUNT) / 4;
    const found = createBuffer(answers + words + 2);
    const pass = await SegmentPass.create(bvh, kind, {
      capacity: COUNT,
      from: { buffer: ends, offset: 4 * from },
      to: { buffer: ends, offset: 4 * to },
      answers: { buffer: found, offset: 4 * answers, size: 4 * words },
      strideBytes: 4 * stride,
      chunk: CHUNK - 1,
    });
    const expected = toWords(await intersectSegments(bvh, segments, kind));
    const read = async () => (await readWords(gpu(), [{ buffer: found, length: answers + words + 2 }]))[0]!;
    await pass.run();
    const all = await read();
    expect(all.subarray(answers, answers + words)).toEqual(expected);
    // Nothing before and behind is written.
    expect(new Set([...all.subarray(0, answers), ...all.subarray(-2)])).toEqual(new Set([UNTOUCHED]));

    // Two runs in one encoder of the caller's: the first ones anew, on other words.
    gpu().device.queue.writeBuffer(found, 4 * answers, new Uint32Array(words));
    const some = CHUNK + 32;
    const encoder = gpu().device.createCommandEncoder();
    pass.encode(encoder, some);
    pass.encode(encoder, 64);
    pass.encode(encoder, 0);
    gpu().device.queue.submit([encoder.finish()]);
    const part = SegmentPass.answerBytes(kind, some) / 4;
    const again = (await read()).subarray(answers, answers + words);
    expect(again.subarray(0, part)).toEqual(expected.subarray(0, part));
    expect(again.subarray(part).every((word) => word === 0)).toBe(true);
    pass.destroy();
    for (const buffer of [ends, found]) buffer.destroy();
  });
});

it(`finds what the exact CPU reference does (seed ${SEED})`, async () => {
  const few = { from: segments.from.subarray(-900), to: segments.to.subarray(-900) };
  const expected = crossByBruteForce(torus, few).map(({ count }) => count);
  const [from, to] = [few.from, few.to].map((points) => {
    const buffer = createBuffer(900);
    place(buffer, points, 0, 3);
    return buffer;
  });
  const found = createBuffer(300);
  const pass = await SegmentPass.create(bvh, 'count', { capacity: 300, from: from!, to: to!, answers: found });
  await pass.run();
  const [counts] = await readWords(gpu(), [{ buffer: found, length: 300 }]);
  expect(Array.from(counts!)).toEqual(expected);

  // More numbers of segments than have their parameters kept, before any is submitted.
  gpu().device.queue.writeBuffer(found, 0, new Uint32Array(300));
  const encoder = gpu().device.createCommandEncoder();
  for (let count = 40; count > 0; count--) pass.encode(encoder, count);
  gpu().device.queue.submit([encoder.finish()]);
  const [again] = await readWords(gpu(), [{ buffer: found, length: 300 }]);
  expect(Array.from(again!)).toEqual(expected.map((count, index) => (index < 40 ? count : 0)));
  pass.destroy();
});

it('answers no segments', async () => {
  const buffers = { from: createBuffer(1), to: createBuffer(1), answers: createBuffer(1) };
  const pass = await SegmentPass.create(bvh, 'any', { capacity: 0, ...buffers });
  await pass.run();
  const [word] = await readWords(gpu(), [{ buffer: buffers.answers, length: 1 }]);
  expect(Array.from(word!)).toEqual([UNTOUCHED]);
  pass.destroy();
});

it('binds no more at once than the device does', () => {
  const bytes = 2 ** 20;
  const buffer = (size: number) => ({ mapState: 'unmapped', size, usage: STORAGE }) as GPUBuffer;
  const [ends, answers] = [buffer(2 ** 24), buffer(2 ** 24)];
  const from = { buffer: ends, offset: 300 };
  const layout = new SegmentLayout('nearest', 100_003, { from, to: ends, answers, strideBytes: 12 });
  const chunks = layout.cut(2 ** 22, { maxStorageBufferBindingSize: bytes } as GPUSupportedLimits);
  expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(100_003);
  let next = 0;
  for (const { first, length, resources } of chunks) {
    expect(first).toBe(next);
    next += length;
    for (const { offset, size } of Object.values(resources)) {
      expect(offset! % 256).toBe(0);
      expect(size).toBeLessThanOrEqual(bytes);
    }
    expect(resources.starts).toMatchObject({ offset: 256 + 12 * first, size: 44 + 12 * length });
    expect(resources.results).toMatchObject({ offset: 16 * first, size: 16 * length });
  }
});

describe('a pass refuses', () => {
  const make = (options: Partial<SegmentPassOptions>, kind: SegmentQueryKind = 'any') =>
    SegmentPass.create(bvh, kind, {
      capacity: 10,
      from: createBuffer(30),
      to: createBuffer(30),
      answers: createBuffer(10),
      ...options,
    });

  const oddOffset = () => ({ to: { buffer: createBuffer(40), offset: 2 } });
  const copied = () => createBuffer(30, COPY_DST);
  const stored = () => ({ answers: createBuffer(10, STORAGE) });

  it.each<[string, RegExp, () => Partial<SegmentPassOptions>, SegmentQueryKind?]>([
    ['short starts', /^from must have 120 bytes, not 116$/, () => ({ from: createBuffer(29) })],
    ['short ends', /^to must have 120 bytes, not 40$/, () => ({ to: { buffer: createBuffer(30), size: 40 } })],
    ['an offset that is too far', /^from .* not 0$/, () => ({ from: { buffer: createBuffer(30), offset: 400 } })],
    ['an odd offset', /^to must begin at a multiple of 4 bytes, not at 2$/, oddOffset],
    ['a long stride', /^from must have 156 bytes, not 120$/, () => ({ strideBytes: 16 })],
    ['a stride of 10', /^strideBytes must be a multiple of 4 from 12/, () => ({ strideBytes: 10 })],
    ['short answers', /^answers must have 160 bytes, not 40$/, () => ({}), 'nearest'],
    ['starts without STORAGE', /^the buffer of from must have the usage STORAGE$/, () => ({ from: copied() })],
    ['bits without COPY_DST', /^the buffer of answers must have the usage COPY_DST$/, stored, 'bits'],
    ['no buffer', /^answers must be a GPUBuffer, or \{ buffer/, () => ({ answers: new Uint32Array(10) as never })],
    ['nothing', /^from must be a GPUBuffer/, () => ({ from: undefined as never })],
    ['half a segment', /^the capacity must be a whole number/, () => ({ capacity: 0.5 })],
    ['no chunk', /^a chunk must be a positive whole number/, () => ({ chunk: 0 })],
    ['another question', /^a segment query is any, bits, nearest, count, not all$/, () => ({}), 'all' as never],
  ])('%s', async (_, message, options, kind) => {
    const refused = make(options(), kind);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });

  it('answers among the segments', async () => {
    const from = createBuffer(60);
    await expect(make({ from, answers: { buffer: from, offset: 200 } })).rejects.toThrow(
      'answers must be in another buffer than the segments',
    );
  });

  it('more segments than it has room for', async () => {
    const pass = await make({});
    await expect(pass.run(11)).rejects.toThrow('a pass of up to 10 segments was given 11');
    expect(() => pass.encode(gpu().device.createCommandEncoder(), 1.5)).toThrow(InputError);
    pass.destroy();
  });

  it('a buffer of another device', async () => {
    const other = await openTestGpu();
    const from = other.device.createBuffer({ size: 120, usage: STORAGE });
    const refused = make({ from });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow("from, to and answers must be buffers of the tree's device");
    other.destroy();
    gpu().assertHealthy();
  });

  it('a buffer that was destroyed', async () => {
    const from = createBuffer(30);
    const pass = await make({ from });
    await pass.run();
    from.destroy();
    const refused = pass.run();
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow('must be there and not be mapped');
    pass.destroy();
    gpu().assertHealthy();
  });
});
