/** Sorts the slices of many files into series, and those of one series into stacks that each make a volume. */
import { InputError } from '../../../errors.js';
import { dot } from '../../../math/vec3.js';
import { type Instance, isSegmentation, type Slice } from './slice.js';
import { divideAtGaps, type SlicesAtPosition, sortByPosition } from './slice-positions.js';

/** Slices that make one volume, or one for each of several points in time. */
export interface Stack {
  readonly instance: Instance;
  /** The difference from other stacks of the same series; empty if there are none. */
  readonly part: string;
  /** Each with as many slices as there are points in time. */
  readonly positions: readonly SlicesAtPosition[];
  readonly times: number;
  /** Files that it was made from. */
  readonly files: number;
  readonly notes: readonly string[];
}

/** A slice and what its file says of its series. */
export interface FoundSlices {
  readonly instance: Instance;
  readonly slices: readonly Slice[];
}

/** Cosines of this or more are the same direction: 0.8 degrees, as far as axial slices of one stack differ by rounding. */
const SAME_DIRECTION = 0.9999;

/** The stacks of all files, the series in the order of their numbers and the largest stack of each first. */
export function findStacks(found: readonly FoundSlices[]): Stack[] {
  const { unique, copies } = dropCopies(found);
  const bySeries = groupBy(unique, ({ instance: { seriesUid, modality } }) => `${seriesUid} ${modality}`);
  const series = [...bySeries.values()].sort((a, b) => compareSeries(a[0]!.instance, b[0]!.instance));
  return series.flatMap((files) => {
    const { instance } = files[0]!;
    const copied = copies.get(instance.seriesUid) ?? 0;
    const notes = copied > 0 ? [`left out ${copied} files that are there twice`] : [];
    const stacks = isSegmentation(instance)
      ? files.map(({ instance, slices }) => createSegmentation(instance, slices))
      : divideSeries(files).flatMap((slices) => createStacks(instance, slices, files));
    const parts = [...stacks].sort((a, b) => countStackVoxels(b) - countStackVoxels(a));
    // Words that all have in common distinguish none.
    const words = parts.map(({ part }) => part.split(', '));
    return parts.map((stack, index) => ({
      ...stack,
      part: words[index]!.filter((word) => !words.every((others) => others.includes(word))).join(', '),
      notes: [...notes, ...stack.instance.notes, ...stack.notes],
    }));
  });
}

/** `Map.groupBy` of engines since 2024. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Counts those of one point in time. */
function countStackVoxels({ positions }: Pick<Stack, 'positions'>): number {
  const { columns, rows } = positions[0]!.slices[0]!.pixels;
  return columns * rows * positions.length;
}

/** A file that is in two places is one. */
function dropCopies(found: readonly FoundSlices[]) {
  const known = new Set<string>();
  const copies = new Map<string, number>();
  const unique = found.filter(({ instance: { sopUid, seriesUid } }) => {
    if (known.has(sopUid)) copies.set(seriesUid, (copies.get(seriesUid) ?? 0) + 1);
    return !known.has(sopUid) && known.add(sopUid);
  });
  return { unique, copies };
}

function compareSeries(a: Instance, b: Instance): number {
  const number = (instance: Instance) => instance.seriesNumber ?? Number.MAX_SAFE_INTEGER;
  return number(a) - number(b) || (a.seriesUid < b.seriesUid ? -1 : a.seriesUid > b.seriesUid ? 1 : 0);
}

/** Slices of one kind, size and orientation; those without a position are apart, since nothing says where among the others. */
function divideSeries(files: readonly FoundSlices[]): Slice[][] {
  const slices = files.flatMap((file) => file.slices);
  const byKind = groupBy(slices, ({ part, pixels: { columns, rows, samples }, spacing, orientation, position }) =>
    JSON.stringify([
      part,
      columns,
      rows,
      samples,
      spacing?.map((value) => value.toPrecision(4)),
      orientation === undefined,
      position === undefined,
    ]),
  );
  return [...byKind.values()].flatMap((kind) => {
    const groups: Slice[][] = [];
    for (const slice of kind) {
      const group = groups.find(([member]) => haveSameOrientation(member!, slice));
      if (group) group.push(slice);
      else groups.push([slice]);
    }
    return groups;
  });
}

function haveSameOrientation({ orientation: a }: Slice, { orientation: b }: Slice): boolean {
  if (!a || !b) return a === b;
  return dot(a[0], b[0]) >= SAME_DIRECTION && dot(a[1], b[1]) >= SAME_DIRECTION;
}

/** Stacks without gaps among their slices: nothing says what is between blocks that are far apart. */
function createStacks(instance: Instance, slices: readonly Slice[], files: readonly FoundSlices[]): Stack[] {
  return stackSlices(instance, slices, files).flatMap((stack) => divideStack(stack, files));
}

/** One stack for each block, without blocks of a single slice. */
function divideStack(stack: Stack, files: readonly FoundSlices[]): Stack[] {
  const { blocks, gaps } = divideAtGaps(stack.positions);
  if (gaps.length === 0) return [stack];
  const kept = blocks.filter((block) => block.length > 1);
  const strays = blocks.length - kept.length;
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)].map((gap) => Number(gap.toPrecision(4)));
  const wide = least === most ? `a gap of ${most} mm` : `gaps of ${least} to ${most} mm`;
  const left = strays > 0 ? [`has ${wide} among its slices; left out ${strays} that are alone`] : [];
  if (kept.length === 1) return [createStack(stack.instance, kept[0]!, stack.part, files, [...stack.notes, ...left])];
  return kept.map((block, index) => {
    const which = `block ${index + 1} of ${kept.length}`;
    const split = strays > 0 ? `is ${which} of what is left` : `has ${wide} among its slices; is ${which}`;
    const part = [stack.part, which].filter((text) => text !== '').join(', ');
    return createStack(stack.instance, block, part, files, [...stack.notes, ...left, split]);
  });
}

/**
 * One stack where there are as many slices at each position; else one for each acquisition, if that makes it so; else
 * one with the first slice at each position.
 */
function stackSlices(instance: Instance, slices: readonly Slice[], files: readonly FoundSlices[]): Stack[] {
  const positions = sortByPosition(slices);
  if (isEven(positions)) return [createStack(instance, positions, describe(slices[0]!), files)];
  const acquisitions = [...groupBy(slices, ({ acquisition }) => acquisition)];
  const divided = acquisitions.map(([, ofOne]) => sortByPosition(ofOne));
  if (acquisitions.length > 1 && divided.every(isEven)) {
    return divided.map((ofOne, index) =>
      createStack(instance, ofOne, `${describe(slices[0]!)}, acquisition ${acquisitions[index]![0]}`, files),
    );
  }
  const doubled = positions.reduce((sum, position) => sum + position.slices.length - 1, 0);
  const single = positions.map(({ offset, slices: together }) => ({ offset, slices: together.slice(0, 1) }));
  const note = `left out ${doubled} slices where there is another at the same position`;
  return [createStack(instance, single, describe(slices[0]!), files, [note])];
}

const isEven = (positions: readonly SlicesAtPosition[]) =>
  positions.every(({ slices }) => slices.length === positions[0]!.slices.length);

function createStack(
  instance: Instance,
  positions: readonly SlicesAtPosition[],
  part: string,
  files: readonly FoundSlices[],
  notes: readonly string[] = [],
): Stack {
  const used = new Set(positions.flatMap(({ slices }) => slices.map(({ pixels }) => pixels)));
  const first = positions[0]!.slices[0]!;
  const origin = files.find(({ slices }) => slices.includes(first))?.instance ?? instance;
  return { instance: origin, part, positions, times: positions[0]!.slices.length, files: used.size, notes };
}

/** A segmentation has a frame for each segment at each position; all are of one volume. */
function createSegmentation(instance: Instance, slices: readonly Slice[]): Stack {
  return { instance, part: '', positions: sortByPosition(slices), times: 1, files: 1, notes: [] };
}

const PLANES = ['sagittal', 'coronal', 'axial'] as const;

function describe({ part, orientation }: Slice): string {
  if (!orientation) return part;
  const normal = [0, 1, 2].map((axis) => {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
    return Math.abs(orientation[0][b]! * orientation[1][c]! - orientation[0][c]! * orientation[1][b]!);
  });
  const plane = PLANES[normal.indexOf(Math.max(...normal))]!;
  return part === '' ? plane : `${plane}, ${part}`;
}

/**
 * The stack that `text` asks for: a number of the list, from 1, or the start of a UID, or words of a description; the
 * largest where it fits several, or is undefined.
 * @throws InputError, without the folder's name, if it is none.
 */
export function chooseStack(stacks: readonly Stack[], text: string | undefined): { stack: Stack; notes: string[] } {
  const fitting =
    text === undefined ? stacks.filter(({ instance }) => !isSegmentation(instance)) : findFitting(stacks, text);
  const candidates = fitting.length > 0 || text !== undefined ? fitting : stacks;
  const stack = [...candidates].sort((a, b) => countStackVoxels(b) - countStackVoxels(a))[0];
  if (!stack) {
    throw new InputError(
      `has no series "${text}"; --series takes 1 to ${stacks.length}, a UID or words of a description; tilecast info lists them`,
    );
  }
  if (candidates.length === 1 && (text !== undefined || stacks.length === 1)) return { stack, notes: [] };
  const number = stacks.indexOf(stack) + 1;
  const which = text === undefined ? `${stacks.length} series` : `${candidates.length} series that fit "${text}"`;
  return { stack, notes: [`has ${which}; took the largest, ${number}${nameOf(stack)}; --series takes another`] };
}

function findFitting(stacks: readonly Stack[], text: string): Stack[] {
  const number = /^\d{1,6}$/.test(text) ? stacks[Number(text) - 1] : undefined;
  if (number) return [number];
  if (/^\d[\d.]*\.[\d.]*$/.test(text)) return stacks.filter(({ instance }) => instance.seriesUid.startsWith(text));
  const words = text.toLowerCase();
  return stacks.filter(({ instance, part }) =>
    `${instance.modality} ${instance.description} ${part}`.toLowerCase().includes(words),
  );
}

function nameOf({ instance: { modality, description }, part }: Stack): string {
  const names = [modality, description, part].filter((name) => name !== '');
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}
