/** The savings of skipping samples, preset by preset: bricks that show nothing, and rays that are opaque. */
import { basename } from 'node:path';
import {
  boundingSphere,
  type Camera,
  computeStatistics,
  corners,
  createShading,
  createTransferFunction,
  findTransfer,
  fitCamera,
  orbit,
  Renderer,
  type RenderOptions,
  type TransferFunction,
  type Volume,
  type VolumeScene,
  viewDirection,
} from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';
import { measureBins } from './bins.js';

const SIZE = Number(process.env['SIZE'] ?? 512);
const REPEATS = Number(process.env['REPEATS'] ?? 7);
const CASES = {
  all: { skip: false, earlyTermination: false },
  terminated: { skip: false, earlyTermination: true },
  skipped: { skip: true, earlyTermination: false },
  both: { skip: true, earlyTermination: true },
} as const satisfies Record<string, RenderOptions>;

type Case = keyof typeof CASES;

interface Look {
  readonly name: string;
  readonly scene: Omit<VolumeScene, 'volume'>;
}

/** Ordered from sparse to dense; presets are lit as they ask to be. */
function listLooks(volume: Volume): Look[] {
  const statistics = computeStatistics(volume);
  const named = (name: string): TransferFunction => findTransfer(name).create({ statistics: () => statistics });
  const preset = (name: string): Look => {
    const transfer = named(name);
    return { name, scene: { transfer, ...(transfer.shading && { shading: createShading(transfer.shading) }) } };
  };
  const everything = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [{ value: 0, opacity: 0.003 }],
  });
  return [
    ...['CT-Bones', 'CT-AAA2', 'CT-Coronary-Arteries-3', 'CT-Coronary-Arteries', 'CT-Muscle', 'CT-Fat'].map(preset),
    { name: 'isosurface of 300', scene: { transfer: named('CT-Bone'), mode: 'isosurface', isoValue: 300 } },
    { name: 'mip', scene: { transfer: named('CT-MIP'), mode: 'mip' } },
    { name: 'fog everywhere', scene: { transfer: everything } },
  ];
}

const gpu = await openGpu({ software: process.argv.includes('--software') });
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const rows: object[] = [];
for (const path of paths.length > 0 ? paths : ['volumes/head-phantom.nrrd']) {
  const { volume } = await readVolumeFile(path);
  const direction = viewDirection('anterior', volume.indexToWorld);
  const camera = orbit(fitCamera(boundingSphere(corners(volume)), direction, { aspect: 1 }), {
    azimuthDegrees: 30,
    elevationDegrees: 15,
  });
  for (const look of listLooks(volume)) {
    rows.push({ volume: basename(path), ...(await measureLook(volume, look, camera)) });
    process.stderr.write(`${basename(path)}, ${look.name}\n`);
  }
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, software: gpu.software, image: `${SIZE}²`, rows });
gpu.destroy();

async function measureLook(volume: Volume, { name, scene: look }: Look, camera: Camera) {
  const renderer = new Renderer(gpu);
  const scene = { volume, ...look };
  const render = (name: Case, options: RenderOptions = {}) =>
    renderer.render(scene, camera, { width: SIZE, height: SIZE, quality: 'plain', ...CASES[name], ...options });
  const names = Object.keys(CASES) as Case[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Case, number[]>;
  let bricksMs = Number.NaN;
  const pictures = new Map<boolean, Uint8Array>();
  let largestDifference = 0;
  for (let round = -1; round < REPEATS; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + Math.max(round, 0)) % names.length]!;
      const { stats, pixels } = await render(name, { timestamps: true });
      if (round >= 0) times[name].push(stats.timesMs['cast'] ?? Number.NaN);
      else if (stats.timesMs['bricks'] !== undefined) bricksMs = stats.timesMs['bricks'];
      const { earlyTermination } = CASES[name];
      const other = pictures.get(earlyTermination);
      pictures.set(earlyTermination, pixels);
      for (const [index, value] of pixels.entries()) {
        if (other) largestDifference = Math.max(largestDifference, Math.abs(value - other[index]!));
      }
    }
  }
  const counted = await Promise.all(names.map((name) => render(name, { counts: true })));
  const ms = Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Case, number>;
  const million = (count: number | undefined) => (count ?? 0) / 1e6;
  return {
    look: name,
    castMs: ms,
    /** Time to find active bricks, once for each appearance. */
    bricksMs,
    gainOfSkipping: ms.terminated / ms.both,
    gainOfTermination: ms.skipped / ms.both,
    gainOfBoth: ms.all / ms.both,
    samplesTaken: Object.fromEntries(names.map((name, index) => [name, million(counted[index]!.stats.samples)])),
    samplesSkipped: million(counted[names.indexOf('both')]!.stats.samplesSkipped),
    /** Largest difference in any channel between pictures with and without skipping, of 255. */
    largestDifference,
    ...(look.mode === undefined && { bins: await measureBins(gpu, scene, camera, SIZE, median) }),
  };
}
