/** Lines and handles over the 3D picture: cuts, a mesh's gizmo, measurements and the slices' crossing. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Camera, ImageSize, Vec3 } from '../../index.js';
import { formatLength, scaleBarLength } from '../../lab.js';
import { addScaled, subtract } from '../../math/vec3.js';
import { gridOf } from '../../recipe/scene/scene-data.js';
import type { Point } from '../camera/navigate.js';
import { projectPoint, unprojectPoint } from '../camera/project.js';
import type { Measurement } from '../document/document.js';
import { lineOf, nameOfMeasurement } from '../measure/measurements.js';
import type { Session } from '../session.js';
import { MEASURE_COLOR } from '../slices/slice-shapes.js';
import { clipHandles } from './clip-handles.js';
import { cropHandles } from './crop-handles.js';
import { handle } from './handle.js';
import { meshGizmo } from './mesh-gizmo.js';
import type { OverlayShape } from './overlay-shape.js';
import { toSvg } from './render-shapes.js';
import { scaleBarShapes } from './scale-bar-shapes.js';

/** @param size of the picture in CSS pixels. */
export function overlayOf(session: Session, size: ImageSize): TemplateResult | typeof nothing {
  const { data, document, preferences } = session;
  const { camera } = session.navigation;
  if (!camera) return nothing;
  const { volume } = data;
  return html`<svg class="overlay" viewBox="0 0 ${size.width} ${size.height}">
    ${preferences.showsCrop && volume ? [cropHandles(session, gridOf(data)!, camera, size), clipHandles(session, volume, camera, size)] : nothing}
    ${preferences.gizmo === undefined ? nothing : meshGizmo(session, preferences.gizmo, camera, size)}
    ${toSvg(stageShapes(session, size))}
    ${document.measurements.map((measurement, index) => measureHandles(session, measurement, index, { camera, size }))}
  </svg>`;
}

/** Measurements, the slices' crossing and the scale bar over the 3D picture. @param size of it in CSS pixels. */
export function stageShapes(session: Session, size: ImageSize): readonly OverlayShape[] {
  const { camera } = session.navigation;
  if (!camera) return [];
  const { document, preferences, layout } = session;
  return [
    ...(layout === 'four' && document.cursor ? crossing(projectPoint(camera, size, document.cursor)) : []),
    ...document.measurements.flatMap((measurement) => measured(session, measurement, { camera, size })),
    ...(preferences.showsScaleBar ? scaleBar(session, camera, size) : []),
  ];
}

interface Seen {
  readonly camera: Camera;
  readonly size: ImageSize;
}

/** Half a mark of the crossing, and half the hole in its middle. */
const [MARK, HOLE] = [9, 3];

function crossing(at: Point | undefined): readonly OverlayShape[] {
  if (!at) return [];
  const line = (from: Point, to: Point): OverlayShape => ({ kind: 'line', points: [from, to], color: MEASURE_COLOR });
  return [-1, 1].flatMap((sign) => [
    line({ x: at.x + sign * MARK, y: at.y }, { x: at.x + sign * HOLE, y: at.y }),
    line({ x: at.x, y: at.y + sign * MARK }, { x: at.x, y: at.y + sign * HOLE }),
  ]);
}

function measured(session: Session, measurement: Measurement, { camera, size }: Seen): readonly OverlayShape[] {
  const line = lineOf(measurement).map((point) => projectPoint(camera, size, point));
  if (line.length === 0 || !line.every((point) => point !== undefined)) return [];
  const isRegion = measurement.region !== undefined;
  const at = line[isRegion ? 0 : Math.floor(line.length / 2)]!;
  return [
    { kind: 'line', points: line, color: MEASURE_COLOR, isClosed: isRegion },
    ...(isRegion ? [] : line.map((dot): OverlayShape => ({ kind: 'dot', at: dot, color: MEASURE_COLOR }))),
    { kind: 'text', at: { x: at.x + 9, y: at.y - 7 }, lines: session.describe(measurement) },
  ];
}

/** Largest share of the picture's width that a scale bar takes, and pixels from the left and the bottom. */
const [BAR_SHARE, BAR_MARGIN] = [0.25, 14];

/** The length holds at the distance of the camera's target. */
function scaleBar({ data }: Session, camera: Camera, { width, height }: ImageSize): readonly OverlayShape[] {
  const { lengthWorld, lengthPixels } = scaleBarLength(camera, height, BAR_SHARE * width);
  const text = formatLength(lengthWorld, data.unit ?? '');
  return scaleBarShapes({ x: BAR_MARGIN, y: height - BAR_MARGIN }, lengthPixels, text);
}

/** Pixels that an arrow key moves a point. */
const KEY_PIXELS = 2;

/** Handles that move points across the view. */
function measureHandles(session: Session, measurement: Measurement, index: number, { camera, size }: Seen) {
  if (measurement.region) return nothing;
  return measurement.points.map((_, point) => {
    // Read at each move, of which there may be several between two drawings.
    const now = () => session.document.measurements[index]?.points[point] ?? measurement.points[point]!;
    const at = projectPoint(camera, size, now());
    if (!at) return nothing;
    const drag = (from: Point, to: Point, gesture: object) => {
      const [start, end] = [from, to].map((one) => unprojectPoint(camera, size, one, now())) as [Vec3, Vec3];
      session.measuring.movePoint(index, point, addScaled(now(), subtract(end, start), 1), gesture);
    };
    const step = (by: 1 | -1, gesture: object) => drag(at, { x: at.x + by * KEY_PIXELS, y: at.y }, gesture);
    const label = `${nameOfMeasurement(measurement, index)}: point ${point + 1}`;
    return handle({ label, kind: 'measure', at, value: point, drag, step });
  });
}
