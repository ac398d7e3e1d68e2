/** Laws of pictures: what changes nothing of them, whatever the input and the options. */
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import type { Affine } from '../../src/math/affine.js';
import { addScaled, scale, type Vec3 } from '../../src/math/vec3.js';
import type { Random } from '../camera/random.js';
import type { LawInput, VolumeData } from './inputs.js';

export interface LawCase {
  readonly input: LawInput;
  readonly options: readonly string[];
}

/** Renders what a law compares. */
export interface Studio {
  /** Red, green, blue and alpha; undefined where the command refuses the options. */
  readonly render: (one: LawCase, more?: readonly string[]) => Uint8Array | undefined;
  /** Renders another command: a picture of the arguments alone. */
  readonly renderArguments: (args: readonly string[]) => Uint8Array | undefined;
  /** A path for a file of the case's own. */
  readonly file: (name: string) => string;
}

export interface Law {
  readonly name: string;
  readonly is: (one: LawCase) => boolean;
  /** The picture, and the one that must be like it. */
  readonly pair: (one: LawCase, studio: Studio, random: Random) => readonly (Uint8Array | undefined)[];
  /** The largest difference of a channel, of 255. */
  readonly most: number;
  /** The share of pixels that may differ by more: those on an edge, which rounding puts to either side. Labels have twice as many. */
  readonly edges?: number;
}

const has = ({ options }: LawCase, ...names: readonly string[]) =>
  options.some((option) => names.some((name) => option === `--${name}` || option.startsWith(`--${name}=`)));
const hasVolume = ({ input }: LawCase) => input.volumes.length > 0;
const isVolume = ({ input }: LawCase) => input.volumes.length === 1 && input.meshes.length === 0;
const isComposite = (one: LawCase) => hasVolume(one) && !has(one, 'mode', 'iso');
const isLabels = ({ input }: LawCase) => input.name === 'labels';

/** A law whose other picture is that of another case. */
const same = (
  name: string,
  is: Law['is'],
  change: (one: LawCase, random: Random) => LawCase,
  most = 0,
  edges = 0,
): Law => ({
  name,
  is,
  most,
  edges,
  pair: (one, { render }, random) => [render(one), render(change(one, random))],
});

/** A law of options that change nothing. */
const idle = (
  name: string,
  is: Law['is'],
  more: (random: Random, one: LawCase) => readonly string[],
  most = 0,
  edges = 0,
) => same(name, is, (one, random) => ({ ...one, options: [...one.options, ...more(random, one)] }), most, edges);

const withVolumes = (one: LawCase, change: (volume: VolumeData) => VolumeData): LawCase => {
  const { volumes, mask } = one.input;
  return { ...one, input: { ...one.input, volumes: volumes.map(change), ...(mask && { mask: change(mask) }) } };
};

/** The same voxels at the same places, in another order. */
function reorder(volume: VolumeData, axes: readonly number[], flips: readonly boolean[]): VolumeData {
  const { sizes, components, values, indexToWorld } = volume;
  const strides = [components, components * sizes[0], components * sizes[0] * sizes[1]];
  const turned = axes.map((axis) => sizes[axis]!) as unknown as Vec3;
  let origin = indexToWorld.origin;
  const columns = axes.map((axis, n) => {
    const column = indexToWorld.columns[axis]!;
    if (!flips[n]) return column;
    origin = addScaled(origin, column, sizes[axis]! - 1);
    return scale(column, -1);
  }) as unknown as Affine['columns'];
  const moved = Array.from(values, (_, to) => {
    const voxel = Math.floor(to / components);
    const place = [
      voxel % turned[0],
      Math.floor(voxel / turned[0]) % turned[1],
      Math.floor(voxel / (turned[0] * turned[1])),
    ];
    const at = axes.reduce((sum, axis, n) => {
      const index = flips[n] ? turned[n]! - 1 - place[n]! : place[n]!;
      return sum + strides[axis]! * index;
    }, to % components);
    return values[at]!;
  });
  return { ...volume, sizes: turned, values: moved, indexToWorld: { columns, origin } };
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Factors of two round nothing. */
const scaleWorld = (factor: number) => (one: LawCase) => {
  const grown = withVolumes(one, (volume) => ({
    ...volume,
    indexToWorld: {
      columns: volume.indexToWorld.columns.map((column) => scale(column, factor)) as unknown as Affine['columns'],
      origin: scale(volume.indexToWorld.origin, factor),
    },
  }));
  const meshes = one.input.meshes.map((mesh) => ({
    ...mesh,
    positions: mesh.positions.map((position) => scale(position, factor)),
  }));
  return { ...grown, input: { ...grown.input, meshes } };
};

/** Defaults that stand in the help as they are given. */
const STATED = Object.entries(RENDER_OPTIONS).flatMap(([name, option]) => {
  const { defaultDescription: value = '' } = option as { defaultDescription?: string };
  const isPlain = /^[\w.,]+$/.test(value) && !OTHER_DEFAULTS().has(name);
  return isPlain
    ? [{ name, args: value === 'true' ? [`--${name}`] : value === 'false' ? [`--no-${name}`] : [`--${name}`, value] }]
    : [];
});

/** Those of outputs, of the queue, and of what other options choose. */
function OTHER_DEFAULTS() {
  return new Set([
    'size',
    'detach',
    'verbose',
    'workers',
    'fps',
    'recipe',
    'queue',
    'collect',
    'samples',
    'occlusion-distance',
  ]);
}

/** Options that a saved camera has the place of. */
const EYES = ['azimuth', 'elevation', 'roll', 'zoom', 'projection'];

export const LAWS: readonly Law[] = [
  idle(
    'a picture made again is the same',
    () => true,
    () => [],
  ),
  same(
    'axes may be stored in any order and direction',
    (one) => hasVolume(one) && !has(one, 'jitter'),
    (one, random) => {
      const [axes, flips] = [ORDERS[Math.floor(6 * random())]!, [random() < 0.5, random() < 0.5, random() < 0.5]];
      return withVolumes(one, (volume) => reorder(volume, axes, flips));
    },
    2,
    0.01,
  ),
  same('bytes may be stored in either order', hasVolume, (one) =>
    withVolumes(one, (volume) => ({ ...volume, isBigEndian: true })),
  ),
  same('data may be compressed', hasVolume, (one) => withVolumes(one, (volume) => ({ ...volume, isGzipped: true }))),
  same(
    'the unit of length does not matter',
    // Presets have a unit of length of their own.
    (one) => !has(one, 'slab-thickness', 'clip') && !one.options.includes('bone'),
    (one, random) => scaleWorld(2 ** Math.round(20 * random() - 10))(one),
    2,
    0.01,
  ),
  idle('empty-space skipping changes nothing', hasVolume, () => ['--no-skip'], 1),
  idle(
    'early termination leaves nothing out that shows',
    () => true,
    () => ['--no-early-termination'],
    2,
    0.01,
  ),
  idle(
    'the workgroup does not matter',
    () => true,
    (random) => ['--workgroup', ['8x8', '16x4', '4x16', '32x2'][Math.floor(4 * random())]!],
  ),
  idle(
    'a volume may be cast in parts',
    (one) => isVolume(one) && !one.input.mask,
    (random) => ['--split', String(2 + Math.floor(4 * random()))],
    2,
    0.01,
  ),
  idle(
    'a default that is given changes nothing',
    () => true,
    (random, one) => {
      const open = STATED.filter(({ name }) => !has(one, name) && !(name === 'mode' && has(one, 'iso')));
      return open[Math.floor(open.length * random())]!.args;
    },
  ),
  idle('--crop :,:,: takes nothing', hasVolume, () => ['--crop', ':,:,:']),
  idle(
    'planes far away take nothing',
    () => true,
    (random) => [`--clip=${random() < 0.5 ? 1 : -1},0,0,-1e4`],
  ),
  idle(
    'a whole turn is none',
    (one) => !has(one, 'azimuth'),
    () => ['--azimuth=360'],
    1,
    0.02,
  ),
  {
    name: 'a recipe makes the picture again',
    is: () => true,
    most: 0,
    pair: (one, { render, renderArguments, file }) => {
      const first = render(one, ['-o', file('first.png'), '--recipe', 'full']);
      return [first, first && renderArguments(['--replay', file('first.png')])];
    },
  },
  {
    name: 'a saved camera makes the picture again',
    is: () => true,
    most: 0,
    pair: (one, { render, file }) => {
      const saved = file('camera.json');
      const first = render(one, ['--save-camera', saved]);
      const without = { ...one, options: withoutOptions(one.options, EYES) };
      return [first, first && render(without, ['--camera', saved])];
    },
  },
  {
    name: 'frame k of a turntable is the still from there',
    is: () => true,
    most: 0,
    pair: (one, { render, file }, random) => {
      const saved = file('camera.json');
      if (!render(one, ['--save-camera', saved])) return [];
      const frame = Math.floor(4 * random());
      const still = { ...one, options: [...withoutOptions(one.options, EYES), '--camera', saved] };
      const turned = ['--turntable', '4', '--frames', `${frame}-${frame}`, '-o', file('turn-%04d.png')];
      return [render(still, [`--azimuth=${90 * frame}`]), render(still, turned)];
    },
  },
  {
    name: 'a mesh that cannot be seen changes nothing',
    is: (one) => isVolume(one),
    // Integrals are split at it, and labels of each piece are those of its middle.
    most: 2,
    edges: 0.01,
    pair: (one, { render, file }) => {
      const saved = file('camera.json');
      if (!render(one, ['--save-camera', saved])) return [];
      // Its ground would be another.
      const options = [...withoutOptions(one.options, [...EYES, 'ground']), '--camera', saved];
      const input: LawInput = {
        ...one.input,
        meshes: [
          {
            positions: [
              [-3, -2, 1],
              [4, 1, 2],
              [0, 5, -3],
            ],
            triangles: [[0, 1, 2]],
          },
        ],
      };
      return [render({ ...one, options }), render({ input, options: [...options, '--mesh-opacity', '0'] })];
    },
  },
  {
    name: 'a mask that hides nothing changes nothing',
    is: (one) => isVolume(one) && !one.input.mask && !isLabels(one),
    most: 2,
    pair: (one, { render }) => {
      const [volume] = one.input.volumes;
      const count = volume!.sizes[0] * volume!.sizes[1] * volume!.sizes[2];
      const mask: VolumeData = { ...volume!, type: 'uint8', components: 1, values: new Array(count).fill(1) };
      return [render(one), render({ ...one, input: { ...one.input, mask } })];
    },
  },
  {
    name: 'the unit of the data does not matter',
    is: (one) =>
      isVolume(one) &&
      !isLabels(one) &&
      one.input.volumes[0]!.components === 1 &&
      one.input.name !== 'a CT' &&
      !has(one, 'iso', 'window'),
    most: 2,
    edges: 0.01,
    pair: (one, { render }, random) => {
      const inUnits = (factor: number): LawCase => {
        const { volumes } = one.input;
        const scaled = volumes.map((volume) => ({
          ...volume,
          type: 'float' as const,
          values: volume.values.map((value) => value * factor),
        }));
        return { ...one, input: { ...one.input, volumes: scaled } };
      };
      return [render(inUnits(1)), render(inUnits(2 ** Math.round(16 * random() - 8)))];
    },
  },
  {
    name: 'what is white in white light is white, however it scatters',
    is: (one) => isComposite(one) && isVolume(one) && one.input.volumes[0]!.components === 1 && !one.input.mask,
    most: 1,
    pair: ({ input }, { render }, random) => {
      const [low, high] = input.range;
      const options = [
        '--quality',
        'path',
        '--samples',
        '4',
        '--environment',
        'white',
        // The soft tone leaves room above white.
        '--tone',
        'clip',
        '--background',
        'white',
        '--seed',
        String(Math.floor(1e6 * random())),
      ];
      const look = ['--transfer', 'gray', '--window', `${low - 3e4 * (high - low)},${low - 1e4 * (high - low)}`];
      const picture = render({ input, options: [...options, ...look] });
      return [picture, picture?.map(() => 255)];
    },
  },
];

function withoutOptions(options: readonly string[], names: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < options.length; at++) {
    const option = options[at]!;
    const name = names.find((one) => option === `--${one}` || option.startsWith(`--${one}=`));
    if (!name) kept.push(option);
    else if (!option.includes('=')) at++;
  }
  return kept;
}
