/** The text of `tilecast info`. */
import type { DisplayWindow, Histogram } from '../../index.js';
import { describeWindowOf, type VolumeDescription } from '../../lab.js';
import { drawBars } from './draw-bars.js';
import { formatTakenFor, type TakenFor } from './taken-for.js';

export interface FileDescription extends VolumeDescription, TakenFor {
  readonly file: string;
  readonly format: string;
  /** The components of a volume in colours. */
  readonly colors?: 'RGB' | 'RGBA';
  /** The name of the world's unit of length; null where it is not known. */
  readonly unit: string | null;
  /** The windows that the file asks slices to be shown in; the first one that shows something is their default. */
  readonly windows: readonly DisplayWindow[];
  readonly histogram: Histogram;
}

export interface TextLayout {
  /** Characters in a line. */
  readonly columns: number;
  /** Whether to draw with more than ASCII. */
  readonly blocks: boolean;
}

const LABEL_WIDTH = 13;
const HISTOGRAM_ROWS = 8;
const INDENT = '  ';

/** Characters that are left for a histogram's bars. */
export const histogramColumns = ({ columns }: TextLayout) => Math.max(1, columns - INDENT.length);

export function formatDescription(description: FileDescription, layout: TextLayout): string[] {
  const { file, format, type, colors, memoryBytes, sizes, spacing, origin, extent, percentiles, unit, windows } =
    description;
  const size = extent.max.map((end, axis) => end - extent.min[axis]!);
  const rows: readonly (readonly [string, string])[] = [
    ['file', file],
    ['format', format],
    ['sizes', `${formatList(sizes, ' × ')} voxels`],
    ['type', type],
    colors
      ? ['colors', `${colors}; --component takes one as numbers`]
      : ['taken for', formatTakenFor(description, type)],
    ['memory', formatBytes(memoryBytes)],
    ['spacing', formatList(spacing, ' × ')],
    ['unit', unit ?? 'none said'],
    ['orientation', formatOrientation(description)],
    ['origin', `(${formatList(origin)}), the centre of the first voxel`],
    ['extent', `(${formatList(extent.min)}) to (${formatList(extent.max)}): ${formatList(size, ' × ')}`],
    ...(description.missing > 0 ? [['missing', `${description.missing} voxels are NaN`] as const] : []),
    ['range', `${formatNumber(description.min)} to ${formatNumber(description.max)}`],
    ...windows.map((window, at) => [at === 0 ? 'windows' : '', describeWindowOf(window)] as const),
    ['mean', formatNumber(description.mean)],
    ...Object.entries(percentiles).map(
      ([name, value]) => [`${name.slice(1)} %`.padStart(6), formatNumber(value)] as const,
    ),
  ];
  const lines = rows.map(([label, value]) => label.padEnd(LABEL_WIDTH) + value);
  return [...lines, ...formatHistogram(description, layout)];
}

function formatOrientation({ orientation: { axes, letters, obliquenessDegrees } }: FileDescription): string {
  const grow = axes.map((axis, index) => `${'ijk'[index]} along ${axis}`).join(', ');
  const frame = letters ? `${letters} (${grow} of LPS)` : `no anatomy known (${grow})`;
  const degrees = Number(obliquenessDegrees.toFixed(2));
  return degrees === 0 ? frame : `${frame}, oblique by ${degrees}°`;
}

function formatHistogram({ histogram, max }: FileDescription, layout: TextLayout): string[] {
  const { min, binWidth, counts } = histogram;
  const largest = counts.reduce((most, count) => Math.max(most, count), 0);
  const scale = chooseScale(counts);
  const heights = counts.map((count) => SCALES[scale](count) / SCALES[scale](largest));
  const stretch = Math.max(1, Math.floor(histogramColumns(layout) / counts.length));
  const bars = drawBars(heights, HISTOGRAM_ROWS, layout.blocks).map((row) =>
    Array.from(row, (character) => character.repeat(stretch)).join(''),
  );
  const [low, high] = [formatNumber(min), formatNumber(max)];
  return [
    `${'histogram'.padEnd(LABEL_WIDTH)}${scale} scale; a bar is ${formatNumber(binWidth)} wide, the highest is ${largest} voxels`,
    ...bars.map((row) => INDENT + row.trimEnd()),
    INDENT + low + high.padStart(Math.max(high.length + 1, counts.length * stretch - low.length)),
  ];
}

const SCALES = { 'square root': Math.sqrt, log: Math.log1p } as const;
/** Ratio of the highest bar to the middle one: above it, the square root would leave the lower half on the ground. */
const LOG_FROM_RATIO = 64;

/** Few voxels must still show beside millions, but where there are no such differences a logarithm levels all. */
function chooseScale(counts: readonly number[]): keyof typeof SCALES {
  const occupied = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const middle = occupied[Math.floor(occupied.length / 2)]!;
  return occupied.at(-1)! > LOG_FROM_RATIO * middle ? 'log' : 'square root';
}

const DIGITS = 6;

/** Whole numbers as they are, others with six digits. */
const formatNumber = (value: number) => String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(DIGITS)));

export const formatList = (values: readonly number[], separator = ', ') => values.map(formatNumber).join(separator);

const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length - 1);
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${BYTE_UNITS[power]}`;
}
