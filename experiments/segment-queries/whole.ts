/** Times all segments in one call, from arrays to arrays, the tree's building included: into new arrays and into those of a call before. */
import { parseArgs } from 'node:util';
import { Bvh, intersectSegments, SEGMENT_QUERIES, type SegmentAnswers, type SegmentQueryKind } from 'tilecast';
import { createTerrain, createTerrainSegments } from 'tilecast/lab';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { median } from '../averages.js';

const { values: flags } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'gpu' },
    rays: { type: 'string', default: '10000000' },
    calls: { type: 'string', default: '9' },
  },
});
const CALLS = Number(flags.calls);
/** Compile kernels, and have the machine find its memory. */
const WARM_UP_CALLS = 5;

const gpu = await openGpu({ adapter: flags.adapter as AdapterChoice });
const terrain = createTerrain();
const segments = createTerrainSegments(terrain, Number(flags.rays), 2);

async function call<Kind extends SegmentQueryKind>(kind: Kind, into?: SegmentAnswers[Kind]) {
  const startMs = performance.now();
  const bvh = await Bvh.build(gpu, terrain);
  const answers = await intersectSegments(bvh, segments, kind, into ? { into } : {});
  const timeMs = performance.now() - startMs;
  bvh.destroy();
  return { timeMs, answers };
}

function countWrong(kind: SegmentQueryKind, answers: SegmentAnswers[SegmentQueryKind]): number {
  const found = 'triangles' in answers ? answers.triangles : answers;
  let wrong = 0;
  for (const [index, triangle] of segments.triangles.entries()) {
    if (found[index] !== (kind === 'nearest' ? triangle : Number(triangle >= 0))) wrong += 1;
  }
  return wrong;
}

for (const kind of SEGMENT_QUERIES) {
  for (let warmUp = 0; warmUp < WARM_UP_CALLS; warmUp++) await call(kind);
  const newArrays: number[] = [];
  for (let index = 0; index < CALLS; index++) newArrays.push((await call(kind)).timeMs);
  const { answers } = await call(kind);
  const sameArrays: number[] = [];
  for (let index = 0; index < CALLS; index++) sameArrays.push((await call(kind, answers)).timeMs);
  const result = { kind, newArraysMs: median(newArrays), intoMs: median(sameArrays), wrong: countWrong(kind, answers) };
  console.log(JSON.stringify(result));
}
gpu.destroy();
