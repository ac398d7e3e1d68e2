/**
 * Times all segments in one call, the tree's building included: from arrays into new ones and into those of a call before, and from
 * buffers to a buffer of the device.
 */
import { parseArgs } from 'node:util';
import { createTerrain, createTerrainSegments } from 'tilecast/lab';
import {
  Bvh,
  intersectSegments,
  SEGMENT_QUERIES,
  type SegmentAnswers,
  SegmentPass,
  type SegmentQueryKind,
} from 'tilecast/mesh';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { countWrong } from './count-wrong.js';

const { values: flags } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'gpu' },
    rays: { type: 'string', default: '10000000' },
    calls: { type: 'string', default: '9' },
    chunk: { type: 'string' },
  },
});
const CALLS = Number(flags.calls);
/** Compile kernels, and have the machine find its memory. */
const WARM_UP_CALLS = 5;
/** WebGPU's numbers, which Node has no constants of. */
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [0x1, 0x4, 0x8, 0x80];

const gpu = await openGpu({ adapter: flags.adapter as AdapterChoice });
const { device } = gpu;
const terrain = createTerrain();
const rays = Number(flags.rays);
const segments = createTerrainSegments(terrain, rays, 2);
const chunk = flags.chunk === undefined ? {} : { chunk: Number(flags.chunk) };

async function timeMedian(work: () => Promise<unknown>): Promise<number> {
  for (let call = 0; call < WARM_UP_CALLS; call++) await work();
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const startMs = performance.now();
    await work();
    times.push(performance.now() - startMs);
  }
  return median(times);
}

async function callWithArrays<Kind extends SegmentQueryKind>(kind: Kind, into?: SegmentAnswers[Kind]) {
  const bvh = await Bvh.build(gpu, terrain);
  const answers = await intersectSegments(bvh, segments, kind, { ...chunk, ...(into && { into }) });
  bvh.destroy();
  return answers;
}

const [from, to] = [segments.from, segments.to].map((points) => {
  const buffer = device.createBuffer({ size: points.byteLength, usage: STORAGE | COPY_DST });
  device.queue.writeBuffer(buffer, 0, points as Float32Array<ArrayBuffer>);
  return buffer;
}) as [GPUBuffer, GPUBuffer];

const createPass = (bvh: Bvh, kind: SegmentQueryKind, answers: GPUBuffer) =>
  SegmentPass.create(bvh, kind, { capacity: rays, from, to, answers, ...chunk });

/** The answers of a buffer as arrays have them. */
async function readAnswers(kind: SegmentQueryKind, answers: GPUBuffer): Promise<SegmentAnswers[SegmentQueryKind]> {
  const staging = device.createBuffer({ size: answers.size, usage: MAP_READ | COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(answers, 0, staging, 0, answers.size);
  device.queue.submit([encoder.finish()]);
  const words = await gpu.read(staging);
  staging.destroy();
  if (kind === 'bits') return new Uint32Array(words);
  const all = new Int32Array(words);
  return kind === 'nearest' ? Int32Array.from({ length: rays }, (_, index) => all[4 * index]!) : all;
}

/** Passes of one submission: the processor's part in them is small. */
const IN_A_ROW = 10;

/** Times a tree and a pass that are made anew, then the same ones with the tree rebuilt, and then passes one after the other. */
async function timeBuffers(kind: SegmentQueryKind) {
  const answers = device.createBuffer({
    size: SegmentPass.answerBytes(kind, rays),
    usage: STORAGE | COPY_SRC | COPY_DST,
  });
  const buffersMs = await timeMedian(async () => {
    const bvh = await Bvh.build(gpu, terrain);
    const pass = await createPass(bvh, kind, answers);
    await pass.run();
    await gpu.idle();
    pass.destroy();
    bvh.destroy();
  });
  const bvh = await Bvh.build(gpu, terrain);
  const pass = await createPass(bvh, kind, answers);
  const runMs = await timeMedian(async () => {
    bvh.rebuild(terrain.positions);
    await pass.run();
    await gpu.idle();
  });
  const rowMs = await timeMedian(async () => {
    const encoder = device.createCommandEncoder();
    for (let index = 0; index < IN_A_ROW; index++) pass.encode(encoder);
    device.queue.submit([encoder.finish()]);
    await gpu.idle();
  });
  const wrong = countWrong(kind, await readAnswers(kind, answers), segments);
  for (const made of [pass, bvh, answers]) made.destroy();
  return { buffersMs, runMs, passMs: rowMs / IN_A_ROW, wrong };
}

for (const kind of SEGMENT_QUERIES) {
  const newArraysMs = await timeMedian(() => callWithArrays(kind));
  const into = await callWithArrays(kind);
  const intoMs = await timeMedian(() => callWithArrays(kind, into));
  const { wrong, ...buffers } = await timeBuffers(kind);
  console.log(
    JSON.stringify({ kind, newArraysMs, intoMs, ...buffers, wrong: wrong + countWrong(kind, into, segments) }),
  );
}
gpu.destroy();
