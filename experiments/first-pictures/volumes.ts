/** Made-up volumes of the kinds that people have: what a picture without options must cope with. */
import { createRandom, gaussian, poisson, type Random } from './random.js';

type Voxels = Uint8Array | Int16Array | Uint16Array | Float32Array;

export interface SampleVolume {
  readonly name: string;
  readonly sizes: readonly [number, number, number];
  readonly spacings?: readonly [number, number, number];
  readonly voxels: Voxels;
}

/** A value at a place, each coordinate from −1 to 1. */
type Field = (x: number, y: number, z: number) => number;

const SIDE = 72;

function sample<V extends Voxels>(voxels: V, [ni, nj, nk]: SampleVolume['sizes'], field: Field): V {
  const place = (index: number, size: number) => (2 * index + 1) / size - 1;
  let index = 0;
  for (let k = 0; k < nk; k++)
    for (let j = 0; j < nj; j++)
      for (let i = 0; i < ni; i++) voxels[index++] = field(place(i, ni), place(j, nj), place(k, nk));
  return voxels;
}

const count = (sizes: SampleVolume['sizes']) => sizes[0] * sizes[1] * sizes[2];

/** Below 0 inside of an ellipsoid, about 1 unit a unit of length. */
const ellipsoid = (x: number, y: number, z: number, [a, b, c]: readonly [number, number, number]) =>
  (Math.hypot(x / a, y / b, z / c) - 1) * Math.min(a, b, c);

const capsule = (p: readonly number[], a: readonly number[], b: readonly number[], radius: number) => {
  const ab = b.map((end, axis) => end - a[axis]!);
  const ap = p.map((at, axis) => at - a[axis]!);
  const along =
    ab.reduce((sum, part, axis) => sum + part * ap[axis]!, 0) / ab.reduce((sum, part) => sum + part ** 2, 0);
  const clamped = Math.min(Math.max(along, 0), 1);
  return Math.hypot(...ap.map((part, axis) => part - clamped * ab[axis]!)) - radius;
};

type Segment = readonly [readonly number[], readonly number[], number];

/** Branches that split in two, five times. */
function growTree(
  random: Random,
  from: readonly number[],
  direction: readonly number[],
  radius: number,
  depth = 5,
): Segment[] {
  const length = 0.2 + 0.1 * depth;
  const to = from.map((at, axis) => at + 0.6 * length * direction[axis]!);
  if (depth === 0) return [];
  const turn = () => {
    const moved = direction.map((part) => part + 0.9 * (2 * random() - 1));
    const size = Math.hypot(...moved);
    return moved.map((part) => part / size);
  };
  return [
    [from, to, radius],
    ...growTree(random, to, turn(), 0.78 * radius, depth - 1),
    ...growTree(random, to, turn(), 0.78 * radius, depth - 1),
  ];
}

const nearestSegment = (segments: readonly Segment[], p: readonly number[]) =>
  segments.reduce((least, [a, b, radius]) => Math.min(least, capsule(p, a, b, radius)), Infinity);

/** 1 inside, 0 outside, as a voxel that lies across the surface has it. */
const inside = (distance: number) => Math.min(Math.max(0.5 - (distance * SIDE) / 2, 0), 1);

/** A trunk in Hounsfield units: lungs, spine, ribs, an aorta with contrast agent. */
function trunk(noise: number, bones = true): Field {
  const random = createRandom(11);
  return (x, y, z) => {
    let value = -1000;
    const paint = (distance: number, hounsfield: number) => {
      value += (hounsfield - value) * inside(distance);
    };
    paint(ellipsoid(x, y, 0, [0.85, 0.6, 1]), -100);
    paint(ellipsoid(x, y, 0, [0.79, 0.54, 1]), 50);
    paint(ellipsoid(Math.abs(x) - 0.4, y + 0.05, z - 0.25, [0.3, 0.38, 0.6]), -850);
    paint(ellipsoid(x + 0.3, y, z + 0.75, [0.4, 0.35, 0.3]), 110);
    if (bones) {
      const rib = Math.abs(((z * 5 + 0.35 * y + 100) % 1) - 0.5) / 5 - 0.03;
      paint(Math.max(Math.abs(ellipsoid(x, y, 0, [0.74, 0.5, 1])) - 0.03, rib), 600);
      paint(capsule([x, y, z], [0, 0.42, -1.2], [0, 0.42, 1.2], 0.11), 700);
      paint(capsule([x, y, z], [0.08, 0.25, -1.2], [0.08, 0.25, 1.2], 0.06), 350);
    }
    return Math.round(value + noise * gaussian(random));
  };
}

/** Magnitudes of a head: skin, skull, folded brain, ventricles; `noise` is Rician. */
function head(noise: number): Field {
  const random = createRandom(12);
  return (x, y, z) => {
    const folds = 0.03 * Math.sin(17 * x) * Math.sin(15 * y) * Math.sin(16 * z);
    let value = 0;
    const paint = (distance: number, magnitude: number) => {
      value += (magnitude - value) * inside(distance);
    };
    paint(ellipsoid(x, y, z, [0.66, 0.82, 0.8]), 380);
    paint(ellipsoid(x, y, z, [0.6, 0.76, 0.74]), 60);
    const brain = ellipsoid(x, y, z, [0.54, 0.7, 0.68]) + folds;
    paint(brain, 420);
    paint(brain + 0.07 + 2 * folds, 620);
    paint(ellipsoid(Math.abs(x) - 0.1, y, z, [0.06, 0.25, 0.12]), 120);
    return Math.round(Math.hypot(value + noise * gaussian(random), noise * gaussian(random)));
  };
}

/** Magnitudes of a head with bright fat under its skin, brighter on the side of a coil; `noise` is Rician. */
function fatHead(noise: number): Field {
  const random = createRandom(13);
  const folds = (x: number, y: number, z: number) => 0.03 * Math.sin(17 * x) * Math.sin(15 * y) * Math.sin(16 * z);
  return (x, y, z) => {
    let value = 0;
    const paint = (distance: number, magnitude: number) => {
      value += (magnitude - value) * inside(distance);
    };
    const nose = capsule([x, y, z], [0, -0.78, 0.1], [0, -0.9, -0.1], 0.08);
    const skin = Math.min(
      ellipsoid(x, y, z, [0.66, 0.82, 0.8]),
      ellipsoid(x, y + 0.06, z + 0.5, [0.45, 0.68, 0.5]),
      nose,
    );
    paint(skin, 300);
    paint(skin + 0.03, 950);
    paint(ellipsoid(x, y, z, [0.58, 0.74, 0.72]), 60);
    for (const side of [-0.25, 0.25]) paint(Math.hypot(x - side, y + 0.68, z) - 0.11, 200);
    const brain = ellipsoid(x, y, z - 0.05, [0.52, 0.68, 0.64]) + folds(x, y, z);
    paint(brain, 380);
    paint(brain + 0.07 + 2 * folds(x, y, z), 560);
    const coil = 1 + 0.35 * x - 0.25 * y;
    return Math.round(Math.hypot(coil * value + noise * gaussian(random), noise * gaussian(random)));
  };
}

/** Perfusion as the difference of two pictures: as much noise as signal. */
function perfusion(noise: number): Field {
  const random = createRandom(14);
  return (x, y, z) => {
    const brain = ellipsoid(x, y, z, [0.7, 0.85, 0.75]) + 0.04 * Math.sin(11 * x) * Math.sin(10 * y) * Math.sin(9 * z);
    const covered = inside(brain) * (65 - 45 * inside(brain + 0.2));
    return covered + noise * (0.3 + inside(brain)) * gaussian(random);
  };
}

/** Uptake of a tracer: a faint body, and two spots many times as bright. */
function uptake(): Field {
  const random = createRandom(15);
  return (x, y, z) => {
    const body = Math.min(ellipsoid(x, y, 0, [0.5, 0.35, 1]), ellipsoid(x, y, z - 0.9, [0.2, 0.22, 0.3]));
    const spots = [
      [0.15, -0.05, 0.3, 50],
      [0, 0, -0.7, 70],
    ].reduce(
      (sum, [a, b, c, most]) => sum + most! * Math.exp(-((a! - x) ** 2 + (b! - y) ** 2 + (c! - z) ** 2) / 0.008),
      0,
    );
    return Math.max(0, inside(body) * (1 + spots + 0.1 * gaussian(random)) + 0.02 * Math.abs(gaussian(random)));
  };
}

/** Cells about random seeds: `pick` says what a cell holds. */
function cells(seed: number, number: number, pick: (cell: number) => number, shape: Field): Field {
  const random = createRandom(seed);
  const seeds = Array.from({ length: number }, () => [0, 1, 2].map(() => 1.8 * random() - 0.9));
  const held = seeds.map((_, cell) => pick(cell));
  return (x, y, z) => {
    if (shape(x, y, z) > 0) return 0;
    let nearest = 0;
    let least = Infinity;
    for (const [cell, [a, b, c]] of seeds.entries()) {
      const squared = (a! - x) ** 2 + (b! - y) ** 2 + (c! - z) ** 2;
      if (squared < least) [least, nearest] = [squared, cell];
    }
    return held[nearest]!;
  };
}

/** Waves of random directions and phases, about 0, between −3 and 3 or so. */
function waves(seed: number, number: number, frequency: number): Field {
  const random = createRandom(seed);
  const all = Array.from({ length: number }, () => ({
    k: [0, 1, 2].map(() => frequency * gaussian(random)),
    phase: 2 * Math.PI * random(),
  }));
  return (x, y, z) =>
    Math.sqrt(2 / number) *
    all.reduce((sum, { k, phase }) => sum + Math.cos(k[0]! * x + k[1]! * y + k[2]! * z + phase), 0);
}

const clampByte = (value: number) => Math.min(Math.max(Math.round(value), 0), 255);

function vessels(background: Field, noise: number): Field {
  const random = createRandom(21);
  const tree = [
    ...growTree(random, [-0.15, 0, -0.9], [0.1, 0, 1], 0.06),
    ...growTree(random, [0.2, 0.1, -0.9], [-0.1, 0.1, 1], 0.05),
  ];
  return (x, y, z) => {
    const tissue = background(x, y, z);
    const covered = inside(nearestSegment(tree, [x, y, z]));
    return Math.round(
      Math.hypot(tissue + (900 - tissue) * covered + noise * gaussian(random), noise * gaussian(random)),
    );
  };
}

const brainShape: Field = (x, y, z) => Math.max(ellipsoid(x, y, z, [0.75, 0.9, 0.75]), 0.03 - Math.abs(x));

/**
 * The sample volumes, made one at a time.
 * @param side voxels along each side of the cubes among them; the others are as much smaller.
 */
export function* generateVolumes(side = SIDE): Generator<SampleVolume> {
  const scaled = (sizes: SampleVolume['sizes']) =>
    sizes.map((size) => Math.ceil((size * side) / SIDE)) as unknown as SampleVolume['sizes'];
  const cubeSizes = scaled([SIDE, SIDE, SIDE]);
  const cube = <V extends Voxels>(name: string, voxels: V, field: Field): SampleVolume => ({
    name,
    sizes: cubeSizes,
    voxels: sample(voxels, cubeSizes, field),
  });
  const [bytes, shorts, words, floats] = [
    () => new Uint8Array(count(cubeSizes)),
    () => new Int16Array(count(cubeSizes)),
    () => new Uint16Array(count(cubeSizes)),
    () => new Float32Array(count(cubeSizes)),
  ];
  const random = createRandom(31);

  yield cube('ct', shorts(), trunk(15));
  const padded = trunk(15);
  yield cube('ct-padded', shorts(), (x, y, z) => (Math.hypot(x, y) > 1 ? -3024 : padded(x, y, z)));
  const unsigned = trunk(15);
  yield cube('ct-unsigned', words(), (x, y, z) => Math.max(unsigned(x, y, z) + 1024, 0));
  const withRod = trunk(15);
  const streaks = createRandom(32);
  yield cube('ct-metal', shorts(), (x, y, z) => {
    const rod = inside(capsule([x, y, z], [-0.3, 0.1, -1.2], [-0.3, 0.1, -0.2], 0.06));
    const near = Math.exp(-8 * Math.hypot(x + 0.3, y - 0.1) ** 2) * (z < -0.15 ? 1 : 0);
    const value = withRod(x, y, z) + 250 * near * Math.sin(20 * Math.atan2(y - 0.1, x + 0.3)) * streaks();
    return Math.max(value + (28_000 - value) * rod, -1024);
  });
  yield cube('ct-soft-tissue', shorts(), trunk(15, false));
  const thick = scaled([96, 96, 24]);
  yield {
    name: 'ct-thick-slices',
    sizes: thick,
    spacings: [0.75, 0.75, 3],
    voxels: sample(new Int16Array(count(thick)), thick, trunk(10)),
  };
  yield cube('mr', words(), head(12));
  yield cube('mr-fat', words(), fatHead(25));
  const quiet = head(0);
  yield cube('mr-float', floats(), (x, y, z) => quiet(x, y, z) / 620);
  const tissue = head(0);
  yield cube(
    'angiography',
    words(),
    vessels((x, y, z) => 0.35 * tissue(x, y, z), 14),
  );

  const coarse = scaled([48, 48, 24]);
  yield {
    name: 'perfusion',
    sizes: coarse,
    spacings: [1, 1, 2],
    voxels: sample(new Float32Array(count(coarse)), coarse, perfusion(22)),
  };
  yield cube('tracer', floats(), uptake());
  const plane = scaled([128, 96, 1]);
  const slice = head(12);
  yield { name: 'plane', sizes: plane, voxels: sample(new Uint16Array(count(plane)), plane, slice) };
  const slices = scaled([96, 96, 6]);
  yield {
    name: 'six-slices',
    sizes: slices,
    spacings: [1, 1, 3],
    voxels: sample(new Uint16Array(count(slices)), slices, (x, y, z) => slice(x, y, 0.3 * z)),
  };

  yield cube(
    'labels',
    bytes(),
    cells(41, 4, (cell) => cell + 1, brainShape),
  );
  yield cube(
    'labels-in-hemispheres',
    shorts(),
    (() => {
      const left = cells(42, 45, (cell) => 1001 + cell, brainShape);
      const right = cells(43, 45, (cell) => 2001 + cell, brainShape);
      return (x, y, z) => (x < 0 ? left : right)(x, y, z);
    })(),
  );
  yield cube(
    'labels-many',
    words(),
    cells(44, 400, (cell) => 1 + 7 * cell, brainShape),
  );
  const neurite = growTree(createRandom(45), [0, 0, -0.9], [0, 0, 1], 0.09);
  yield cube('mask-0-255', bytes(), (x, y, z) => (nearestSegment(neurite, [x, y, z]) < 0 ? 255 : 0));

  yield cube('fluorescence', bytes(), (x, y, z) => {
    const signal = 150 * inside(nearestSegment(neurite, [x, y, z]));
    return clampByte(8 + signal + Math.sqrt(8 + signal) * gaussian(random));
  });
  const spots = Array.from({ length: 60 }, () => [0, 1, 2].map(() => 1.7 * random() - 0.85));
  yield cube('photon-counts', bytes(), (x, y, z) => {
    const glow = spots.reduce(
      (sum, [a, b, c]) => sum + Math.exp(-((a! - x) ** 2 + (b! - y) ** 2 + (c! - z) ** 2) / 0.006),
      0,
    );
    return clampByte(poisson(random, 0.15 + 9 * glow));
  });
  const membranes = waves(46, 40, 9);
  yield cube('electron-microscopy', bytes(), (x, y, z) =>
    clampByte(165 - 110 * Math.exp(-8 * membranes(x, y, z) ** 2) + 12 * gaussian(random)),
  );
  yield cube('bright-background', bytes(), (x, y, z) =>
    clampByte(232 - 150 * inside(nearestSegment(neurite, [x, y, z])) + 4 * gaussian(random)),
  );

  const activation = waves(47, 30, 5);
  yield cube('statistical-map', floats(), (x, y, z) => {
    if (brainShape(x, y, z) > 0) return 0;
    const z0 = 3 * activation(x, y, z);
    return Math.abs(z0) > 2.3 ? z0 : 0;
  });
  const dense = waves(48, 60, 6);
  yield cube('z-scores', floats(), (x, y, z) =>
    brainShape(x, y, z) > 0 ? 0 : 1.5 * dense(x, y, z) + 0.3 * gaussian(random),
  );
  const velocity = waves(49, 40, 4);
  yield cube('velocity', floats(), velocity);
  const bounded = head(8);
  yield cube('not-a-number-outside', floats(), (x, y, z) =>
    ellipsoid(x, y, z, [0.56, 0.72, 0.7]) > 0 ? Number.NaN : bounded(x, y, z),
  );
  const anisotropy = waves(50, 30, 5);
  yield cube('fractional-anisotropy', floats(), (x, y, z) =>
    brainShape(x, y, z) > 0 ? 0 : Math.min(1, Math.abs(0.18 + 0.05 * gaussian(random) + 0.22 * anisotropy(x, y, z))),
  );
  yield cube('signed-distance', floats(), (x, y, z) => Math.hypot(Math.hypot(x, y) - 0.55, z) - 0.25);
  yield cube('density', floats(), (x, y, z) =>
    [-0.35, 0.35].reduce((sum, c) => sum + Math.exp(-9 * Math.hypot(x - c, y, 0.8 * z)), 0),
  );
  yield cube('ultrasound', bytes(), (x, y, z) => {
    const depth = z + 1.25;
    if (Math.hypot(x, y) > 0.75 * depth || depth > 2.1) return 0;
    const surface = ellipsoid(x + 0.05, y, z, [0.4, 0.35, 0.42]);
    const echo = surface > 0.05 ? 25 : 45 + 140 * Math.exp(-((surface / 0.07) ** 2));
    return clampByte(echo * Math.sqrt(-Math.log(1 - random())) * 0.9);
  });
  const field = waves(51, 12, 2);
  yield cube('phases', shorts(), (x, y, z) => {
    const phase = brainShape(x, y, z) > 0 ? 2 * random() : 1 + 1.2 * field(x, y, z) + 0.03 * gaussian(random);
    return 4096 * (phase - 2 * Math.floor(phase / 2) - 1);
  });
  const long = scaled([48, 120, 48]);
  const spine = (x: number, y: number, z: number) =>
    Math.hypot(x, (z - 0.1 * Math.sin(3 * y)) * 1.2) - 0.6 * (1 - y * y);
  yield {
    name: 'long',
    sizes: long,
    voxels: sample(new Uint16Array(count(long)), long, (x, y, z) =>
      Math.max(
        0,
        500 * inside(spine(x, y, z)) +
          300 * inside(Math.hypot(x - 0.3, 2 * (y + 0.7), z - 0.1) - 0.1) +
          15 * gaussian(random),
      ),
    ),
  };
}
