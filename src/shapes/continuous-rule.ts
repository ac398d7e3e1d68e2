/** The viewpoint rule for any camera: the workgroup is the wider the nearer pixels side by side are in memory. */

import { dot, type Vec3 } from '../math/vec3.js';
import type { PixelRectangle, PixelSteps } from './pixel-steps.js';
import { formatShape, type Shape } from './shape.js';
import {
  aspectOctaves,
  blockShapes,
  compactShapes,
  PAPER_SIZE,
  SUBGROUP,
  shapesOf,
  stripShapes,
  subgroupLaneLayout,
} from './shape-families.js';
import type { RankedShape, ShapeRanking } from './shape-ranking.js';
import { wastedOctaves } from './strips.js';
import { AXIS_STRIDES } from './viewpoint-rule.js';

/**
 * Octaves of the subgroup's aspect for one octave between the distances in memory. Views a and e have distances of 1 : 2, a
 * little less in perspective, and shapes that are the nearest from 4 octaves on, so it must be more than 4.2. The less, the
 * more of the views between take shapes that are nearly square: measured, 4.5 instead of 6 brings an H200 from 0.963 of the
 * best shape's speed to 0.978, and SwiftShader from 0.896 to 0.906 (experiments/workgroup-shapes).
 */
const GAIN = 4.5;

/** Subgroups of 32 × 1 and 1 × 32, the ends of the paper's table 1. */
const LARGEST_OCTAVES = 5;

/** Octaves of the aspect; neighbouring shapes are 2 apart. */
const TOLERANCE = 0.5;

/** Octaves of the aspect for each octave of invocations that a strip has beside what the volume covers. */
const WASTE_WEIGHT = 10;

/** How far one pixel's step moves through memory, in units of the stride along x. */
function memoryDistance(step: Vec3, strides: Vec3 = AXIS_STRIDES): number {
  return dot(step, strides);
}

/**
 * The aspect, in octaves of width over height, that a subgroup of 32 should have: proportional to the logarithm of how much
 * further in memory the pixel below is than the one to the right, and at most 5 (32 × 1) or −5 (1 × 32).
 */
export function wantedOctaves({ right, down }: PixelSteps, strides: Vec3 = AXIS_STRIDES): number {
  const octaves = GAIN * Math.log2(memoryDistance(down, strides) / memoryDistance(right, strides));
  return Math.min(LARGEST_OCTAVES, Math.max(-LARGEST_OCTAVES, octaves));
}

/** The adapter's part in the rule. */
export interface RuleAdapter {
  /** `maxComputeInvocationsPerWorkgroup`. */
  readonly maxInvocations: number;
  /** Whether it is a GPU, whose caches a workgroup's subgroups share; default: it takes the paper's shapes. */
  readonly isGpu?: boolean | undefined;
  /** Lanes of a subgroup that is best a compact block of pixels, as a CPU's vectors are; default: it covers rows. */
  readonly lanes?: number | undefined;
}

/**
 * The shapes by how near their subgroups' aspects are to the wanted one.
 * @param stripArea the part of the image that strips are to cover on a GPU; undefined for other appearances.
 */
export function rankByContinuousRule(
  steps: PixelSteps,
  adapter: RuleAdapter,
  stripArea?: PixelRectangle,
): ShapeRanking {
  const wanted = wantedOctaves(steps);
  const distanceOf = (shape: Shape) => Math.abs(aspectOctaves(aspectedPart(shape, adapter)) - wanted);
  const strips = adapter.isGpu && stripArea ? rankStrips(adapter, stripArea, distanceOf) : [];
  const others = () => ruleShapes(adapter).map((shape) => ({ shape, cost: distanceOf(shape) }));
  const shapes = (strips.length > 0 ? strips : others()).sort((a, b) => a.cost - b.cost);
  const [right, down] = [steps.right, steps.down].map((step) => memoryDistance(step).toPrecision(2));
  const reason = `a pixel's step to the right moves ${right} strides through memory, one down ${down}`;
  return { policy: 'continuous', shapes, tolerance: TOLERANCE, reason: `${reason}: ${formatShape(shapes[0]!.shape)}` };
}

/** The part that has the wanted aspect: subgroups of 32, but for compact ones, those that rows of the workgroup would make. */
function aspectedPart({ width, height, laneLayout }: Shape, { isGpu }: RuleAdapter): Shape {
  return subgroupLaneLayout({ width, height, ...(isGpu && laneLayout && { laneLayout }) }, SUBGROUP);
}

/**
 * Strips bring an H100 to 0.97 of the best shape's speed for dense appearances, in 8 and in 16 bits; blocks come to 0.88 and 0.82
 * (experiments/workgroup-shapes).
 */
const rankStrips = (
  { maxInvocations }: RuleAdapter,
  area: PixelRectangle,
  distanceOf: (shape: Shape) => number,
): RankedShape[] =>
  stripShapes(maxInvocations).map((shape) => ({
    shape,
    cost: distanceOf(shape) + WASTE_WEIGHT * wastedOctaves(shape, area),
  }));

/**
 * GPUs take one block of pixels, whose subgroups alone have the wanted aspect: 0.94 of the best shape's speed, where the paper's
 * family comes to 0.86 (experiments/sampling). Others take that family, or the largest power of two that they allow.
 */
function ruleShapes({ maxInvocations, isGpu, lanes }: RuleAdapter): Shape[] {
  const blocks = isGpu ? blockShapes(maxInvocations) : [];
  if (blocks.length > 0) return blocks;
  const size = Math.min(PAPER_SIZE, 2 ** Math.floor(Math.log2(maxInvocations)));
  // A wider workgroup than its subgroup only spreads further.
  const family = shapesOf(size).filter(({ width }) => width <= SUBGROUP);
  const compact = lanes === undefined ? [] : compactShapes(family, lanes);
  return compact.length > 0 ? compact : family;
}
