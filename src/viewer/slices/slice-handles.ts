/** Places of a slice that can be held: points of measurements, sides of the crop box, and lines that turn the planes. */
import { nothing, svg } from 'lit-html';
import type { Vec3 } from '../../index.js';
import { addScaled, cross, dot, length, scale } from '../../math/vec3.js';
import { gridOf } from '../../recipe/scene/scene-data.js';
import type { Point } from '../camera/navigate.js';
import { cropFaces, faceInWorld } from '../handles/crop-box.js';
import { ellipseOf } from '../measure/ellipse.js';
import { nameOfMeasurement } from '../measure/measurements.js';
import { handle } from '../overlay/handle.js';
import type { Session } from '../session.js';
import { directionIn, fromPane, heightOver, type PaneView, pixelWorldOf, toPane } from './pane-view.js';
import { type SlicePlane, turnNormals } from './slice-planes.js';
import { lieOf } from './slice-shapes.js';

/** Pixels that an arrow key moves a point. */
const KEY_PIXELS = 2;
const KEY_RADIANS = Math.PI / 180;

/** @param others the planes that cross this one in `cursor`. */
export function sliceHandles(session: Session, view: PaneView, others: readonly SlicePlane[], cursor: Vec3) {
  const { preferences } = session;
  return svg`${measureHandles(session, view)}
    ${preferences.showsCrop ? cropSides(session, view) : nothing}
    ${preferences.turnsSlices ? others.map((other) => turnHandle(session, view, other, cursor)) : nothing}`;
}

function measureHandles(session: Session, view: PaneView) {
  const { measurements, sliceSlab } = session.document;
  const { name } = view.plane;
  return measurements.map((measurement, index) => {
    if (lieOf(view, measurement, sliceSlab?.thickness ?? 0) !== 'in') return nothing;
    const words = nameOfMeasurement(measurement, index);
    const pixel = pixelWorldOf(view);
    const ellipse = ellipseOf(measurement);
    const points = measurement.points.map((_, at) => {
      // Read at each move, of which there may be several between two drawings.
      const now = () => session.document.measurements[index]?.points[at] ?? measurement.points[at]!;
      return handle({
        label: `${words}: point ${at + 1}, ${name}`,
        kind: 'measure',
        at: toPane(view, measurement.points[at]!),
        value: at,
        drag: (from, to, gesture) =>
          session.measuring.movePoint(index, at, addScaled(now(), between(view, from, to), 1), gesture),
        step: (by, gesture) =>
          session.measuring.movePoint(index, at, addScaled(now(), view.plane.right, by * KEY_PIXELS * pixel), gesture),
      });
    });
    if (!ellipse) return points;
    const middle = handle({
      label: `${words}: move, ${name}`,
      kind: 'measure',
      at: toPane(view, ellipse.center),
      value: 0,
      drag: (from, to, gesture) => session.measuring.moveAll(index, fromPane(view, from), fromPane(view, to), gesture),
      step: (by, gesture) =>
        session.measuring.moveAll(index, [0, 0, 0], scale(view.plane.right, by * KEY_PIXELS * pixel), gesture),
    });
    return [...points, middle];
  });
}

/** The world between two places of a pane. */
function between(view: PaneView, from: Point, to: Point): Vec3 {
  const [start, end] = [fromPane(view, from), fromPane(view, to)];
  return addScaled(end, start, -1);
}

/** Sides of the crop box whose axis lies in the slice rather than across it. */
function cropSides(session: Session, view: PaneView) {
  const grid = gridOf(session.data);
  const { crop } = session.edits;
  if (!grid || !crop) return nothing;
  return cropFaces(crop).map((face) => {
    const { point, step } = faceInWorld(grid, face);
    const size = length(step);
    if (Math.abs(dot(step, view.plane.normal)) > size * Math.SQRT1_2) return nothing;
    const onSlice = addScaled(point, view.plane.normal, -heightOver(view, point));
    return handle({
      label: `Crop: ${face.isLast ? 'last' : 'first'} ${'ijk'[face.axis]}, ${view.plane.name}`,
      at: toPane(view, onSlice),
      value: face.index,
      min: 0,
      max: grid.sizes[face.axis] - 1,
      drag: (from, to, gesture) =>
        session.edits.cropBy(face, dot(between(view, from, to), step) / (size * size), gesture),
      step: (by, gesture) => session.edits.cropBy(face, by, gesture),
    });
  });
}

/** How far from the crossing the handle of a line is, of the pane's smaller side. */
const TURN_SHARE = 0.38;

/** Turns the other planes about this one's normal. */
function turnHandle(session: Session, view: PaneView, other: SlicePlane, cursor: Vec3) {
  const along = directionIn(view, cross(view.plane.normal, other.normal));
  const center = toPane(view, cursor);
  const reach = TURN_SHARE * Math.min(view.size.width, view.size.height);
  const { normal } = view.plane;
  const put = (radians: number, gesture: object) =>
    session.change({ sliceNormals: turnNormals(session.document.sliceNormals, normal, radians) }, gesture);
  // Angles grow from right to down, which turns about the normal or against it.
  const sign = dot(cross(view.plane.right, view.plane.down), normal) < 0 ? -1 : 1;
  const angleTo = ({ x, y }: Point) => Math.atan2(y - center.y, x - center.x);
  return handle({
    label: `Turn ${other.name} in ${view.plane.name}`,
    kind: 'tilt',
    at: { x: center.x + reach * along.x, y: center.y + reach * along.y },
    value: 0,
    drag: (from, to, gesture) => put(sign * (angleTo(to) - angleTo(from)), gesture),
    step: (by, gesture) => put(by * KEY_RADIANS, gesture),
  });
}
