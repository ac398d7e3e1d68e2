/** Inputs that can hardly be seen in one picture, as where their units or frames of reference differ. */
import { type Box, corners, type Vec3, type Volume } from '../../../index.js';

/** A mesh in its place in the world. */
export interface PlacedBox {
  readonly name: string;
  readonly box: Box;
}

/** Millimetres and metres are 1000 apart; seeds and electrodes in a scan are some hundred times smaller than it. */
const FAR = 500;

/**
 * A line for each mesh that lies outside of the volume, or whose size is not the volume's; without a volume, for meshes of which the
 * largest hides that there are others.
 * @param volume the box of the voxels; undefined where there are meshes alone.
 */
export function noteMismatch(meshes: readonly PlacedBox[], volume: Box | undefined): string[] {
  const sizes = meshes.map(({ box }) => diagonal(box));
  const largest = Math.max(...sizes);
  const whole = volume ? diagonal(volume) : largest;
  const notes = meshes.flatMap(({ name, box }, index) => {
    if (volume && isApart(box, volume)) {
      return [`${name}: lies outside of the volume, which is from ${at(volume.min)} to ${at(volume.max)}; ${PLACES}`];
    }
    const ratio = sizes[index]! / whole;
    if (!(ratio > 0) || (ratio > 1 / FAR && ratio < FAR)) return [];
    const other = volume ? 'the volume' : 'the largest mesh';
    const how = ratio < 1 ? `${round(1 / ratio)} times smaller` : `${round(ratio)} times larger`;
    return [`${name}: is ${how} than ${other}; if their units differ, --transform scales it`];
  });
  if (volume || meshes.length < 2 || !(diagonal(around(meshes)) > FAR * largest)) return notes;
  return [
    ...notes,
    `the meshes lie far apart, at most ${round(largest)} large and ${round(diagonal(around(meshes)))} from end to end; ${PLACES}`,
  ];
}

/** The box of a volume's voxels in the world. */
export function volumeBox(volume: Pick<Volume, 'sizes' | 'indexToWorld'>): Box {
  return around(corners(volume).map((corner) => ({ name: '', box: { min: corner, max: corner } })));
}

const PLACES = '--transform places meshes elsewhere';

const diagonal = ({ min, max }: Box) => Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);

const isApart = (a: Box, b: Box) => a.min.some((low, axis) => low > b.max[axis]! || b.min[axis]! > a.max[axis]!);

function around(meshes: readonly PlacedBox[]): Box {
  const ends = (pick: (...values: number[]) => number, end: 'min' | 'max') =>
    [0, 1, 2].map((axis) => pick(...meshes.map(({ box }) => box[end][axis]!))) as unknown as Vec3;
  return { min: ends(Math.min, 'min'), max: ends(Math.max, 'max') };
}

const round = (value: number) => Number(value.toPrecision(2));
const at = (point: Vec3) => `(${point.map((value) => Number(value.toPrecision(4))).join(', ')})`;
