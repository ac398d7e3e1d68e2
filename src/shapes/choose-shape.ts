/** The workgroup's shape for a view on an adapter: what `auto` takes. */
import { type RuleAdapter, rankByContinuousRule } from './continuous-rule.js';
import { measurePixelSteps, type PixelSteps } from './pixel-steps.js';
import { formatShape, type Shape, shrinkShape } from './shape.js';
import { rankByProfile, type ShapeProfile } from './shape-profile.js';
import { chooseRanked, type ShapeChoice, type ShapeRanking } from './shape-ranking.js';
import type { ShapeView } from './shape-view.js';
import { findStripArea, MOST_WITHOUT_STRIPS } from './strips.js';
import { applyViewpointRule } from './viewpoint-rule.js';

/** Options of `chooseShape`. */
export interface ChooseShapeOptions extends RuleAdapter {
  /** Measurements on the adapter, if there are any. */
  readonly profile?: ShapeProfile | undefined;
  /** The shape of the view before, which is kept as long as another is hardly better. */
  readonly previous?: Shape | undefined;
}

/** Chooses by the profile if there is one, else by the continuous rule; by the viewpoint rule if the volume is not seen. */
export function chooseShape(view: ShapeView, options: ChooseShapeOptions): ShapeChoice {
  const steps = measurePixelSteps(view);
  return steps
    ? chooseRanked(rankShapes(steps, options, view), options.previous)
    : chooseByRule(view, options.maxInvocations);
}

/** The candidate shapes for a view, by what chooses among them. */
export function rankShapes(
  steps: PixelSteps,
  { profile, ...adapter }: ChooseShapeOptions,
  view: ShapeView,
): ShapeRanking {
  const stripArea = adapter.isGpu ? findStripArea(view) : undefined;
  const most = adapter.isGpu && !stripArea ? MOST_WITHOUT_STRIPS : Infinity;
  const measured = profile && rankByProfile(profile, steps, Math.min(adapter.maxInvocations, most), stripArea);
  return measured?.shapes.length ? measured : rankByContinuousRule(steps, adapter, stripArea);
}

/** The viewpoint rule's shape, made smaller where the adapter does not allow it. */
export function chooseByRule({ camera, volume }: ShapeView, maxInvocations: number): ShapeChoice {
  const choice = applyViewpointRule(camera, volume);
  const shape = shrinkShape(choice.shape, maxInvocations);
  if (shape.width === choice.shape.width && shape.height === choice.shape.height) return choice;
  const smaller = `made ${formatShape(shape)} because the adapter allows ${maxInvocations} invocations`;
  return { ...choice, shape, reason: `${choice.reason}, ${smaller}` };
}
