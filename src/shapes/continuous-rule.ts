/** The viewpoint rule for any camera: the workgroup is the wider the nearer pixels side by side are in memory. */
import { dot, type Vec3 } from '../math/vec3.js';
import type { PixelSteps } from './pixel-steps.js';
import { formatShape } from './shape.js';
import { aspectOctaves, PAPER_SIZE, shapesOf } from './shape-families.js';
import type { ShapeRanking } from './shape-ranking.js';
import { AXIS_STRIDES } from './viewpoint-rule.js';

/**
 * Octaves of the subgroup's aspect for one octave between the distances in memory. Views a and e have distances of 1 : 2, a
 * little less in perspective, and shapes that are the nearest from 4 octaves on, so it must be more than 4.2. The less, the
 * more of the views between take shapes that are nearly square: measured, 4.5 instead of 6 brings an H200 from 0.963 of the
 * best shape's speed to 0.978, and SwiftShader from 0.896 to 0.906 (experiments/workgroup-shapes).
 */
const GAIN = 4.5;

/** The rule's shapes: those of 128 invocations with distinct subgroups of 32, from 1 × 128 to 32 × 4 (table 1). */
const LARGEST_OCTAVES = 5;

/** Octaves of the aspect; neighbouring shapes are 2 apart. */
const TOLERANCE = 0.5;

/** How far one pixel's step moves through memory, in units of the stride along x. */
export function memoryDistance(step: Vec3, strides: Vec3 = AXIS_STRIDES): number {
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

/** The shapes by how near their subgroups' aspects are to the wanted one, the largest family that the adapter allows. */
export function rankByContinuousRule(steps: PixelSteps, maxInvocations: number): ShapeRanking {
  const wanted = wantedOctaves(steps);
  const shapes = shapesOf(ruleFamily(maxInvocations))
    .map((shape) => ({ shape, cost: Math.abs(subgroupOctaves(shape.width) - wanted) }))
    // A wider workgroup than its subgroup only spreads further.
    .filter(({ shape }) => shape.width <= SUBGROUP)
    .sort((a, b) => a.cost - b.cost);
  const [right, down] = [steps.right, steps.down].map((step) => memoryDistance(step).toPrecision(2));
  const reason = `a pixel's step to the right moves ${right} strides through memory, one down ${down}`;
  return { policy: 'continuous', shapes, tolerance: TOLERANCE, reason: `${reason}: ${formatShape(shapes[0]!.shape)}` };
}

/** Lanes of the subgroups that the rule is about (the paper's warps). */
const SUBGROUP = 32;

/** The paper's family, or the largest power of two that the adapter allows. */
function ruleFamily(maxInvocations: number): number {
  return Math.min(PAPER_SIZE, 2 ** Math.floor(Math.log2(maxInvocations)));
}

/** The aspect of a subgroup of 32 in a workgroup of this width. */
function subgroupOctaves(width: number): number {
  const p = Math.min(width, SUBGROUP);
  return aspectOctaves({ width: p, height: SUBGROUP / p });
}
