/**
 * Lit pictures by each way of lighting samples that are fetched together, and by samples one by one: what they cost, by CPU time on
 * software adapters and by the cast's own on GPUs, and how far `fine` is from a thirty-secondth of a step.
 */
import {
  boundingSphere,
  corners,
  fitCamera,
  orbit,
  Renderer,
  type RenderOptions,
  type SamplingOptions,
} from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { LOOKS } from '../peers/looks.js';
import { ownCpuMs } from '../peers/process-time.js';
import { asVolume, loadHead } from '../peers/scan.js';
import { differences, listLooks, viewLook } from './looks.js';

const SIZE = Number(process.env['SIZE'] ?? 256);
const REPEATS = Number(process.env['REPEATS'] ?? 5);
const REFERENCE: RenderOptions = { quality: 'plain', step: 1 / 32 };
const SETTINGS: readonly (readonly [name: string, sampling: SamplingOptions])[] = [
  ['one by one', { ahead: 1, gradients: 'samples' }],
  ['looped', { ahead: 4, gradients: 'samples', lighting: 'looped' }],
  ['shared', { ahead: 4, gradients: 'samples', lighting: 'shared' }],
];

const args = process.argv.slice(2);
const gpu = await openGpu({ software: args.includes('--software') });
const renderer = new Renderer(gpu);
const left = args.filter((arg) => arg.startsWith('--without=')).map((arg) => arg.slice('--without='.length));
const settings = SETTINGS.filter(([name]) => !left.includes(name));
console.log(`${gpu.adapterName}, ${SIZE}², medians of ${REPEATS}, by turns; rms of 255; time ÷ that of the first`);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const scenes = (await listScenes()).filter(({ name }) => wanted.every((part) => name.includes(part)));
for (const { name, scene, camera } of scenes) {
  for (const quality of ['plain', 'fine'] as const) {
    const render = (options: RenderOptions) =>
      renderer.render(scene, camera, { width: SIZE, height: SIZE, timestamps: true, outputs: ['color'], ...options });
    const reference = quality === 'fine' ? (await render(REFERENCE)).color : undefined;
    const errors = new Map<string, number>();
    const times = new Map<string, number[]>(settings.map(([setting]) => [setting, []]));
    for (let round = 0; round <= REPEATS; round++) {
      for (const [setting, sampling] of round % 2 ? settings : settings.toReversed()) {
        const startMs = ownCpuMs();
        const { color, stats } = await render({ quality, sampling });
        const ms = gpu.software ? ownCpuMs() - startMs : (stats.timesMs['cast'] ?? Number.NaN);
        if (round > 0) times.get(setting)!.push(ms);
        if (round === 0 && reference) errors.set(setting, differences(color, reference).rms);
      }
    }
    const first = times.get(settings[0]![0])!;
    for (const [setting, taken] of times) {
      const ratios = taken.map((ms, round) => ms / first[round]!);
      const error = errors.get(setting);
      console.log(
        `${name}, ${quality}, ${setting}: ${median(taken).toFixed(2)} ms, ${median(ratios).toFixed(2)} ` +
          `(${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)})` +
          (error === undefined ? '' : `, error ${error.toFixed(2)}`),
      );
    }
  }
}
gpu.destroy();

/** The lit looks of the peers' head, and of the head phantom. */
async function listScenes() {
  const head = loadHead();
  const volume = asVolume(head);
  const forward = head.anterior.map((component) => -component) as unknown as typeof head.anterior;
  const front = fitCamera(boundingSphere(corners(volume)), { forward, up: head.superior }, { aspect: 1, zoom: 1.5 });
  const camera = orbit(orbit(front, { azimuthDegrees: 30 }), { elevationDegrees: 15 });
  const ofHead = LOOKS.flatMap(({ name, transfer, shading }) =>
    shading ? [{ name: `head, ${name}`, scene: { volume, transfer, shading }, camera }] : [],
  );
  const { volume: phantom } = await readVolumeFile('volumes/head-phantom.nrrd');
  const ofPhantom = listLooks(phantom)
    .filter(({ scene }) => scene.shading)
    .map((look) => ({
      name: `phantom, ${look.name}`,
      scene: { volume: phantom, ...look.scene },
      camera: viewLook(phantom, look),
    }));
  return [...ofHead, ...ofPhantom];
}
