/** How far pictures by tilecast and by VTK's OpenGL renderer are apart, with the same camera, light and transfer function. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  boundingBox,
  boundingSphere,
  boxCorners,
  type Camera,
  corners,
  createShading,
  createTransferFunction,
  fitCamera,
  type HalfSpace,
  type Mesh,
  orbit,
  Renderer,
  type Scene,
  type Shading,
  smallestSpacing,
  type TransferFunction,
  withoutColors,
} from 'tilecast';
import { encodePng, openGpu, readMeshFile, writeWholeFile } from 'tilecast/node';
import { writeResults } from '../mesh-bench.js';
import { LOOKS } from './looks.js';
import { asVolume, loadFile } from './scan.js';

const SIDE = 256;
/** Fine steps show what is left that is not where samples are; VTK's volumes end at the centres of their outermost voxels. */
const WAYS = [
  { step: 1, cut: false },
  { step: 1 / 8, cut: false },
  { step: 1 / 8, cut: true },
] as const;
type Way = (typeof WAYS)[number];
const MESH = 'volumes/knot.ply';

const argument = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];

const matt = createShading({ specular: 0 });
const shiny = createShading();
/** Highlights by the angle half way are as wide as those by the mirrored light of about a quarter of the exponent. */
const shinier = createShading({ shininess: 40 });
const flat = createShading({ ambient: 1, diffuse: 0, specular: 0 });
const lookOf = (name: string) => LOOKS.find((look) => look.name === name)!.transfer;
const opaque = (transfer: TransferFunction) =>
  createTransferFunction({ ...transfer, opacities: [{ value: 0, opacity: 1 }] });

interface Case {
  readonly name: string;
  readonly mode: 'composite' | 'mip' | 'isosurface' | 'mesh';
  readonly transfer?: TransferFunction;
  readonly shading?: Shading;
  /** Ours, where it is another than VTK's. */
  readonly own?: Shading;
  readonly isoValue?: number;
}

const ISO = { mode: 'isosurface', isoValue: 300, transfer: opaque(lookOf('bone')) } as const;

const CASES: readonly Case[] = [
  { name: 'composite, bone, unlit', mode: 'composite', transfer: lookOf('bone') },
  { name: 'composite, tissue, unlit', mode: 'composite', transfer: lookOf('tissue') },
  { name: 'composite, fog, unlit', mode: 'composite', transfer: lookOf('fog') },
  { name: 'composite, bone, lit, without highlights', mode: 'composite', transfer: lookOf('bone'), shading: matt },
  { name: 'composite, bone, lit', mode: 'composite', transfer: lookOf('bone'), shading: shiny },
  { name: 'composite, tissue, lit, without highlights', mode: 'composite', transfer: lookOf('tissue'), shading: matt },
  { name: 'composite, tissue, lit', mode: 'composite', transfer: lookOf('tissue'), shading: shiny },
  {
    name: 'composite, bone, lit, exponent 40',
    mode: 'composite',
    transfer: lookOf('bone'),
    shading: shiny,
    own: shinier,
  },
  { name: 'MIP', mode: 'mip', transfer: opaque(lookOf('bone')) },
  { name: 'isosurface, unlit', ...ISO, shading: flat },
  { name: 'isosurface, lit, without highlights', ...ISO, shading: matt },
  { name: 'isosurface, lit', ...ISO, shading: shiny },
  { name: 'isosurface, lit, exponent 40', ...ISO, shading: shiny, own: shinier },
  { name: 'mesh, unlit', mode: 'mesh', shading: flat },
  { name: 'mesh, lit, without highlights', mode: 'mesh', shading: matt },
  { name: 'mesh, lit', mode: 'mesh', shading: shiny },
];

const { scan, remove } = await loadFile('volumes/head-phantom.nrrd');
const { mesh } = await readMeshFile(MESH);
const plain = withoutColors(mesh);
const volume = asVolume(scan);
/** The box of the voxels' centres. */
const clip = [0, 1, 2].flatMap((axis) => {
  const normal = [0, 1, 2].map((other) => Number(other === axis)) as unknown as HalfSpace['normal'];
  const inward = { normal, offset: 0 };
  const end = {
    normal: normal.map((value) => -value) as unknown as HalfSpace['normal'],
    offset: -(scan.sizes[axis]! - 1) * scan.spacings[axis]!,
  };
  return [inward, end];
});
const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const python = spawn(argument('python') ?? '/usr/bin/python3', [join(import.meta.dirname, 'vtk_pictures.py')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const answers = createInterface(python.stdout)[Symbol.asyncIterator]();
let version = '';

async function renderByVtk(order: object): Promise<Uint8Array> {
  python.stdin.write(`${JSON.stringify(order)}\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error('VTK ended before it answered');
  const answer = JSON.parse(value) as { readonly version: string; readonly pixels: string };
  version = answer.version;
  return Buffer.from(answer.pixels, 'base64');
}

/** Parallel rays, since VTK's headlight shines on meshes along the view and not from the eye. */
function viewAlong(points: readonly (readonly [number, number, number])[], forward: Camera['up'], up: Camera['up']) {
  const sphere = boundingSphere(points);
  const camera = orbit(fitCamera(sphere, { forward, up }, { aspect: 1, projection: 'orthographic' }), {
    azimuthDegrees: 30,
  });
  return orbit(camera, { elevationDegrees: 15 });
}

/** From far away, since VTK lights volumes from where the eye is, even where rays are parallel. */
function farther({ eye, target, ...rest }: Camera): Camera {
  const far = eye.map((place, axis) => place + 100 * (place - target[axis]!));
  return { ...rest, target, eye: far as unknown as Camera['eye'] } as Camera;
}

const meshPoints = (given: Mesh) => boxCorners(boundingBox(given));
const behind = scan.anterior.map((component) => -component) as unknown as typeof scan.anterior;

async function compare({ name, mode, transfer, shading, own = shading, isoValue }: Case, { step, cut }: Way) {
  const isMesh = mode === 'mesh';
  const camera = isMesh
    ? viewAlong(meshPoints(mesh), [0, 0, -1], [0, 1, 0])
    : viewAlong(corners(volume), behind, scan.superior);
  const color = [0.8, 0.8, 0.8] as const;
  const scene: Scene =
    mode === 'mesh'
      ? { meshes: [{ mesh: plain, color }], smooth: false, ...(own && { meshShading: own }) }
      : {
          volume,
          transfer: transfer!,
          mode,
          ...(own && { shading: own }),
          ...(isoValue && { isoValue }),
          ...(cut && { clip }),
        };
  const frame = await renderer.render(scene, camera, { width: SIDE, height: SIDE, quality: 'plain', step });
  const spacing = smallestSpacing(volume);
  const pixels = await renderByVtk({
    imageSide: SIDE,
    camera: farther(camera),
    mode,
    shading,
    ...(isMesh
      ? { mesh: MESH, color }
      : {
          ...{ voxels: scan.rawPath, sizes: scan.sizes, spacings: scan.spacings, type: scan.type },
          ...{ transfer, step: step * spacing, unit: spacing, isoValue },
        }),
  });
  await writePictures(`${name}, step ${step}${cut ? ', cut' : ''}`, frame.pixels, pixels);
  return { name, step, cut, ...differences(frame.pixels, pixels) };
}

/** Of pixels that either shows something at. */
function differences(rgba: Uint8Array, rgb: Uint8Array) {
  const found: number[] = [];
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const apart = [0, 1, 2].map((channel) => Math.abs(rgba[4 * pixel + channel]! - rgb[3 * pixel + channel]!));
    const shows = [0, 1, 2].some((channel) => rgba[4 * pixel + channel]! + rgb[3 * pixel + channel]! > 0);
    if (shows) found.push(...apart);
  }
  found.sort((a, b) => a - b);
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  return { mean, hundredthOver: found[Math.floor(0.99 * found.length)]!, largest: found.at(-1)! };
}

async function writePictures(name: string, rgba: Uint8Array, rgb: Uint8Array): Promise<void> {
  const folder = argument('pictures');
  if (folder === undefined) return;
  const both = new Uint8Array(2 * 4 * SIDE * SIDE).fill(255);
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const at = 4 * (Math.floor(pixel / SIDE) * 2 * SIDE + (pixel % SIDE));
    both.set(rgba.subarray(4 * pixel, 4 * pixel + 3), at);
    both.set(rgb.subarray(3 * pixel, 3 * pixel + 3), at + 4 * SIDE);
  }
  const path = join(folder, `${name.replace(/[^\w.]+/g, '-')}.png`);
  await writeWholeFile(path, encodePng({ width: 2 * SIDE, height: SIDE, pixels: both }));
}

const rows = [];
try {
  for (const one of CASES.filter(({ name }) => name.includes(argument('only') ?? ''))) {
    for (const way of one.mode === 'mesh' ? WAYS.slice(0, 1) : WAYS) {
      rows.push(await compare(one, way));
      console.error(rows.at(-1));
    }
  }
} finally {
  const exited = once(python, 'exit');
  python.stdin.end();
  await exited;
  remove();
  gpu.destroy();
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, vtk: version, image: `${SIDE}²`, rows }, 'pictures.json');
