/** Meshes in the colours of values on their vertices or triangles, all by one colour map over one range. */
import {
  colorMapTransfer,
  colorValues,
  createMesh,
  findValueRange,
  type Mesh,
  type MeshValues,
  NAMED_TRANSFERS,
  type TransferFunction,
  type ValueRange,
  withoutColors,
} from '../../index.js';
import { findColorRange } from './value-range.js';

export const COLOR_MAP_NAMES = NAMED_TRANSFERS.filter(({ kind, mode }) => kind === 'color map' && !mode).map(
  ({ name }) => name,
);
const COLOR_MAP = 'viridis';
/** Suits values on either side of zero. */
const DIVERGING_COLOR_MAP = 'cool-warm';

/** The colours of values; what is undefined follows from the values. */
export interface ValueColorOptions {
  readonly colorMap: string | undefined;
  readonly range: ValueRange | undefined;
}

export interface ValueColors {
  readonly transfer: TransferFunction;
  /** The name of the first values. */
  readonly title: string;
  /** A line about values beyond the colours. */
  readonly note: string | undefined;
}

/**
 * The colours of all lists together.
 * @throws InputError if no value is finite.
 */
export function chooseValueColors(
  lists: readonly [MeshValues, ...MeshValues[]],
  { colorMap, range }: ValueColorOptions,
): ValueColors {
  const [{ name: title, values: first }] = lists;
  const ends = lists.flatMap((list) => findValueRange(list) ?? []);
  const diverging = colorMap === undefined && Math.min(...ends) < 0 && Math.max(...ends) > 0;
  const all = lists.length === 1 ? first : Float32Array.from(lists.flatMap((list) => [...list.values]));
  const found = range ? { range, note: undefined } : findColorRange(title, all, diverging);
  const map = colorMap ?? (diverging ? DIVERGING_COLOR_MAP : COLOR_MAP);
  return { transfer: colorMapTransfer(map, found.range), title, note: found.note };
}

/** The mesh in the colours of its values. */
export function colorByValues(mesh: Mesh, { on, values }: MeshValues, transfer: TransferFunction): Mesh {
  const colors = on === 'vertices' ? 'vertexColors' : 'faceColors';
  return createMesh({ ...withoutColors(mesh), [colors]: colorValues(values, transfer) });
}
