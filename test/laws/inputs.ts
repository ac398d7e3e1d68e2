/** What laws are tried on: twelve kinds of volumes and meshes, as data that can be written in more than one way. */
import type { Affine } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { between, createRandom, type Random } from '../camera/random.js';

export type VoxelType = 'uint8' | 'int16' | 'uint16' | 'float';

export interface VolumeData {
  readonly type: VoxelType;
  readonly sizes: Vec3;
  /** Samples of a voxel: one, or three of a colour. */
  readonly components: 1 | 3;
  /** The first axis fastest, after the components. */
  readonly values: readonly number[];
  readonly indexToWorld: Affine;
  readonly isBigEndian?: boolean;
  readonly isGzipped?: boolean;
}

export interface MeshData {
  readonly positions: readonly Vec3[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Bytes, one colour a vertex. */
  readonly colors?: readonly Vec3[];
}

/** An input, before options. */
export interface LawInput {
  readonly name: string;
  /** More than one are fused. */
  readonly volumes: readonly VolumeData[];
  readonly mask?: VolumeData;
  readonly meshes: readonly MeshData[];
  /** Values between which there is something to see. */
  readonly range: readonly [number, number];
}

const SIZES: Vec3 = [14, 12, 10];

type Field = (x: number, y: number, z: number) => number;

/** Two balls and a bar: no axis is like another. Places run from -1 to 1, values from 0 to 1. */
const shape: Field = (x, y, z) => {
  const ball = 1 - Math.hypot(x + 0.2, y - 0.1, z) / 0.8;
  const small = 1 - Math.hypot(x - 0.5, y + 0.4, z - 0.3) / 0.35;
  const bar = 0.8 - Math.max(Math.abs(x - 0.1), Math.abs(y - 0.55) * 4, Math.abs(z + 0.5) * 4);
  return Math.max(0, Math.min(1, Math.max(ball, small, bar)));
};

function sample(field: Field, [ni, nj, nk]: Vec3 = SIZES): number[] {
  return Array.from({ length: ni * nj * nk }, (_, at) => {
    const [i, j, k] = [at % ni, Math.floor(at / ni) % nj, Math.floor(at / (ni * nj))];
    return field((2 * (i + 0.5)) / ni - 1, (2 * (j + 0.5)) / nj - 1, (2 * (k + 0.5)) / nk - 1);
  });
}

const STRAIGHT: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1.2, 0],
    [0, 0, 1.6],
  ],
  origin: [-7, -7, -8],
};
const OBLIQUE: Affine = {
  columns: [
    [0.9, 0.2, -0.1],
    [-0.2, 1.1, 0.3],
    [0.1, -0.4, 1.5],
  ],
  origin: [20, -30, 5],
};

function volumeOf(type: VoxelType, values: number[], more: Partial<VolumeData> = {}): VolumeData {
  return { type, sizes: SIZES, components: 1, values, indexToWorld: STRAIGHT, ...more };
}

/** A closed bump: a ball whose radius changes with its direction. */
function ball(center: Vec3, radius: number, isColored = false): MeshData {
  const [rows, columns] = [8, 12];
  const positions: Vec3[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [tilt, turn] = [(row / rows) * Math.PI, (column / columns) * 2 * Math.PI];
      const r = radius * (1 + 0.2 * Math.sin(2 * turn) * Math.sin(tilt));
      const direction = [Math.sin(tilt) * Math.cos(turn), Math.sin(tilt) * Math.sin(turn), Math.cos(tilt)];
      positions.push(direction.map((x, axis) => center[axis]! + r * x) as unknown as Vec3);
    }
  }
  const triangles: [number, number, number][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const next = (column + 1) % columns;
      const [a, b] = [row * columns + column, row * columns + next];
      const [c, d] = [a + columns, b + columns];
      if (row > 0) triangles.push([a, c, b]);
      if (row < rows - 1) triangles.push([b, c, d]);
    }
  }
  const colors = positions.map((_, n) => [(37 * n) % 256, (91 * n) % 256, (53 * n) % 256] as const);
  return { positions, triangles, ...(isColored && { colors }) };
}

/** Each is made anew of random numbers, the same ones by the same seed. */
export const INPUTS: Readonly<Record<string, (random: Random) => Omit<LawInput, 'name'>>> = {
  'a CT': (random) => ({
    volumes: [
      volumeOf(
        'int16',
        sample((x, y, z) => Math.round(-1000 + 1900 * shape(x, y, z) + 20 * random())),
      ),
    ],
    meshes: [],
    range: [-400, 800],
  }),
  'an MR': (random) => ({
    volumes: [
      volumeOf(
        'uint16',
        sample((x, y, z) => Math.round(900 * shape(x, y, z) * between(random, 0.9, 1.1))),
      ),
    ],
    meshes: [],
    range: [150, 700],
  }),
  bytes: (random) => ({
    volumes: [
      volumeOf(
        'uint8',
        sample((x, y, z) => Math.round(240 * shape(x, y, z) + 10 * random())),
      ),
    ],
    meshes: [],
    range: [40, 200],
  }),
  'floats, oblique': (random) => ({
    volumes: [
      volumeOf(
        'float',
        sample((x, y, z) => 3 * shape(x, y, z) + 0.05 * random()),
        { indexToWorld: OBLIQUE },
      ),
    ],
    meshes: [],
    range: [0.5, 2.5],
  }),
  'a map of both signs': (random) => ({
    volumes: [
      volumeOf(
        'float',
        sample((x, y, z) => 6 * (shape(x, y, z) - shape(-y, x, z)) + (shape(x, y, z) > 0 ? 0.1 * random() : 0)),
      ),
    ],
    meshes: [],
    range: [1, 5],
  }),
  labels: () => ({
    volumes: [
      volumeOf(
        'uint8',
        sample((x, y, z) => (shape(x, y, z) > 0.2 ? (x > 0 ? 3 : y > 0 ? 7 : 1) : 0)),
      ),
    ],
    meshes: [],
    range: [0.5, 7.5],
  }),
  colors: (random) => ({
    volumes: [
      volumeOf(
        'uint8',
        sample(shape).flatMap((v) => [255 * v, 200 * v ** 2, 90 * v * random()].map(Math.round)),
        {
          components: 3,
        },
      ),
    ],
    meshes: [],
    range: [40, 200],
  }),
  'a mask': (random) => ({
    volumes: [
      volumeOf(
        'int16',
        sample((x, y, z) => Math.round(1000 * shape(x, y, z) + 9 * random())),
      ),
    ],
    mask: volumeOf(
      'uint8',
      sample((x, y, z) => (Math.hypot(x, y, z) < 0.9 ? 1 + Number(x > 0.1) : 0)),
    ),
    meshes: [],
    range: [200, 700],
  }),
  'two volumes': (random) => ({
    volumes: [
      volumeOf(
        'int16',
        sample((x, y, z) => Math.round(1000 * shape(x, y, z) + 9 * random())),
      ),
      volumeOf(
        'float',
        sample((x, y, z) => 5 * shape(z, x, y)),
      ),
    ],
    meshes: [],
    range: [200, 700],
  }),
  'a mesh': () => ({ volumes: [], meshes: [ball([1, 2, 3], 5)], range: [0, 1] }),
  'two meshes': () => ({ volumes: [], meshes: [ball([0, 0, 0], 5, true), ball([3, 2, 1], 4)], range: [0, 1] }),
  'a volume and a mesh': (random) => ({
    volumes: [
      volumeOf(
        'int16',
        sample((x, y, z) => Math.round(1000 * shape(x, y, z) + 9 * random())),
      ),
    ],
    meshes: [ball([1, -2, 1], 4, true)],
    range: [200, 700],
  }),
};

export function makeInput(name: string, seed: number): LawInput {
  return { name, ...INPUTS[name]!(createRandom(seed)) };
}
