/** The part of a slice that cuts keep, in its pane. */
import type { HalfSpace } from '../../index.js';
import type { Point } from '../camera/navigate.js';
import { heightOver, type PaneView, toPane } from './pane-view.js';
import { pointOfSlice } from './slice-planes.js';

/** A linear function of the place in a pane, at least 0 where a half-space keeps the slice. */
type Side = (at: Point) => number;

/**
 * The corners of what is kept of a whole slice; undefined where it is all of it, none where it is nothing (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974).
 */
export function keptPolygon(view: PaneView, cuts: readonly HalfSpace[]): readonly Point[] | undefined {
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ].map((share) => toPane(view, pointOfSlice(view.plane, share, view.position)));
  let polygon: readonly Point[] = corners;
  for (const cut of cuts) polygon = clipPolygon(polygon, sideOf(view, cut));
  return polygon === corners ? undefined : polygon;
}

function sideOf({ plane, position, box }: PaneView, { normal, offset }: HalfSpace): Side {
  const at = (share: Point) =>
    heightOver({ plane: { ...plane, normal }, position: offset }, pointOfSlice(plane, share, position));
  const [origin, across, along] = [at({ x: 0, y: 0 }), at({ x: 1, y: 0 }), at({ x: 0, y: 1 })];
  return ({ x, y }) =>
    origin + ((across - origin) * (x - box.x)) / box.width + ((along - origin) * (y - box.y)) / box.height;
}

/** The polygon itself where all of it is kept. */
function clipPolygon(polygon: readonly Point[], side: Side): readonly Point[] {
  const heights = polygon.map(side);
  // Cuts along the box's own faces differ from it by rounding.
  const slack = Math.max(...heights.map(Math.abs)) * ROUNDING;
  if (heights.every((height) => height >= -slack)) return polygon;
  return polygon.flatMap((to, index): Point[] => {
    const before = (index + polygon.length - 1) % polygon.length;
    const [from, low, high] = [polygon[before]!, heights[before]!, heights[index]!];
    const share = low / (low - high);
    const crossing = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
    if (high >= 0) return low >= 0 ? [to] : [crossing, to];
    return low >= 0 ? [crossing] : [];
  });
}

const ROUNDING = 1e-9;
