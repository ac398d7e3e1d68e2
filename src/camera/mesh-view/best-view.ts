/** The three-quarter view that shows most of a surface, and along which axis it stands. */

import { besideFront, type ViewDirection } from '../views.js';
import { findHead } from './find-head.js';
import { createViewMeasurer, type ViewMeasures } from './view-measures.js';
import type { ViewSamples } from './view-samples.js';

/** Degrees from either side of the front and of the back, nearer to them or to the side. */
const AZIMUTHS = [35, -35, 55, -55, 145, -145, 125, -125] as const;
/** People look down at things that lie, and at what is flat. */
const ELEVATIONS = [20, 35, 50] as const;

/**
 * Weights of the measures, each over its largest among the views: chosen on 30 models and tried on 69, those of A. Secord et al. ("Perceptual
 * models of viewpoint preference", 2011) in kind.
 */
const WEIGHTS = { projected: 1, visible: 0.5, entropy: 0.5, detail: 1, triangles: 1 } as const satisfies Record<
  Exclude<keyof ViewMeasures, 'oneSided'>,
  number
>;
/** The worth of seeing no insides of open surfaces; not over the largest, which is small where windings are random. */
const ONE_SIDED = 0.5;
/** The worth of views from the front, nearer to it and nearer to the side: more models than not face it. */
const FRONT = { 35: 0.3, 55: 0.2 } as const;
/** The worth of views of the face, from the side with the head or from what its file has as its back, where that is plain. */
const HEAD = 0.4;
/** The cost of each degree above the lowest elevation. */
const ABOVE = 0.01;

/** @param front how it is seen from its front. */
export function bestView(samples: ViewSamples, front: ViewDirection): ViewDirection {
  const measure = createViewMeasurer(samples);
  const head = findHead(samples, front);
  const views = ELEVATIONS.flatMap((elevationDegrees) =>
    AZIMUTHS.map((azimuthDegrees) => {
      const view = besideFront(front, { azimuthDegrees, elevationDegrees });
      const fromFace = head.isBehind ? 180 - Math.abs(azimuthDegrees) : Math.abs(azimuthDegrees);
      const prior =
        (FRONT[fromFace as keyof typeof FRONT] ?? 0) +
        (head.side * azimuthDegrees > 0 ? HEAD : 0) +
        (head.isBehind && fromFace < 90 ? HEAD : 0) -
        ABOVE * (elevationDegrees - ELEVATIONS[0]);
      return { view, prior, measures: measure(view) };
    }),
  );
  const names = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  const largest = names.map((name) => Math.max(...views.map(({ measures }) => measures[name])));
  const scores = views.map(({ measures, prior }) =>
    names.reduce(
      (sum, name, at) => sum + (WEIGHTS[name] * measures[name]) / (largest[at] || 1),
      prior + ONE_SIDED * measures.oneSided,
    ),
  );
  // The first of equals: from the right of the front.
  return views[scores.indexOf(Math.max(...scores))]!.view;
}
