/** Ways to look at a CT, from hardly anything to nothing but visible voxels. */
import { createShading, createTransferFunction, type Shading, type TransferFunction } from 'tilecast';

export interface Look {
  readonly name: string;
  readonly transfer: TransferFunction;
  readonly shading?: Shading;
}

/** Pairs of Hounsfield units and opacities of a voxel. */
const opacities = (...points: readonly (readonly [number, number])[]) =>
  points.map(([value, opacity]) => ({ value, opacity }));

/** Colours from air to bone and contrast agent; the ends bound the tables of all contestants. */
const COLORS = [
  { value: -1100, color: '#101020' },
  { value: -400, color: '#804030' },
  { value: 0, color: '#d08060' },
  { value: 250, color: '#e8c8a0' },
  { value: 700, color: '#fff4dc' },
  { value: 1300, color: '#ffb090' },
  { value: 2200, color: '#ffffff' },
] as const;

const transferOf = (points: ReturnType<typeof opacities>): TransferFunction =>
  createTransferFunction({ colors: COLORS, opacities: points });

const VESSELS = transferOf(opacities([-1100, 0], [950, 0], [1250, 0.6], [2200, 0.6]));
const BONE = transferOf(opacities([-1100, 0], [250, 0], [550, 0.5], [2200, 0.9]));
const SKIN = transferOf(opacities([-1100, 0], [-500, 0], [-200, 0.5], [2200, 0.9]));
const TISSUE = transferOf(
  opacities([-1100, 0], [-600, 0], [-300, 0.02], [100, 0.01], [250, 0.02], [700, 0.2], [2200, 0.5]),
);
const FOG = transferOf(opacities([-1100, 0.002], [0, 0.004], [700, 0.02], [2200, 0.03]));

export const LOOKS: readonly Look[] = [
  { name: 'vessels', transfer: VESSELS },
  { name: 'bone', transfer: BONE },
  { name: 'skin', transfer: SKIN },
  { name: 'tissue', transfer: TISSUE },
  { name: 'fog', transfer: FOG },
  { name: 'bone, lit', transfer: BONE, shading: createShading() },
  { name: 'tissue, lit', transfer: TISSUE, shading: createShading() },
];

/** Values up to this one are invisible: opacities here begin with those that are 0, and have no other zeros. */
export const visibleFrom = ({ opacities }: TransferFunction): number =>
  opacities.findLast(({ opacity }) => opacity === 0)?.value ?? Number.NEGATIVE_INFINITY;
