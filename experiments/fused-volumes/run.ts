/** Measures what each further volume costs that is fused with the first, up to eight channels of a tissue. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCamera,
  createShading,
  createTransferFunction,
  createVolume,
  type FusedVolume,
  pageVolume,
  parseColor,
  Renderer,
} from 'tilecast';
import { encodePng, openGpu } from 'tilecast/node';
import { median } from '../averages.js';

const SIDE = Number(process.env['SIDE'] ?? 96);
const SIZE = Number(process.env['SIZE'] ?? 256);
const REPEATS = Number(process.env['REPEATS'] ?? 5);
const MOST = 8;

const COLORS = ['#4466ff', '#33dd55', '#ff4433', '#ffcc33', '#33ccdd', '#dd55dd', '#ffffff', '#ff8833'];

const adapter = process.argv.find((arg) => arg.startsWith('--adapter='))?.split('=')[1];
const gpu = await openGpu({
  software: process.argv.includes('--software'),
  ...(adapter && { adapter: adapter as 'auto' }),
});

/** Cells of eight kinds, each bright in one channel: nuclei, membranes around them, and what lies between. */
function createTissue(channel: number) {
  const voxels = new Uint8Array(SIDE ** 3);
  const cells = 9;
  for (let k = 0; k < SIDE; k++) {
    for (let j = 0; j < SIDE; j++) {
      for (let i = 0; i < SIDE; i++) {
        const place = [i, j, k].map((at) => (at / SIDE) * cells);
        const cell = place.map(Math.floor);
        const kind = (cell[0]! * 3 + cell[1]! * 5 + cell[2]! * 7 + cell[0]! * cell[1]!) % MOST;
        const inside = place.map((at, axis) => at - cell[axis]! - 0.5 - 0.15 * Math.sin(7 * cell[(axis + 1) % 3]!));
        const radius = Math.hypot(...inside);
        const bright = channel % 2 === 0 ? 1 - radius / 0.35 : 1 - Math.abs(radius - 0.4) / 0.08;
        if (kind === channel) voxels[i + SIDE * (j + SIDE * k)] = 255 * Math.max(0, Math.min(1, bright));
      }
    }
  }
  return createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
}

const volumes = Array.from({ length: MOST }, (_, channel) => createTissue(channel));
const transfers = COLORS.map((color) =>
  createTransferFunction({
    colors: [{ value: 0, color: parseColor(color, 'the colour') }],
    opacities: [
      { value: 40, opacity: 0 },
      { value: 255, opacity: 0.5 },
    ],
  }),
);
const camera = createCamera({
  projection: 'perspective',
  eye: [2.6 * SIDE, -1.9 * SIDE, 1.6 * SIDE],
  target: [SIDE / 2, SIDE / 2, SIDE / 2],
  up: [0, 0, 1],
  fovDegrees: 28,
});

/** On a software adapter the time of all cores, as other work on them would lengthen the wall's. */
async function time<Result>(work: () => Promise<Result>) {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, ms: gpu.software ? (user + system) / 1000 : performance.now() - wall };
}

async function measure(count: number, isLit: boolean, isPaged: boolean) {
  const renderer = new Renderer(gpu);
  const look = isLit ? { shading: createShading() } : {};
  const images = volumes.map((volume, channel) => ({
    volume,
    transfer: transfers[channel]!,
    ...look,
    ...(isPaged && { pages: pageVolume(volume) }),
  }));
  const [first, ...others] = images.slice(0, count);
  const fused: readonly FusedVolume[] = others;
  const scene = { ...first!, ...(fused.length > 0 && { fused }) };
  const options = { width: SIZE, height: SIZE, quality: 'plain', skip: true } as const;
  const start = await time(() => renderer.render(scene, camera, options));
  const frames: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++)
    frames.push((await time(() => renderer.render(scene, camera, options))).ms);
  renderer.destroy();
  return { pixels: start.result.pixels, firstMs: start.ms, frameMs: median(frames) };
}

const rows = [];
for (let count = 1; count <= MOST; count++) {
  const [plain, lit, paged] = [
    await measure(count, false, false),
    await measure(count, true, false),
    await measure(count, false, true),
  ];
  const round = ({ firstMs, frameMs }: typeof plain) => ({
    firstMs: Math.round(firstMs),
    frameMs: Number(frameMs.toPrecision(3)),
  });
  rows.push({ volumes: count, plain: round(plain), lit: round(lit), paged: round(paged) });
  console.log(JSON.stringify(rows.at(-1)));
  if (count === MOST) {
    const picture = await encodePng({ width: SIZE, height: SIZE, pixels: lit.pixels });
    writeFileSync(join(import.meta.dirname, 'tissue.png'), picture);
  }
}
const name = process.argv.find((arg) => arg.startsWith('--results='))?.split('=')[1] ?? 'results.json';
const results = { adapter: gpu.adapterName, timer: gpu.software ? 'cpu' : 'wall', side: SIDE, size: SIZE, rows };
writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(results, null, 2)}\n`);
process.exit();
