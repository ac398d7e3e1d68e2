/** The measurements that the options of `tilecast sweep` ask for. */
import {
  type Camera,
  fitCamera,
  InputError,
  orbit,
  parseShape,
  type Shape,
  type Sphere,
  type ViewDirection,
  type ViewName,
  type Volume,
  viewDirection,
} from '../../index.js';
import { candidateShapes, checkShape, formatShape, parseViewName, shapesOf, spreadViews } from '../../lab.js';
import { fail } from '../../recipe/parse/parse-options.js';

export interface NamedCamera {
  readonly name: string;
  readonly camera: Camera;
}

/** Makes the views of a volume, whose bounding sphere they are fitted to. */
export type ViewList = (volume: Pick<Volume, 'indexToWorld'>, sphere: Sphere, aspect: number) => NamedCamera[];

/** Items of a list by commas. */
const LIST_MAX = 100;

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** `six`, names of views, `sphere:N` and `orbit:N`, by commas. */
export function parseViews(text: string): ViewList {
  const groups = text.split(',');
  if (groups.length > LIST_MAX) fail(`--views: lists ${groups.length} groups; ${LIST_MAX} are the most`);
  const lists = groups.map(parseViewGroup);
  return (...args) => {
    const views = lists.flatMap((list) => list(...args));
    return [...new Map(views.map((view) => [view.name, view])).values()];
  };
}

function parseViewGroup(text: string): ViewList {
  if (text === 'six') return (...args) => SIX.flatMap((name) => named(name)(...args));
  const [, kind, digits] = /^(sphere|orbit):(\d{1,4})$/.exec(text) ?? [];
  const count = Number(digits);
  if (kind && count > 0) return kind === 'sphere' ? aroundSphere(count) : aroundOrbit(count);
  if (/[:\d]/.test(text)) fail(`--views: "${text}" is none of six, sphere:N, orbit:N and names of views`);
  return named(parseViewName(text));
}

function named(name: ViewName): ViewList {
  return ({ indexToWorld }, sphere, aspect) => [
    { name, camera: fitCamera(sphere, viewDirection(name, indexToWorld), { aspect }) },
  ];
}

function aroundSphere(count: number): ViewList {
  const number = numbering(count);
  return (_, sphere, aspect) =>
    spreadViews(count).map((direction: ViewDirection, index) => ({
      name: `sphere-${number(index)}`,
      camera: fitCamera(sphere, direction, { aspect }),
    }));
}

/** All around the volume's third axis, from view b on. */
function aroundOrbit(count: number): ViewList {
  const number = numbering(count);
  return ({ indexToWorld }, sphere, aspect) => {
    const start = fitCamera(sphere, viewDirection('b', indexToWorld), { aspect });
    return Array.from({ length: count }, (_, index) => ({
      name: `orbit-${number(index)}`,
      camera: orbit(start, { azimuthDegrees: (360 * index) / count }),
    }));
  };
}

/** Numbers of equal length, so that names sort. */
const numbering = (count: number) => (index: number) => String(index).padStart(String(count - 1).length, '0');

/** How shapes are to be varied: each list by commas. */
export interface ShapeVariations {
  /** PxQ, morton, and rows for none. */
  readonly 'lane-layouts': string;
  /** rows, columns, morton. */
  readonly orders: string;
  /** Samples after which rays wait for each other, and 0 for never. */
  readonly together: string;
}

export const NO_VARIATIONS: ShapeVariations = { 'lane-layouts': 'rows', orders: 'rows', together: '0' };

/**
 * Families by their invocations (64, 128, …), `all` of them, and single shapes, by commas; each with each variation, as far
 * as its sides allow.
 */
export function parseShapes(
  text: string,
  maxInvocations: number,
  variations: ShapeVariations = NO_VARIATIONS,
): Shape[] {
  const groups = text.split(',');
  if (groups.length > LIST_MAX) fail(`--shapes: lists ${groups.length}; ${LIST_MAX} are the most`);
  const plain = groups.flatMap((part) => parseShapeGroup(part, maxInvocations));
  const shapes = plain.flatMap((shape) => (isPlain(shape) ? varyShape(shape, variations) : [shape]));
  for (const shape of shapes) checkShape(shape, maxInvocations);
  return [...new Map(shapes.map((shape) => [formatShape(shape), shape])).values()];
}

/** Whether it consists of its sides alone. */
export const isPlain = ({ laneLayout, order, together }: Shape) => !laneLayout && !order && !together;

/** The shape in all variations that its sides allow. */
function varyShape(shape: Shape, { 'lane-layouts': layouts, orders, together }: ShapeVariations): Shape[] {
  const layoutNames = parseList('lane-layouts', layouts, /^(rows|morton|[1-9]\d*x[1-9]\d*)$/);
  const sequences = parseList('orders', orders, /^(rows|columns|morton)$/);
  const waits = parseList('together', together, /^\d{1,6}$/);
  const names = layoutNames.flatMap((layout) =>
    sequences.flatMap((order) =>
      waits.map((wait) =>
        [layout === 'rows' ? '' : `/${layout}`, `@${order}`, wait === '0' ? '' : `+${wait}`].join(''),
      ),
    ),
  );
  return names.flatMap((suffix) => {
    try {
      return [parseShape(`${shape.width}x${shape.height}${suffix}`)];
    } catch (error) {
      // Not every lane layout fits into every shape.
      if (error instanceof InputError) return [];
      throw error;
    }
  });
}

function parseList(option: string, text: string, form: RegExp): string[] {
  const parts = text.split(',');
  if (parts.length > LIST_MAX) fail(`--${option}: lists ${parts.length}; ${LIST_MAX} are the most`);
  const wrong = parts.find((part) => !form.test(part));
  return wrong === undefined ? parts : fail(`--${option}: "${wrong}" is not one; --help lists them`);
}

function parseShapeGroup(text: string, maxInvocations: number): Shape[] {
  if (text === 'all') return candidateShapes(maxInvocations);
  if (!/^\d+$/.test(text)) return [parseShape(text)];
  const invocations = Number(text);
  if (invocations < 1 || invocations > 1024 || !Number.isInteger(Math.log2(invocations))) {
    fail(`--shapes: "${text}" is no family of shapes; 64, 128 and 256 are, and all`);
  }
  return shapesOf(invocations);
}
