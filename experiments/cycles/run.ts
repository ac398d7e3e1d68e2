/** Do paths of light make the pictures that Cycles makes, and what does equal noise cost? Needs Blender 3.4 as `blender`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Camera,
  createEnvironmentMap,
  createMesh,
  createTransferFunction,
  createVolume,
  Renderer,
  type Scene,
  type Vec3,
} from 'tilecast';
import { encodePng, loadMesh, openGpu } from 'tilecast/node';
import { writeResults } from '../mesh-bench.js';

const SIZE = Number(process.env['SIZE'] ?? 96);
const PATHS = Number(process.env['PATHS'] ?? 32);
const TURNS = Number(process.env['TURNS'] ?? 2);
const SEEDS_OF_A_TURN = 2;
const FOV_DEGREES = 30;
const DISTANCE = 6;

/** The light that a colour for screens reflects, IEC 61966-2-1, and the albedo of a medium that does, as tilecast has it. */
const decode = (encoded: number) => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4);
const albedoOf = (reflectance: number) =>
  (1 - Math.exp(-5.09406 * reflectance + 2.61188 * reflectance ** 2 - 4.31805 * reflectance ** 3)) /
  (1 - Math.exp(-6.80023));
const similar = (albedo: number, g: number) => albedo / (1 - g * (1 - albedo));

interface Case {
  readonly name: string;
  readonly scene: Scene;
  readonly anisotropy?: number;
  /** The same in the words of scene.py. */
  readonly cycles: object;
  readonly files?: Readonly<Record<string, ArrayBufferView>>;
}

/** A cube from −1 to 1 of an even medium, 64³ voxels. */
function mediumCase(name: string, color: Vec3, extinction: number, anisotropy: number): Case {
  const spacing = 2 / 64;
  const volume = createVolume({
    sizes: [64, 64, 64],
    voxels: new Uint8Array(64 ** 3).fill(1),
    indexToWorld: {
      columns: [
        [spacing, 0, 0],
        [0, spacing, 0],
        [0, 0, spacing],
      ],
      origin: [-1 + spacing / 2, -1 + spacing / 2, -1 + spacing / 2],
    },
  });
  // Opacity of a length of which two would leave e⁻⁴ of the light.
  const transfer = createTransferFunction({
    colors: [{ value: 0, color }],
    opacities: [{ value: 1, opacity: 1 - Math.exp(-2) }],
    unit: 2 / extinction,
  });
  const albedo = color.map((channel) => similar(albedoOf(decode(channel)), anisotropy));
  return {
    name,
    scene: { volume, transfer, environment: 'white', background: 'transparent' },
    anisotropy,
    cycles: { medium: { albedo, extinction, anisotropy } },
  };
}

/** An ivory knot below a lamp. */
async function meshCase(): Promise<Case> {
  const knot = await loadMesh('volumes/knot.ply');
  const positions = knot.positions.slice();
  const { origin } = knot;
  let [least, most] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let at = 0; at < positions.length; at++) {
    positions[at]! += origin[at % 3]!;
    least = least.map((value, axis) => (axis === at % 3 ? Math.min(value, positions[at]!) : value));
    most = most.map((value, axis) => (axis === at % 3 ? Math.max(value, positions[at]!) : value));
  }
  const half = Math.max(...most.map((value, axis) => value - least[axis]!)) / 2;
  for (let at = 0; at < positions.length; at++) {
    positions[at] = (1.2 * (positions[at]! - (least[at % 3]! + most[at % 3]!) / 2)) / half;
  }
  const [width, height] = [64, 32];
  const colors = Float32Array.from({ length: 3 * width * height }, (_, at) => {
    const [column, row] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    return column >= 4 && column < 14 && row >= 6 && row < 12 ? 8 : 0.15;
  });
  const color: Vec3 = [0.94, 0.9, 0.82];
  const mesh = createMesh({ positions, triangles: knot.triangles });
  const environment = createEnvironmentMap({ width, height, colors });
  return {
    name: 'bone',
    scene: { meshes: [{ mesh, color }], smooth: false, environment, background: 'transparent' },
    cycles: { panorama: [width, height], reflectance: color.map(decode) },
    files: { 'panorama.f32': colors, 'positions.f32': positions, 'triangles.u32': knot.triangles },
  };
}

interface Render {
  readonly seconds: number;
  readonly color: Float32Array;
}

function renderByCycles({ cycles, files = {} }: Case, seeds: readonly number[]): Render[] {
  const folder = mkdtempSync(join(tmpdir(), 'cycles-'));
  try {
    for (const [name, data] of Object.entries(files)) {
      writeFileSync(join(folder, name), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
    const wanted = {
      ...cycles,
      ...{ size: SIZE, fovDegrees: FOV_DEGREES, distance: DISTANCE, renders: seeds.map((seed) => [PATHS, seed]) },
    };
    writeFileSync(join(folder, 'scene.json'), JSON.stringify(wanted));
    const script = join(import.meta.dirname, 'scene.py');
    execFileSync('blender', ['--background', '--python-exit-code', '1', '--python', script, '--', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const bytes = readFileSync(join(folder, 'pixels.f32'));
    const pixels = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const seconds = JSON.parse(readFileSync(join(folder, 'seconds.json'), 'utf8')) as number[];
    const length = 4 * SIZE ** 2;
    return seconds.map((each, at) => ({ seconds: each, color: pixels.slice(at * length, (at + 1) * length) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const gpu = await openGpu({ software: true });
const renderer = new Renderer(gpu);
const camera: Camera = {
  projection: 'perspective',
  fovDegrees: FOV_DEGREES,
  eye: [-DISTANCE, 0, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
};

async function renderHere({ scene, anisotropy = 0 }: Case, seed: number, paths = PATHS): Promise<Render> {
  const before = process.cpuUsage();
  const options = { width: SIZE, height: SIZE, quality: 'path', samplesPerPixel: paths, seed, anisotropy } as const;
  const { color } = await renderer.render(scene, camera, { ...options, outputs: ['color'] });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, color };
}

/** The mean of all colours, their variance between renders on average over the pixels, and CPU seconds of one. */
function summarize(renders: readonly Render[]) {
  const count = renders.length;
  const mean = new Float32Array(4 * SIZE ** 2);
  let variance = 0;
  for (let at = 0; at < mean.length; at++) {
    mean[at] = renders.reduce((sum, { color }) => sum + color[at]!, 0) / count;
    const squares = renders.reduce((sum, { color }) => sum + (color[at]! - mean[at]!) ** 2, 0) / (count - 1);
    if (at % 4 !== 3) variance += squares / (3 * SIZE ** 2);
  }
  const sums = [0, 1, 2, 3].map((channel) =>
    mean.reduce((sum, value, at) => (at % 4 === channel ? sum + value / SIZE ** 2 : sum), 0),
  );
  const seconds = renders.reduce((sum, render) => sum + render.seconds, 0) / count;
  return { mean, sums, variance, seconds };
}

const encode = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** Pictures side by side, over black. */
function writeSheet(pictures: readonly Float32Array[]): void {
  const width = SIZE * pictures.length;
  const pixels = new Uint8Array(4 * width * SIZE);
  for (const [index, color] of pictures.entries()) {
    for (let at = 0; at < color.length; at += 4) {
      const pixel = at / 4;
      const into = 4 * (Math.floor(pixel / SIZE) * width + index * SIZE + (pixel % SIZE));
      for (let channel = 0; channel < 3; channel++) {
        pixels[into + channel] = Math.round(255 * Math.min(1, encode(color[at + channel]!)));
      }
      pixels[into + 3] = 255;
    }
  }
  writeFileSync(join(import.meta.dirname, 'sheet.png'), encodePng({ width, height: SIZE, pixels }));
}

const rows: object[] = [];
const pictures: Float32Array[] = [];
const cases = [
  mediumCase('fog', [0.9, 0.93, 0.96], 2, 0),
  await meshCase(),
  mediumCase('skin', [0.85, 0.63, 0.5], 40, 0.7),
];
for (const each of cases) {
  const [here, there]: [Render[], Render[]] = [[], []];
  // Kernels are compiled and data uploaded before.
  await renderHere(each, 99, 1);
  for (let turn = 0; turn < TURNS; turn++) {
    const seeds = Array.from({ length: SEEDS_OF_A_TURN }, (_, at) => 1 + turn * SEEDS_OF_A_TURN + at);
    for (const seed of seeds) here.push(await renderHere(each, seed));
    there.push(...renderByCycles(each, seeds));
  }
  const [own, cycles] = [summarize(here), summarize(there)];
  const light = (sums: readonly number[]) => sums[0]! + sums[1]! + sums[2]!;
  const row = {
    scene: each.name,
    lightPercent: 100 * (light(own.sums) / light(cycles.sums) - 1),
    opacityPercent: 100 * (own.sums[3]! / cycles.sums[3]! - 1),
    noisePercent:
      (300 * Math.sqrt((own.variance + cycles.variance) / (here.length * 3 * SIZE ** 2))) / light(cycles.sums),
    noise: 255 * Math.sqrt(own.variance),
    noiseCycles: 255 * Math.sqrt(cycles.variance),
    cpuMs: 1000 * own.seconds,
    cpuMsCycles: 1000 * cycles.seconds,
    equalNoiseRatio: (own.seconds * own.variance) / (cycles.seconds * cycles.variance),
  };
  process.stderr.write(`${JSON.stringify(row)}\n`);
  rows.push(row);
  pictures.push(own.mean, cycles.mean);
}
writeSheet(pictures);
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  image: `${SIZE}²`,
  paths: PATHS,
  turns: TURNS,
  cycles: 'Blender 3.4.1',
  rows,
});
gpu.destroy();
