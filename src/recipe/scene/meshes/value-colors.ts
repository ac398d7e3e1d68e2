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
  type Vec3,
  withoutColors,
} from '../../../index.js';
import { thresholdSigned } from '../../../lab.js';
import type { Threshold } from '../../options/option-types.js';
import { colorLabels } from '../labels/color-labels.js';
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
  /** Hides values below it, and of both signs those nearer to zero. */
  readonly threshold?: Threshold | undefined;
}

export interface ValueColors {
  readonly transfer: TransferFunction;
  /** The name of the first values. */
  readonly title: string;
  /** A line about values beyond the colours. */
  readonly note: string | undefined;
  /** Whether a value has no colour. */
  readonly hides: (value: number) => boolean;
  /** The colours of labels, where the values are those: in their order. */
  readonly labels?: readonly LabelColor[] | undefined;
}

/** A region of meshes, as a legend has it. */
export interface LabelColor {
  readonly label: number;
  readonly name: string;
  readonly color: Vec3;
}

/**
 * The colours of all lists together. Those of both signs go as far on either side of zero, and with a threshold each sign has colours
 * of its own.
 * @throws InputError if no value is finite.
 */
export function chooseValueColors(
  lists: readonly [MeshValues, ...MeshValues[]],
  { colorMap, range, threshold }: ValueColorOptions,
): ValueColors {
  const [{ name: title, values: first }] = lists;
  if (colorMap === undefined && !range && !threshold && lists.every(({ labels }) => labels !== undefined)) {
    return colorLabelled(lists);
  }
  const ends = lists.flatMap((list) => findValueRange(list) ?? []);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const isOfBothSigns = least < 0 && most > 0;
  const diverging =
    isOfBothSigns && (threshold !== undefined || (colorMap ?? DIVERGING_COLOR_MAP) === DIVERGING_COLOR_MAP);
  const all = lists.length === 1 ? first : Float32Array.from(lists.flatMap((list) => [...list.values]));
  const found = range ? { range, note: undefined } : findColorRange(title, all, diverging);
  const map = colorMap ?? (diverging ? DIVERGING_COLOR_MAP : COLOR_MAP);
  if (!threshold) return { transfer: colorMapTransfer(map, found.range), title, note: found.note, hides: () => false };
  const { low } = threshold;
  const sizeOf = isOfBothSigns ? Math.abs : (value: number) => value;
  const largest = isOfBothSigns ? Math.max(-least, most) : most;
  const high = Math.max(threshold.high ?? found.range[1], low + Math.max(Math.abs(low), 1) * 1e-6);
  const ofSigns = (): TransferFunction =>
    colorMap === undefined ? thresholdSigned([low, high]) : colorMapTransfer(map, [-high, high]);
  return {
    transfer: isOfBothSigns ? ofSigns() : colorMapTransfer(map, [low, high]),
    title,
    note:
      largest < low
        ? `--threshold: hides all of ${title}, whose largest is ${Number(largest.toPrecision(3))}`
        : threshold.high === undefined
          ? found.note
          : undefined,
    hides: (value) => sizeOf(value) < low,
  };
}

/** Labels in the colours that their files give them, or else by their place; those without an opacity are grey. */
function colorLabelled(lists: readonly [MeshValues, ...MeshValues[]]): ValueColors {
  const tables = new Map(lists.flatMap(({ labels = [] }) => labels.map((label) => [label.label, label] as const)));
  const used = new Set(lists.flatMap(({ values }) => [...new Set(values)]));
  const found = [...tables.values()].filter(({ label }) => used.has(label)).sort((a, b) => a.label - b.label);
  const hasColors = found.some(({ color }) => color);
  const labels = hasColors
    ? found.flatMap(({ color, ...label }) => (color ? [{ ...label, color }] : []))
    : colorLabels(found);
  const shown = new Set(labels.map(({ label }) => label));
  return {
    transfer: colorMapTransfer(COLOR_MAP, [0, 1]),
    title: lists[0].name,
    note: undefined,
    hides: (value) => !shown.has(value),
    labels,
  };
}

/** The grey of what has no colour: without an underlay, and where one is above and below zero, as sulci and gyri are. */
const HIDDEN_GREY = 0.72;
const [ABOVE_GREY, BELOW_GREY] = [0.38, 0.62];

/**
 * The mesh in the colours of its values.
 * @param underlay shows in grey where values are hidden or missing: dark where it is positive, as FreeSurfer's curvature is in sulci.
 */
export function colorByValues(
  mesh: Mesh,
  { on, values }: MeshValues,
  { transfer, hides, labels }: Pick<ValueColors, 'transfer' | 'hides' | 'labels'>,
  underlay?: MeshValues,
): Mesh {
  const bytes = labels ? paintLabels(values, labels) : colorValues(values, transfer);
  for (const [index, value] of values.entries()) {
    if (!hides(value) && !(underlay && Number.isNaN(value))) continue;
    const under = underlay?.values[index];
    const grey = under === undefined || Number.isNaN(under) ? HIDDEN_GREY : under > 0 ? ABOVE_GREY : BELOW_GREY;
    bytes.fill(Math.round(255 * grey), 4 * index, 4 * index + 3);
  }
  return createMesh({ ...withoutColors(mesh), [on === 'vertices' ? 'vertexColors' : 'faceColors']: bytes });
}

/** Red, green, blue and 255 for each value. */
function paintLabels(values: Float32Array, labels: readonly LabelColor[]): Uint8Array {
  const colors = new Map(labels.map(({ label, color }) => [label, color.map((channel) => Math.round(255 * channel))]));
  const bytes = new Uint8Array(4 * values.length).fill(255);
  for (const [index, value] of values.entries()) bytes.set(colors.get(value) ?? [], 4 * index);
  return bytes;
}
