/** Shapes in the order in which a policy would take them, and how a sequence of views keeps from flickering between two. */

import { formatShape, type Shape } from './shape.js';
import { isSameShape } from './shape-families.js';

/** The policies that choose a shape where the caller does not. */
export type ShapePolicy = 'rule' | 'continuous' | 'profile' | 'measured';

/** A chosen shape, and the policy that chose it. */
export interface ShapeChoice {
  /** The shape that was chosen. */
  readonly shape: Shape;
  /** The policy that decided: `asked` where the caller did. */
  readonly policy: ShapePolicy | 'asked';
  /** The reason as a sentence for the user. */
  readonly reason: string;
}

export interface RankedShape {
  readonly shape: Shape;
  /** The quantity that the policy minimises; only differences count. */
  readonly cost: number;
}

export interface ShapeRanking {
  readonly policy: ShapePolicy;
  /** The best first. */
  readonly shapes: readonly RankedShape[];
  /** A shape is kept from view to view as long as the best one is not better than it by more than this. */
  readonly tolerance: number;
  readonly reason: string;
}

/** @returns the best shape, or `previous` where that is about as good. */
export function chooseRanked({ policy, shapes, tolerance, reason }: ShapeRanking, previous?: Shape): ShapeChoice {
  const [best] = shapes;
  const kept = previous && shapes.find(({ shape }) => isSameShape(shape, previous));
  if (!kept || kept === best || kept.cost - best!.cost > tolerance) return { shape: best!.shape, policy, reason };
  const nearly = `${formatShape(kept.shape)} is kept from the view before, since ${formatShape(best!.shape)} is hardly better`;
  return { shape: kept.shape, policy, reason: `${reason}; ${nearly}` };
}
