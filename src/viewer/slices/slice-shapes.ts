/** Lines, dots and texts over a slice: what cuts leave, the other slices, their slabs, and measurements. */
import type { HalfSpace, Vec3 } from '../../index.js';
import { cross } from '../../math/vec3.js';
import { fitScaleBar } from '../../slices/notes/fit-scale-bar.js';
import type { Point } from '../camera/navigate.js';
import type { Measurement } from '../document/document.js';
import { lineOf } from '../measure/measurements.js';
import type { OverlayShape } from '../overlay/overlay-shape.js';
import { scaleBarShapes } from '../overlay/scale-bar-shapes.js';
import { keptPolygon } from './kept-polygon.js';
import { directionIn, heightOver, type PaneView, pixelWorldOf, toPane } from './pane-view.js';
import { PLANE_COLORS, type SlicePlane } from './slice-planes.js';

export const MEASURE_COLOR = '#ffd166';
const CUT_COLOR = '#fff9';
/** Half the hole in the middle of the crosshair. */
const GAP = 8;
/** Pixels of a scale bar from the right and the bottom. */
const [BAR_RIGHT, BAR_BOTTOM] = [26, 30];
/** Pixels: lower slices have no scale bar. */
const ROOMY = 96;
const TEXT_OFFSET = { x: 9, y: -7 } as const;

export interface SliceMarks {
  /** The other planes, and where all of them cross. */
  readonly others: readonly SlicePlane[];
  readonly cursor: Vec3;
  /** World thickness of the slices; 0 for none. */
  readonly thickness: number;
  readonly cuts: readonly HalfSpace[];
  /** The symbol of the world's unit. */
  readonly unit: string;
  readonly measurements: readonly Measurement[];
  readonly describe: (measurement: Measurement, index: number) => readonly string[];
}

export function sliceShapes(view: PaneView, marks: SliceMarks): readonly OverlayShape[] {
  const { cuts, others, measurements } = marks;
  const kept = keptPolygon(view, cuts);
  const shade: OverlayShape[] = kept
    ? [
        { kind: 'shade', inside: kept, size: view.size },
        { kind: 'line', points: kept, isClosed: true, color: CUT_COLOR, width: 1 },
      ]
    : [];
  const { width, height } = view.size;
  const { lengthPixels, text } = fitScaleBar(width, pixelWorldOf(view), marks.unit);
  const bar = { x: width - BAR_RIGHT - lengthPixels, y: height - BAR_BOTTOM };
  return [
    ...shade,
    ...others.flatMap((other) => crossing(view, other, marks)),
    ...measurements.flatMap((measurement, index) =>
      measured(view, measurement, marks.describe(measurement, index), marks),
    ),
    ...(height < ROOMY ? [] : scaleBarShapes(bar, lengthPixels, text)),
  ];
}

/** The line of another plane, with a hole so that what it points at can be seen, and the sides of its slab. */
function crossing(view: PaneView, other: SlicePlane, { cursor, thickness }: SliceMarks): OverlayShape[] {
  const at = toPane(view, cursor);
  const along = directionIn(view, cross(view.plane.normal, other.normal));
  const reach = view.size.width + view.size.height;
  const alongLine = (from: Point, by: number): Point => ({ x: from.x + by * along.x, y: from.y + by * along.y });
  const line = (from: Point, to: Point, isDashed: boolean): OverlayShape => ({
    kind: 'line',
    points: [from, to],
    color: PLANE_COLORS[other.name],
    width: 1,
    ...(isDashed && { isDashed }),
  });
  const across = directionIn(view, other.normal);
  const half = ((thickness / 2) * view.box.width) / view.plane.widthWorld;
  const sides = thickness > 0 ? [-half, half] : [];
  return [
    line(alongLine(at, -reach), alongLine(at, -GAP), false),
    line(alongLine(at, GAP), alongLine(at, reach), false),
    ...sides.map((by) => {
      const from = { x: at.x + by * across.x, y: at.y + by * across.y };
      return line(alongLine(from, -reach), alongLine(from, reach), true);
    }),
  ];
}

/** World distance from a slice, of its thickness, at which points are still in it. */
const SLICE_SHARE = 0.75;

/** Whether a measurement lies in the slice, or crosses it; others are not seen. */
export function lieOf(view: PaneView, { points }: Measurement, thickness: number): 'in' | 'across' | undefined {
  const within = Math.max(Math.abs(view.plane.step) * SLICE_SHARE, thickness / 2);
  const heights = points.map((point) => heightOver(view, point));
  if (heights.every((height) => Math.abs(height) <= within)) return 'in';
  return Math.min(...heights) < 0 && Math.max(...heights) > 0 ? 'across' : undefined;
}

/** A measurement in the slice, or the line of one that crosses it as it is seen along the normal. */
function measured(
  view: PaneView,
  measurement: Measurement,
  lines: readonly string[],
  { thickness }: SliceMarks,
): OverlayShape[] {
  const lie = lieOf(view, measurement, thickness);
  if (!lie) return [];
  const points = lineOf(measurement).map((point) => toPane(view, point));
  const shape: OverlayShape = {
    kind: 'line',
    points,
    color: MEASURE_COLOR,
    ...(measurement.region && { isClosed: true }),
    ...(lie === 'across' && { isDashed: true }),
  };
  return lie === 'in' ? [shape, ...describeShapes(view, measurement, lines, points)] : [shape];
}

/** The points of a measurement, but for the corners of regions, and its words. */
function describeShapes(
  view: PaneView,
  measurement: Measurement,
  lines: readonly string[],
  outline: readonly Point[],
): OverlayShape[] {
  const panePoints = measurement.points.map((point) => toPane(view, point));
  const right = outline.reduce((most, point) => (point.x > most.x ? point : most), outline[0]!);
  const anchor = measurement.region ? right : panePoints[Math.floor(panePoints.length / 2)]!;
  const dots = measurement.region ? [] : panePoints;
  return [
    ...dots.map((at): OverlayShape => ({ kind: 'dot', at, color: MEASURE_COLOR })),
    { kind: 'text', at: { x: anchor.x + TEXT_OFFSET.x, y: anchor.y + TEXT_OFFSET.y }, lines },
  ];
}
