/** Common parts of the experiments on meshes: models, the view of them, and medians of interleaved repeats. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  boundingBox,
  boundingSphere,
  boxCorners,
  type Camera,
  type FrameStats,
  fitCamera,
  IDENTITY_AFFINE,
  type Mesh,
  orbit,
  type Renderer,
  type RenderOptions,
  viewDirection,
} from 'tilecast';
import { createTorus, subdivide } from 'tilecast/lab';
import { readMeshFile } from 'tilecast/node';
import { median } from './averages.js';

export interface Model {
  readonly name: string;
  readonly mesh: Mesh;
}

/**
 * The models that a command line names: files, each with `:N` for N midpoint subdivisions, which make four triangles of each.
 * Tori of the given numbers of triangles are the default.
 */
export async function loadModels(args: readonly string[], defaultCounts: readonly number[]): Promise<Model[]> {
  if (args.length === 0) return defaultCounts.map(createModel);
  return Promise.all(
    args.map(async (arg) => {
      const [, path, times = '0'] = /^(.*?)(?::(\d))?$/.exec(arg)!;
      let { mesh } = await readMeshFile(path!);
      for (let time = 0; time < Number(times); time++) mesh = subdivide(mesh);
      const name = basename(path!).replace(/\..*$/, '');
      return { name: Number(times) > 0 ? `${name}, subdivided ${times}×` : name, mesh };
    }),
  );
}

/** A torus of nearly `count` triangles. */
function createModel(count: number): Model {
  const segments = Math.round(Math.sqrt(count / 2));
  return { name: 'torus', mesh: createTorus({ majorSegments: segments, minorSegments: segments }) };
}

/** The view from the front, fitted, turned about the vertical, in degrees. */
export function viewModel(mesh: Mesh, azimuthDegrees = 0): Camera {
  const sphere = boundingSphere(boxCorners(boundingBox(mesh)));
  return orbit(fitCamera(sphere, viewDirection('a', IDENTITY_AFFINE), { aspect: 1, zoom: 1.4 }), { azimuthDegrees });
}

/** mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEGMENTS_SEED = 20_120_625;

/** Segments with ends at random in the model's box, a fifth larger. */
export function createSegments(mesh: Mesh, count: number) {
  const { min, max } = boundingBox(mesh);
  const random = createRandom(SEGMENTS_SEED);
  const points = () =>
    Float32Array.from({ length: 3 * count }, (_, at) => {
      const [low, high] = [min[at % 3]!, max[at % 3]!];
      return (low + high) / 2 + 0.6 * (high - low) * (2 * random() - 1);
    });
  return { from: points(), to: points() };
}

/** Milliseconds of a frame's parts. */
export interface FrameTimes {
  /** Transforming triangles and finding the tiles and the depth of each. */
  readonly sortMs: number;
  /** Building the bins. */
  readonly binMs: number;
  readonly castMs: number;
  /** Time from asking for the frame until its pixels are there. */
  readonly wallMs: number;
}

export interface Case {
  readonly mesh: Mesh;
  readonly camera: Camera;
  readonly options: RenderOptions;
}

export interface Measured extends FrameTimes {
  readonly stats: FrameStats;
}

/**
 * Medians of `repeats` rounds, in each of which every case is rendered; a round before them warms up. Each frame follows one
 * of the same case, since a mesh goes up anew when another was rendered in between.
 */
export async function measureFrames(pass: Renderer, cases: readonly Case[], repeats: number): Promise<Measured[]> {
  const runs = cases.map(() => [] as FrameTimes[]);
  for (let round = -1; round < repeats; round++) {
    for (const [index, { mesh, camera, options }] of cases.entries()) {
      await pass.render({ meshes: [{ mesh }] }, camera, { ...options, timestamps: true });
      const startMs = performance.now();
      const { stats } = await pass.render({ meshes: [{ mesh }] }, camera, { ...options, timestamps: true });
      const wallMs = performance.now() - startMs;
      if (round >= 0) runs[index]!.push({ ...split(stats), wallMs });
    }
    process.stderr.write(`round ${round + 1} of ${repeats}\n`);
  }
  const measured: Measured[] = [];
  for (const [index, { mesh, camera, options }] of cases.entries()) {
    const { stats } = await pass.render({ meshes: [{ mesh }] }, camera, { ...options, counts: true });
    const of = (part: keyof FrameTimes) => median(runs[index]!.map((run) => run[part]));
    measured.push({ sortMs: of('sortMs'), binMs: of('binMs'), castMs: of('castMs'), wallMs: of('wallMs'), stats });
  }
  return measured;
}

/** Adds up the passes by what they are for. */
function split({ timesMs }: FrameStats): Omit<FrameTimes, 'wallMs'> {
  const sum = (belongs: (name: string) => boolean) =>
    Object.entries(timesMs).reduce((total, [name, ms]) => total + (belongs(name) ? ms : 0), 0);
  const isBin = (name: string) => name.startsWith('bin');
  return { binMs: sum(isBin), castMs: timesMs['cast'] ?? 0, sortMs: sum((name) => !isBin(name) && name !== 'cast') };
}

/** Writes what was found beside the experiment, and prints it. */
export function writeResults(folder: string, results: object, name = 'results.json'): void {
  const text = JSON.stringify(
    results,
    (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value),
    2,
  );
  writeFileSync(join(folder, name), `${text}\n`);
  console.log(text);
}
