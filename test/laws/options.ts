/** Random options for what laws are tried on. */
import { between, type Random } from '../camera/random.js';
import type { LawInput } from './inputs.js';

interface RandomOption {
  readonly make: (random: Random, input: LawInput) => readonly string[];
  readonly is: (input: LawInput) => boolean;
  /** How many of ten pictures have it. */
  readonly tenths: number;
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const number = (random: Random, low: number, high: number) => between(random, low, high).toFixed(2);
const any = () => true;
const hasVolume = ({ volumes }: LawInput) => volumes.length > 0;
const isOneVolume = ({ volumes }: LawInput) => volumes.length === 1;
const hasMesh = ({ meshes }: LawInput) => meshes.length > 0;

const LIGHTS = ['headlight', 'key', '1,-2,0.5', '@-1,1,1:0.8/headlight:0.3'] as const;

const OPTIONS: readonly RandomOption[] = [
  {
    tenths: 5,
    is: isOneVolume,
    make: (random, { range: [low, high] }) =>
      pick(random, [
        ['--mode', 'mip'],
        ['--mode', 'minip'],
        ['--mode', 'average'],
        ['--iso', number(random, low, high)],
        ['--iso', `${number(random, low, high)}:#ffcc88:0.5,${number(random, low, high)}`],
      ]),
  },
  {
    tenths: 4,
    is: hasVolume,
    make: (random, { range }) => ['--transfer', pick(random, ['gray', 'viridis', 'bone']), '--window', range.join()],
  },
  { tenths: 3, is: any, make: (random) => ['--light', pick(random, LIGHTS)] },
  { tenths: 2, is: any, make: () => ['--shadows'] },
  { tenths: 1, is: any, make: () => ['--ambient-occlusion', '8'] },
  { tenths: 2, is: hasVolume, make: (random) => [pick(random, ['--shade', '--no-shade'])] },
  { tenths: 3, is: any, make: (random) => ['--quality', pick(random, ['plain', 'fine'])] },
  { tenths: 2, is: hasVolume, make: (random) => ['--step', number(random, 0.3, 2.5)] },
  { tenths: 2, is: any, make: (random) => ['--samples', pick(random, ['2', '4'])] },
  { tenths: 2, is: hasVolume, make: () => ['--jitter', '3'] },
  { tenths: 2, is: hasVolume, make: (random) => ['--slab-thickness', number(random, 0.2, 6)] },
  { tenths: 2, is: any, make: (random) => [`--clip=${number(random, -1, 1)},0.4,${number(random, -1, 1)},0`] },
  { tenths: 5, is: any, make: (random) => [`--azimuth=${number(random, -180, 180)}`] },
  { tenths: 4, is: any, make: (random) => [`--elevation=${number(random, -80, 80)}`] },
  { tenths: 1, is: any, make: (random) => [`--roll=${number(random, -180, 180)}`] },
  { tenths: 2, is: any, make: (random) => ['--zoom', number(random, 0.6, 3)] },
  { tenths: 3, is: any, make: () => ['--projection', 'orthographic'] },
  { tenths: 2, is: any, make: (random) => ['--background', pick(random, ['white', 'transparent', '0.2,0.4,0.1'])] },
  { tenths: 1, is: hasVolume, make: () => ['--filter', 'exact'] },
  { tenths: 1, is: hasMesh, make: (random) => ['--cull', pick(random, ['back', 'front'])] },
  { tenths: 1, is: hasMesh, make: () => ['--flat'] },
  { tenths: 2, is: hasMesh, make: (random) => ['--mesh-opacity', number(random, 0.2, 0.9)] },
  { tenths: 1, is: hasMesh, make: (random) => ['--reflectivity', number(random, 0.1, 0.8)] },
  { tenths: 1, is: any, make: () => ['--ground', 'tan'] },
];

export function makeOptions(input: LawInput, random: Random): string[] {
  return OPTIONS.flatMap(({ tenths, is, make }) => (random() < tenths / 10 && is(input) ? make(random, input) : []));
}
