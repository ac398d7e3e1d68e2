/** The axes of pages in the description that Python's tifffile writes: JSON, or in old files `shape=(…)`. */
import { InputError } from '../../../errors.js';
import type { VolumeSelection } from '../source.js';
import type { TiffPage } from './tiff-page.js';

/** The axes of a file's pages, outermost first, its pixels' own axes last. */
export interface StackShape {
  readonly sizes: readonly number[];
  /** A letter for each; undefined where the file names none. */
  readonly axes: string | undefined;
  /** Whether one directory stands for all pages, which follow each other. */
  readonly isTruncated: boolean;
}

/** An axis of pages. */
export interface PageAxis {
  readonly size: number;
  readonly role: 'slices' | 'channels' | 'times';
}

const ROLES: Readonly<Record<string, PageAxis['role']>> = { Z: 'slices', C: 'channels', S: 'channels', T: 'times' };

/** The shape in a page's description, undefined in that of other programs. */
export function parseStackShape(description: string): StackShape | undefined {
  const old = /^shape=\(([\d, ]+)\)/.exec(description);
  const fields = old
    ? {
        shape: old[1]!
          .split(',')
          .filter((size) => size.trim() !== '')
          .map(Number),
      }
    : parseFields(description);
  const { shape, axes, truncated } = fields;
  if (!Array.isArray(shape) || !shape.every((size) => Number.isSafeInteger(size) && size > 0)) return undefined;
  const isNamed = typeof axes === 'string' && axes.length === shape.length;
  return { sizes: shape as number[], axes: isNamed ? axes : undefined, isTruncated: truncated === true };
}

function parseFields(description: string): Readonly<Record<string, unknown>> {
  if (!description.startsWith('{')) return {};
  try {
    return JSON.parse(description) as Record<string, unknown>;
  } catch {
    return {};
  }
}

type Pixels = Pick<TiffPage, 'width' | 'height' | 'depth' | 'samples'>;

/**
 * The axes along which pages follow each other, the outermost first; undefined where the shape is not that of these pages.
 * @throws InputError for several axes without names, unless a component is asked for: one of the stacks along the outer ones.
 */
export function pageAxes(
  shape: StackShape,
  page: Pixels,
  pageCount: number,
  selection: VolumeSelection,
): readonly PageAxis[] | undefined {
  const inner = innerSizes(page).find((sizes) => {
    const [outer, own] = [shape.sizes.slice(0, -sizes.length), shape.sizes.slice(-sizes.length)];
    return own.join() === sizes.join() && outer.reduce((product, size) => product * size, 1) === pageCount;
  });
  if (!inner) return undefined;
  const outer = shape.sizes.slice(0, -inner.length);
  const axes = outer
    .map((size, axis) => ({ size, role: ROLES[shape.axes?.[axis]?.toUpperCase() ?? ''] }))
    .filter(({ size }) => size > 1);
  return nameAxes(axes, page.depth, selection);
}

/** The sizes of a page's own axes, in the orders in which they are written. */
function innerSizes({ width, height, depth, samples }: Pixels): number[][] {
  const own = depth > 1 ? [depth, height, width] : [height, width];
  return samples > 1
    ? [
        [...own, samples],
        [samples, ...own],
      ]
    : [own];
}

interface FoundAxis {
  readonly size: number;
  readonly role: PageAxis['role'] | undefined;
}

function nameAxes(axes: readonly FoundAxis[], depth: number, { component }: VolumeSelection): PageAxis[] {
  const roles = axes.map(({ role }) => role);
  const isUnnamed = axes.some(({ role }) => role === undefined);
  // The innermost axis of pages without a name is that of slices: a stack.
  if (isUnnamed && depth === 1 && !roles.includes('slices')) roles[roles.lastIndexOf(undefined)] = 'slices';
  const outer = roles.flatMap((role, axis) => (role === undefined ? [axis] : []));
  const stacks = outer.reduce((product, axis) => product * axes[axis]!.size, 1);
  const isAlone = !roles.includes('channels') && outer.every((axis, index) => axis === outer[0]! + index);
  if (outer.length > 0 && (component === undefined || !isAlone)) {
    const sizes = [...axes.map(({ size }) => size), ...(depth > 1 ? [depth] : [])].join(' × ');
    const start = `has ${sizes} slices and does not name these axes`;
    const right = isAlone ? `--component N takes one of ${stacks} stacks` : 'write it as OME-TIFF, which names them';
    throw new InputError(`${start}; ${right}`);
  }
  const merged = outer.length > 0 ? [{ size: stacks, role: 'channels' as const }] : [];
  return axes.flatMap(({ size }, axis) => {
    const role = roles[axis];
    return role ? [{ size, role }] : axis === outer[0] ? merged : [];
  });
}
