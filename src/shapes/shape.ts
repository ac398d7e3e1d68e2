/** The workgroup's shape: how many pixels of its tile lie side by side and how many above one another. */
import { InputError } from '../errors.js';

/** How the invocations of a workgroup follow each other over its tile. */
export type LaneLayout = { readonly width: number; readonly height: number } | 'morton';

/** The order in which workgroups follow each other over the image. */
export const WORKGROUP_ORDERS = ['rows', 'columns', 'morton'] as const;
/** The order in which tiles are cast. */
export type WorkgroupOrder = (typeof WORKGROUP_ORDERS)[number];

/** A workgroup's size in pixels, its lane layout, and the order of workgroups. */
export interface Shape {
  /** Pixels, one invocation each. */
  readonly width: number;
  /** Rows of invocations. */
  readonly height: number;
  /**
   * Pixels that consecutive invocations cover before the next ones do the same beside them, so that a subgroup of as many
   * lanes covers p × q; `morton` is a Z-order curve over the whole tile. Default: rows of the tile.
   */
  readonly laneLayout?: LaneLayout;
  /** Default: rows. */
  readonly order?: WorkgroupOrder;
  /** Samples after which the rays of the workgroup wait for each other; default: they never do. */
  readonly together?: number;
}

const FORM = /^(\d+)x(\d+)(?:\/(?:(\d+)x(\d+)|(morton)))?(?:@(rows|columns|morton))?(?:\+(\d+))?$/;

/**
 * Reads WIDTHxHEIGHT, such as "32x4", and what may follow it: "/8x4" or "/morton" for the lane layout, "@columns" or
 * "@morton" for the order, "+64" for samples after which rays wait.
 * @throws InputError unless the numbers are positive integers and the lane layout's sides divide the shape's.
 */
export function parseShape(text: string): Shape {
  const [, width, height, p, q, morton, order, together] = FORM.exec(text) ?? [];
  const hasZero = [width, height, p, q, together].some((digits) => Number(digits) === 0);
  // Digits beyond the safe integers are no shape either, and their product would round.
  if (hasZero || !Number.isSafeInteger(Number(width) * Number(height))) {
    throw new InputError(
      `a workgroup's shape must be WIDTHxHEIGHT with positive integers, such as 32x4, not "${text}"`,
    );
  }
  const laneLayout = morton ? ('morton' as const) : p && { width: Number(p), height: Number(q) };
  const shape: Shape = {
    width: Number(width),
    height: Number(height),
    ...(laneLayout && { laneLayout }),
    ...(order && order !== 'rows' && { order: order as WorkgroupOrder }),
    ...(together && { together: Number(together) }),
  };
  checkLaneLayout(shape);
  return shape;
}

/** The text that `parseShape` reads, such as "32x4" or "16x32/8x4@columns". */
export function formatShape({ width, height, laneLayout, order, together }: Shape): string {
  const cover = laneLayout && (laneLayout === 'morton' ? '/morton' : `/${laneLayout.width}x${laneLayout.height}`);
  return `${width}x${height}${cover ?? ''}${order && order !== 'rows' ? `@${order}` : ''}${together ? `+${together}` : ''}`;
}

/** @throws InputError unless whole lane layouts fill the shape. */
function checkLaneLayout(shape: Shape): void {
  const { width, height, laneLayout } = shape;
  if (laneLayout === undefined) return;
  const isPower = (side: number) => Number.isInteger(Math.log2(side));
  const fits =
    laneLayout === 'morton'
      ? isPower(width) && isPower(height)
      : width % laneLayout.width === 0 && height % laneLayout.height === 0;
  if (fits) return;
  throw new InputError(
    `a workgroup of ${formatShape(shape)}: ${laneLayout === 'morton' ? 'a Z-order needs sides that are powers of two' : "the lane layout's sides must divide the shape's"}`,
  );
}

/** @throws InputError if the shape has more invocations than the adapter allows a workgroup, or cannot be. */
export function checkShape(shape: Shape, maxInvocations: number): void {
  checkLaneLayout(shape);
  const invocations = shape.width * shape.height;
  if (invocations > maxInvocations) {
    throw new InputError(
      `a workgroup of ${formatShape(shape)} has ${invocations} invocations, but this adapter allows ${maxInvocations}`,
    );
  }
}

/**
 * Halves a shape whose sides are powers of two until it has at most `maxInvocations` (at least 1): the shorter side
 * first, because the longer one is the direction that the shape was chosen for.
 */
export function shrinkShape({ width, height }: Shape, maxInvocations: number): Shape {
  if (width * height <= maxInvocations) return { width, height };
  const halveWidth = height === 1 || (width > 1 && width < height);
  return shrinkShape(halveWidth ? { width: width / 2, height } : { width, height: height / 2 }, maxInvocations);
}
