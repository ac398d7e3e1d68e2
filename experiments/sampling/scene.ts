/** The made-up volume that sampling is measured on, in 8 and in 16 bits, how it is shown, and from where. */
import {
  boundingSphere,
  type Camera,
  corners,
  createShading,
  createTransferFunction,
  createVolume,
  fitCamera,
  type Shading,
  type TransferFunction,
  VIEW_NAMES,
  type Volume,
  viewDirection,
} from 'tilecast';
import { spreadViews } from 'tilecast/lab';

/** Voxels after which the volume repeats itself along each axis. */
const PERIOD = 128;

/** Rises from 0 up to half a period and falls again. */
const wave = (place: number) => {
  const rest = place % PERIOD;
  return Math.min(rest, PERIOD - rest);
};

/** Blobs and tunnels with noise, 0…255; ../cuda-peers/volume.cu computes the same. */
const byteAt = (i: number, j: number, k: number) =>
  wave(i + 2 * j) + wave(j + 2 * k) + wave(k + 2 * i) + (((3 * i) ^ (5 * j) ^ (7 * k)) % 64);

/** The low byte of 16 bits. */
const lowByteAt = (i: number, j: number, k: number) => ((97 * i) ^ (57 * j) ^ (31 * k)) & 255;

export type Bits = 8 | 16;

export function makeVolume(side: number, bits: Bits): Volume {
  const voxels = bits === 8 ? new Uint8Array(side ** 3) : new Uint16Array(side ** 3);
  const slices = Math.min(side, 2 * PERIOD);
  for (let k = 0, index = 0; k < slices; k++) {
    for (let j = 0; j < side; j++) {
      for (let i = 0; i < side; i++, index++) {
        voxels[index] = bits === 8 ? byteAt(i, j, k) : 256 * byteAt(i, j, k) + lowByteAt(i, j, k);
      }
    }
  }
  for (let slice = slices; slice < side; slice += slices) voxels.copyWithin(slice * side ** 2, 0, slices * side ** 2);
  return createVolume({ sizes: [side, side, side], voxels });
}

export interface Look {
  readonly name: string;
  readonly transfer: TransferFunction;
  readonly shading?: Shading;
}

/** Pairs of a byte's value and an opacity; no common grid of theirs has fewer cells than bytes have values. */
type Opacities = readonly (readonly [number, number])[];

function transferOf(opacities: Opacities, bits: Bits): TransferFunction {
  const scale = bits === 8 ? 1 : 256;
  const colors = [
    [0, '#101020'],
    [61, '#804030'],
    [97, '#d08060'],
    [132, '#e8c8a0'],
    [179, '#60a0ff'],
    [255, '#ffffff'],
  ] as const;
  return createTransferFunction({
    colors: colors.map(([value, color]) => ({ value: scale * value, color })),
    opacities: opacities.map(([value, opacity]) => ({ value: scale * value, opacity })),
  });
}

const DENSE: Opacities = [
  [0, 0.0005],
  [83, 0.001],
  [255, 0.004],
];
const HALF: Opacities = [
  [127, 0],
  [151, 0.004],
  [255, 0.01],
];
const QUARTER: Opacities = [
  [157, 0],
  [173, 0.004],
  [255, 0.02],
];
const SPARSE: Opacities = [
  [199, 0],
  [211, 0.02],
  [255, 0.05],
];

/** Ordered from nothing but visible voxels to hardly any; rays stay translucent, so that all of them cross the volume. */
export const listLooks = (bits: Bits): Look[] => [
  { name: 'dense', transfer: transferOf(DENSE, bits) },
  { name: 'half', transfer: transferOf(HALF, bits) },
  { name: 'quarter', transfer: transferOf(QUARTER, bits) },
  { name: 'sparse', transfer: transferOf(SPARSE, bits) },
  { name: 'half, lit', transfer: transferOf(HALF, bits), shading: createShading() },
  { name: 'sparse, lit', transfer: transferOf(SPARSE, bits), shading: createShading() },
];

export interface View {
  readonly name: string;
  readonly camera: Camera;
}

/** The first `count` of: two oblique views, the six along the axes, and others spread over the sphere. */
export function listViews({ sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>, count: number): View[] {
  const sphere = boundingSphere(corners({ sizes, indexToWorld }));
  const fit = (direction: Parameters<typeof fitCamera>[1]) => fitCamera(sphere, direction, { aspect: 1 });
  const spread = spreadViews(64).map((direction, index) => ({ name: `sphere-${index}`, camera: fit(direction) }));
  const along = VIEW_NAMES.filter((name) => name.length === 1).map((name) => ({
    name,
    camera: fit(viewDirection(name, indexToWorld)),
  }));
  const others = spread.filter((_, index) => index !== 20 && index !== 43);
  // Evenly spaced, so that a few are spread over the sphere too.
  const rest = Math.max(count - 8, 1);
  const few = Array.from({ length: rest }, (_, index) => others[Math.floor((index * others.length) / rest)]!);
  return [spread[20]!, spread[43]!, ...along, ...few].slice(0, count);
}
