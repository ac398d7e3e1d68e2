/** How near each quality comes to the picture of sixteen times as many samples, and what it costs. */
import { basename } from 'node:path';
import {
  type Camera,
  computeStatistics,
  createShading,
  defaultAppearance,
  findTransfer,
  fitPoints,
  Renderer,
  type RenderOptions,
  shownPoints,
  type TransferFunction,
  type Volume,
  type VolumeScene,
  viewDirection,
} from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median, writeResults } from '../mesh-bench.js';

const SIZE = Number(process.env['SIZE'] ?? 384);
const REPEATS = Number(process.env['REPEATS'] ?? 3);

const REFERENCE: RenderOptions = { quality: 'plain', step: 1 / 16 };
const SETTINGS = {
  plain: { quality: 'plain' },
  'plain, jitter': { quality: 'plain', jitter: 1 },
  'plain, step 1/2': { quality: 'plain', step: 1 / 2 },
  'plain, step 1/4': { quality: 'plain', step: 1 / 4 },
  'pre-integrated, step 2': { preintegrated: true, step: 2 },
  'pre-integrated': { preintegrated: true },
  'pre-integrated, step 1/2': { preintegrated: true, step: 1 / 2 },
} as const satisfies Record<string, RenderOptions>;

interface Look {
  readonly name: string;
  readonly scene: Omit<VolumeScene, 'volume'>;
  readonly zoom: number;
}

function listLooks(volume: Volume): Look[] {
  const { transfer, mask } = defaultAppearance(volume);
  const lit = (named: TransferFunction) => ({ transfer: named, shading: createShading(named.shading) });
  const preset = (name: string) => findTransfer(name).create({ statistics: () => computeStatistics(volume) });
  const looks: Look[] = [{ name: 'default, lit', scene: { ...lit(transfer), ...(mask && { mask }) }, zoom: 1 }];
  if (computeStatistics(volume).min > -500) return [...looks, { name: 'default, unlit', scene: { transfer }, zoom: 1 }];
  const coronary = preset('CT-Coronary-Arteries');
  return [
    ...looks,
    { name: 'CT-Coronary-Arteries, lit', scene: lit(coronary), zoom: 4 },
    { name: 'CT-Coronary-Arteries, unlit', scene: { transfer: coronary }, zoom: 4 },
    { name: 'CT-Bone, lit', scene: lit(preset('CT-Bone')), zoom: 1 },
    { name: 'CT-Muscle, lit', scene: lit(preset('CT-Muscle')), zoom: 1 },
  ];
}

/** Same eye, smaller angle. */
function magnify(camera: Camera, zoom: number): Camera {
  if (camera.projection !== 'perspective') return camera;
  const slope = Math.tan((camera.fovDegrees * Math.PI) / 360);
  return { ...camera, fovDegrees: (Math.atan(slope / zoom) * 360) / Math.PI };
}

function differences(a: Float32Array, b: Float32Array) {
  let [sum, largest] = [0, 0];
  for (const [index, value] of a.entries()) {
    const difference = 255 * Math.abs(value - b[index]!);
    sum += difference ** 2;
    largest = Math.max(largest, difference);
  }
  return { rms: Math.sqrt(sum / a.length), largest };
}

const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const rows: object[] = [];
for (const path of paths.length > 0 ? paths : ['volumes/head-phantom.nrrd', 'volumes/marschner-lobb.nrrd']) {
  const { volume } = await readVolumeFile(path);
  const direction = viewDirection(volume.anatomical ? 'anterior' : 'a', volume.indexToWorld);
  for (const { name, scene, zoom } of listLooks(volume)) {
    const whole = { volume, ...scene };
    const camera = magnify(fitPoints(shownPoints(whole), direction, { aspect: 1 }), zoom);
    const render = async (options: RenderOptions) => {
      const size = { width: SIZE, height: SIZE, timestamps: true };
      return renderer.render(whole, camera, { ...size, ...options, outputs: ['color'] });
    };
    const { color: reference } = await render(REFERENCE);
    const cells = [];
    for (const [setting, options] of Object.entries(SETTINGS)) {
      const times: number[] = [];
      let found = { rms: 0, largest: 0 };
      for (let round = 0; round < REPEATS; round++) {
        const { color, stats } = await render(options);
        times.push(stats.timesMs['cast'] ?? Number.NaN);
        if (round === 0) found = differences(color, reference);
      }
      cells.push([setting, { ...found, castMs: median(times) }] as const);
      process.stderr.write(
        `${basename(path)}, ${name}, ${setting}: rms ${found.rms.toFixed(2)}, largest ${found.largest.toFixed(0)}, ${median(times).toFixed(0)} ms\n`,
      );
    }
    rows.push({ volume: basename(path), look: name, zoom, settings: Object.fromEntries(cells) });
  }
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, software: gpu.software, image: `${SIZE}²`, rows });
gpu.destroy();
