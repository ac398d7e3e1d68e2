/** The scenes: the head phantom on a grid of cubes, three ways of looking through it, and a camera. */
import { join } from 'node:path';
import {
  boundingSphere,
  type Camera,
  cameraBasis,
  computeStatistics,
  corners,
  createTransferFunction,
  createVolume,
  defaultTransfer,
  findTransfer,
  fitCamera,
  orbit,
  type TransferFunction,
  type Vec3,
  type Volume,
  viewDirection,
} from 'tilecast';
import { readVolumeFile } from 'tilecast/node';

const HEAD = join(import.meta.dirname, '..', '..', 'volumes', 'head-phantom.nrrd');
/** Spacings of the phantom, 1.5 × 1.5 × 2 mm, and of the grid that it is resampled to. */
const HEAD_SPACINGS = [1.5, 1.5, 2] as const;
const SPACING = 0.8;

/** Trilinear; the world is the grid's own index space. */
export async function loadHead(): Promise<Volume & { readonly voxels: Float32Array<ArrayBuffer> }> {
  const { volume: head } = await readVolumeFile(HEAD);
  const sizes = head.sizes.map((size, axis) =>
    Math.floor(((size - 1) * HEAD_SPACINGS[axis]!) / SPACING),
  ) as unknown as Vec3;
  const voxels = new Float32Array(sizes[0] * sizes[1] * sizes[2]);
  const [xs, ys, zs] = sizes.map((size, axis) =>
    Array.from({ length: size }, (_, index) => (index * SPACING) / HEAD_SPACINGS[axis]!),
  ) as [number[], number[], number[]];
  const [nx, ny] = head.sizes;
  const from = head.voxels;
  let index = 0;
  for (const z of zs) {
    for (const y of ys) {
      const row = (Math.floor(z) * ny + Math.floor(y)) * nx;
      const [wy, wz] = [y - Math.floor(y), z - Math.floor(z)];
      for (const x of xs) {
        const corner = row + Math.floor(x);
        const wx = x - Math.floor(x);
        const along = (at: number) => from[at]! + wx * (from[at + 1]! - from[at]!);
        const near = along(corner) + wy * (along(corner + nx) - along(corner));
        const far = along(corner + nx * ny) + wy * (along(corner + nx * ny + nx) - along(corner + nx * ny));
        voxels[index++] = near + wz * (far - near);
      }
    }
  }
  return { ...createVolume({ sizes, voxels }), voxels };
}

/** Ordered from few visible samples per ray to nothing but visible ones. */
export function createTransfers(volume: Volume): Record<string, TransferFunction> {
  return {
    bone: findTransfer('bone').create(),
    default: defaultTransfer(computeStatistics(volume)),
    veil: createTransferFunction({
      colors: [
        { value: -1000, color: '#204060' },
        { value: 1600, color: '#ffffff' },
      ],
      opacities: [{ value: 0, opacity: 0.01 }],
    }),
  };
}

/** Gradients above this share of the range of values a voxel are lit in full, as tilecast has it. */
export const FULL_GRADIENT = 1e-3;
const TABLE_ENTRIES = 1024;

export interface Table {
  /** Colour and the opacity of a step, between the values `low` and `high`. */
  readonly rgba: Float32Array<ArrayBuffer>;
  readonly low: number;
  readonly high: number;
}

/** Samples a transfer function evenly, ends included; `unit` is in mm, and a step is a voxel long. */
export function bakeTable({ colors, opacities, unit = SPACING }: TransferFunction): Table {
  const values = [...colors, ...opacities].map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rgba = new Float32Array(4 * TABLE_ENTRIES);
  for (let entry = 0; entry < TABLE_ENTRIES; entry++) {
    const value = low + (entry / (TABLE_ENTRIES - 1)) * (high - low);
    const color = [0, 1, 2].map((channel) =>
      interpolate(
        colors.map(({ value: at, color: rgb }) => [at, rgb[channel]!]),
        value,
      ),
    );
    const opacity = interpolate(
      opacities.map(({ value: at, opacity: of }) => [at, of]),
      value,
    );
    rgba.set([...color, 1 - (1 - opacity) ** (SPACING / unit)], 4 * entry);
  }
  return { rgba, low, high };
}

function interpolate(points: readonly (readonly [number, number])[], value: number): number {
  const next = points.findIndex(([at]) => at > value);
  if (next <= 0) return points.at(next === 0 ? 0 : -1)![1];
  const [[before, from], [after, to]] = [points[next - 1]!, points[next]!];
  return from + ((value - before) / (after - before)) * (to - from);
}

/** `Frame` of cast.wgsl, for a view from obliquely above. */
export function packFrame(volume: Volume, { low, high }: Table, strengthGain: number, side: number): ArrayBuffer {
  const front = fitCamera(boundingSphere(corners(volume)), viewDirection('b', volume.indexToWorld), {
    aspect: 1,
    zoom: 1.4,
  });
  const camera: Camera = orbit(front, { azimuthDegrees: 215, elevationDegrees: 20 });
  if (camera.projection !== 'perspective') throw new Error('the kernel casts perspective views');
  const { forward, right, up } = cameraBasis(camera);
  const slope = (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / side;
  const frame = new Float32Array(16);
  frame.set([...camera.eye, low], 0);
  frame.set([...forward, (TABLE_ENTRIES - 1) / (high - low)], 4);
  frame.set([...right.map((component) => component * slope), strengthGain], 8);
  frame.set(
    up.map((component) => component * slope),
    12,
  );
  new Uint32Array(frame.buffer)[15] = side;
  return frame.buffer;
}
