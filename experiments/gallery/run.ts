/** Sheets of pictures that are looked at: light in vessels, volumes in one world, and paths of light with and without their noise. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Camera,
  computeStatistics,
  createEnvironmentMap,
  createShading,
  createTransferFunction,
  createVolume,
  findTransfer,
  fitPoints,
  LIGHT_PRESETS,
  type PathsOptions,
  Renderer,
  renderPaths,
  shownPoints,
  type VolumeScene,
  viewDirection,
} from 'tilecast';
import { encodePng, openGpu, readVolumeFile, writeWholeFile } from 'tilecast/node';

const SIZE = Number(process.env['SIZE'] ?? 256);
const PATHS = Number(process.env['PATHS'] ?? 64);

const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const { volume: head } = await readVolumeFile('volumes/head-phantom.nrrd');
const preset = (name: string) => findTransfer(name).create({ statistics: () => computeStatistics(head) });
const viewOf = (scene: VolumeScene, name: 'anterior' | 'left' = 'anterior'): Camera =>
  fitPoints(shownPoints(scene), viewDirection(name, head.indexToWorld), { aspect: 1 });

/** Pictures of one size beside each other, on one row. */
async function writeSheet(name: string, pictures: readonly Uint8Array[]): Promise<void> {
  const pixels = new Uint8Array(pictures.length * 4 * SIZE * SIZE);
  for (const [column, picture] of pictures.entries()) {
    for (let row = 0; row < SIZE; row++) {
      const line = picture.subarray(4 * SIZE * row, 4 * SIZE * (row + 1));
      pixels.set(line, 4 * SIZE * (row * pictures.length + column));
    }
  }
  const path = join(import.meta.dirname, `${name}.png`);
  await writeWholeFile(path, encodePng({ width: pictures.length * SIZE, height: SIZE, pixels }));
  console.log(path);
}

const draw = async (scene: VolumeScene, camera: Camera) =>
  (await renderer.render(scene, camera, { width: SIZE, height: SIZE })).pixels;
const trace = async (scene: VolumeScene, camera: Camera, options: PathsOptions) =>
  (await renderPaths(renderer, scene, camera, { width: SIZE, height: SIZE, ...options })).pixels;

async function drawVessels(): Promise<void> {
  // Contrast agent alone.
  const transfer = createTransferFunction({
    colors: [
      { value: 900, color: '#a02010' },
      { value: 1400, color: '#ff9070' },
    ],
    opacities: [
      { value: 900, opacity: 0 },
      { value: 1200, opacity: 0.9 },
    ],
  });
  const front = { volume: head, transfer, shading: createShading() };
  const aside = { ...front, shading: createShading({ light: [1, -0.6, 1.2], ambient: 0.25 }) };
  const camera = viewOf(front, 'left');
  const scenes = [
    front,
    aside,
    { ...aside, shadows: true },
    { ...aside, shadows: true, ambientOcclusion: { rays: 32 } },
  ];
  const pictures = [];
  for (const scene of scenes) pictures.push(await draw(scene, camera));
  await writeSheet('vessels', pictures);
}

/** Two hot spots, as of a tracer, on a coarse grid that lies askew in the head. */
function createTracer() {
  const sizes = [24, 20, 18] as const;
  const [i0, j0, k0] = head.sizes.map((size) => size / 2) as [number, number, number];
  const { columns, origin } = head.indexToWorld;
  const middle = [0, 1, 2].map(
    (axis) => origin[axis]! + i0 * columns[0][axis]! + j0 * columns[1][axis]! + k0 * columns[2][axis]!,
  );
  const spacing = 6;
  const turn = Math.PI / 9;
  const axes = [
    [spacing * Math.cos(turn), spacing * Math.sin(turn), 0],
    [-spacing * Math.sin(turn), spacing * Math.cos(turn), 0],
    [0, 0, spacing],
  ] as const;
  const corner = middle.map((place, axis) =>
    axes.reduce((sum, column, n) => sum - ((sizes[n]! - 1) / 2) * column[axis]!, place),
  );
  const spots = [
    { at: [8, 9, 12], width: 2.2, heat: 1 },
    { at: [15, 11, 11], width: 3.2, heat: 0.6 },
  ];
  const voxels = Float32Array.from({ length: 24 * 20 * 18 }, (_, voxel) => {
    const place = [voxel % 24, Math.floor(voxel / 24) % 20, Math.floor(voxel / 480)];
    const apart = ({ at }: { readonly at: readonly number[] }) =>
      Math.hypot(...at.map((center, axis) => center - place[axis]!));
    return spots.reduce((sum, spot) => sum + spot.heat * Math.exp(-((apart(spot) / spot.width) ** 2)), 0);
  });
  return createVolume({
    sizes,
    voxels,
    indexToWorld: { columns: axes, origin: corner as unknown as readonly [number, number, number] },
  });
}

async function drawFusion(): Promise<void> {
  const tracer = createTracer();
  const hot = createTransferFunction({
    colors: [
      { value: 0.1, color: '#200060' },
      { value: 0.4, color: '#d02040' },
      { value: 0.9, color: '#ffe060' },
    ],
    opacities: [
      { value: 0.15, opacity: 0 },
      { value: 0.9, opacity: 0.5 },
    ],
  });
  const opaque = preset('CT-Bones');
  const opacities = opaque.opacities.map(({ value, opacity }) => ({ value, opacity: opacity / 5 }));
  const bones = { volume: head, transfer: createTransferFunction({ ...opaque, opacities }), shading: createShading() };
  const camera = viewOf(bones, 'left');
  const cut = { normal: [-1, 0, 0], offset: 0 } as const;
  await writeSheet('fusion', [
    await draw(bones, camera),
    await draw({ volume: tracer, transfer: hot }, camera),
    await draw({ ...bones, fused: [{ volume: tracer, transfer: hot }] }, camera),
    await draw({ ...bones, fused: [{ volume: tracer, transfer: hot }], clip: [cut] }, camera),
  ]);
}

/** A room with a large warm window behind the eye at the left, and a small cold one at the right. */
function createRoom() {
  const [width, height] = [128, 64];
  const windows = [
    { u: 0.12, v: 0.32, size: [0.06, 0.12], color: [14, 12, 9] },
    { u: 0.75, v: 0.32, size: [0.02, 0.08], color: [4, 6, 12] },
  ] as const;
  const colors = Float32Array.from({ length: 3 * width * height }, (_, at) => {
    const [u, v] = [((Math.floor(at / 3) % width) + 0.5) / width, (Math.floor(at / 3 / width) + 0.5) / height];
    const open = windows.find(({ u: x, v: y, size }) => Math.abs(u - x) < size[0] && Math.abs(v - y) < size[1]);
    return open ? open.color[at % 3]! : v < 0.5 ? 0.35 : 0.15;
  });
  return createEnvironmentMap({ width, height, colors });
}

async function tracePaths(): Promise<void> {
  const ivory = JSON.parse(await readFile(join(import.meta.dirname, 'ivory.json'), 'utf8'));
  const scene = { volume: head, transfer: createTransferFunction(ivory) };
  const lit = { ...scene, lamps: LIGHT_PRESETS.cinematic, environment: 'dim' } as const;
  const camera = viewOf(scene);
  const shown = { paths: PATHS, tone: 'filmic' } as const;
  await writeSheet('paths', [
    await draw({ ...scene, shading: createShading() }, camera),
    await trace(lit, camera, shown),
    await trace(lit, camera, { ...shown, denoised: true }),
    await trace({ ...scene, environment: createRoom() }, camera, { ...shown, denoised: true }),
  ]);
}

const sheets = { vessels: drawVessels, fusion: drawFusion, paths: tracePaths };
const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
for (const [name, make] of Object.entries(sheets)) if (named.length === 0 || named.includes(name)) await make();
gpu.destroy();
