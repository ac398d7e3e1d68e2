/** Families of shapes: the candidates that a choice is made from, and what each makes of a subgroup. */
import { formatShape, type Shape } from './shape.js';

/** The shape that ray casters commonly have for every viewpoint: that of CUDA's sample, which the paper compares with. */
export const STATIC_SHAPE: Shape = { width: 16, height: 16 };

/** Invocations of a workgroup in the paper (section 4.1). */
export const PAPER_SIZE = 128;

/** Larger ones are fewer at a time, with more rays each. */
const FAMILY_SIZES = [64, PAPER_SIZE, 256, 512, 1024] as const;

/** Lanes of the subgroups that rules are about (the paper's warps). */
export const SUBGROUP = 32;

/**
 * Workgroups that cover a compact block of pixels, the largest first. Their neighbouring subgroups, which share a
 * multiprocessor's cache, stay close together whatever the aspect of each.
 */
const BLOCKS: readonly Shape[] = [
  { width: 16, height: 32 },
  { width: 16, height: 16 },
];

/** The largest block that an adapter allows, with every lane layout of a subgroup that fits; none where it allows no block. */
export function blockShapes(maxInvocations: number): Shape[] {
  const block = BLOCKS.find(({ width, height }) => width * height <= maxInvocations);
  if (!block) return [];
  return shapesOf(SUBGROUP)
    .filter(({ width, height }) => width <= block.width && height <= block.height)
    .map((laneLayout) => ({ ...block, laneLayout }));
}

/**
 * Workgroups of 1024 that follow one direction, from the widest subgroups to the tallest. Those of 4 × 256 leave the direction
 * to their lane layouts: the fastest of all blocks of 256 to 1024 pixels for dense appearances (experiments/workgroup-shapes).
 */
const STRIPS: readonly Shape[] = [
  { width: 1024, height: 1 },
  { width: 4, height: 256, laneLayout: { width: 4, height: 8 } },
  { width: 4, height: 256, laneLayout: { width: 1, height: 32 } },
];

/** The strips, or none where an adapter allows no workgroup of their size. */
export const stripShapes = (maxInvocations: number): readonly Shape[] =>
  STRIPS.filter(({ width, height }) => width * height <= maxInvocations);

/**
 * The shape with subgroups as nearly square as their lanes allow, longer along its longer side; undefined where they do not fit
 * into it.
 */
function withCompactLanes(shape: Shape, lanes: number): Shape | undefined {
  const longer = 2 ** Math.ceil(Math.log2(lanes) / 2);
  const isWide = shape.width >= shape.height;
  const [width, height] = isWide ? [longer, lanes / longer] : [lanes / longer, longer];
  const fits = shape.width % width === 0 && shape.height % height === 0;
  return fits ? { ...shape, laneLayout: { width, height } } : undefined;
}

/** The shapes that compact subgroups fit into, with these as their lane layout; none wider than the paper's subgroups. */
export const compactShapes = (shapes: readonly Shape[], lanes: number): Shape[] =>
  shapes.filter(({ width }) => width <= SUBGROUP).flatMap((shape) => withCompactLanes(shape, lanes) ?? []);

/** All shapes with a number of invocations, which is a power of two, from the tallest to the widest. */
export function shapesOf(invocations: number): Shape[] {
  return Array.from({ length: Math.log2(invocations) + 1 }, (_, exponent) => ({
    width: 2 ** exponent,
    height: invocations / 2 ** exponent,
  }));
}

/** The shapes of all families that an adapter allows; the static shape is one of 256 invocations. */
export function candidateShapes(maxInvocations: number): Shape[] {
  return FAMILY_SIZES.filter((size) => size <= maxInvocations).flatMap(shapesOf);
}

export function isSameShape(a: Shape, b: Shape): boolean {
  return formatShape(a) === formatShape(b);
}

/** How wide a shape is, in octaves: 0 for a square, 1 where it is twice as wide as it is high. */
export function aspectOctaves({ width, height }: Shape): number {
  return Math.log2(width / height);
}

/**
 * The pixels that the first subgroup covers where invocations follow the rows of the shape: p × q of the paper's table 1.
 * Sides and subgroups are powers of two; a workgroup that is smaller than a subgroup does not fill it.
 */
export function subgroupLaneLayout({ width, height, laneLayout }: Shape, subgroupSize: number): Shape {
  if (laneLayout && laneLayout !== 'morton') return laneLayout;
  const p = Math.min(width, subgroupSize);
  return { width: p, height: Math.min(height, subgroupSize / p) };
}

/** Column and row of the pixel of its tile that an invocation renders; the CPU reference of wgsl/cast/frame/tile_pixels.wgsl. */
export function pixelOfInvocation({ width, height, laneLayout }: Shape, local: number): readonly [number, number] {
  if (laneLayout === undefined) return [local % width, Math.floor(local / width)];
  if (laneLayout === 'morton') return alongCurve(width, height, local);
  const { width: p, height: q } = laneLayout;
  const [block, within] = [Math.floor(local / (p * q)), local % (p * q)];
  const perRow = width / p;
  return [(block % perRow) * p + (within % p), Math.floor(block / perRow) * q + Math.floor(within / p)];
}

/** Bits of the number go to the column and to the row in turn, and the rest to the longer side. */
function alongCurve(width: number, height: number, local: number): readonly [number, number] {
  let [column, row, rest] = [0, 0, local];
  for (let bit = 1; bit < Math.max(width, height); bit *= 2) {
    if (bit < width) {
      column += (rest % 2) * bit;
      rest = Math.floor(rest / 2);
    }
    if (bit < height) {
      row += (rest % 2) * bit;
      rest = Math.floor(rest / 2);
    }
  }
  return [column, row];
}
