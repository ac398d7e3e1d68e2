/** Lines and handles over the 3D picture: crop box, measurements and the slices' crossing. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { Camera, ImageSize, Vec3, Volume } from '../../index.js';
import { projectPoint } from '../camera/project.js';
import { type CropFace, cropFaces, dragFace } from '../measure/crop-box.js';
import { describeMeasurement } from '../measure/measurements.js';
import type { Session } from '../session.js';
import { toWorld } from '../slices/slice-planes.js';

/** @param size of the picture in CSS pixels. */
export function overlayOf(session: Session, size: ImageSize): TemplateResult | typeof nothing {
  const { camera, data, document, preferences } = session;
  if (!camera) return nothing;
  const { volume } = data;
  const place = (point: Vec3) => projectPoint(camera, size, point);
  return html`<svg class="overlay" viewBox="0 0 ${size.width} ${size.height}">
    ${preferences.showsCrop && volume ? cropBox(session, volume, camera, size) : nothing}
    ${preferences.layout === 'four' && document.cursor ? crossing(place(document.cursor)) : nothing}
    ${document.measurements.map(({ points }, index) => measured(document.measurements[index]!, points.map(place)))}
  </svg>`;
}

type Projected = { readonly x: number; readonly y: number } | undefined;

const crossing = (at: Projected) =>
  at && svg`<path class="measure-line" d="M${at.x - 9} ${at.y}h6m6 0h6M${at.x} ${at.y - 9}v6m0 6v6" />`;

function measured(measurement: Session['document']['measurements'][number], places: readonly Projected[]) {
  const seen = places.filter((place) => place !== undefined);
  if (seen.length < places.length) return nothing;
  const at = seen[Math.floor(seen.length / 2)]!;
  const path = seen.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return svg`<path class="measure-line" d=${path} />
    ${seen.map(({ x, y }) => svg`<circle class="measure-dot" cx=${x} cy=${y} r="4" />`)}
    <text x=${at.x + 9} y=${at.y - 7}>${describeMeasurement(measurement)}</text>`;
}

const FACE_NAMES = ['first', 'last'] as const;

function cropBox(session: Session, volume: Volume, camera: Camera, size: ImageSize) {
  const { first, last } = session.crop!;
  const corner = (bits: number): Vec3 => {
    const at = (axis: 0 | 1 | 2) => ((bits >> axis) & 1 ? last[axis] + 0.5 : first[axis] - 0.5);
    return toWorld(volume, [at(0), at(1), at(2)]);
  };
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => projectPoint(camera, size, corner(bits)));
  const edges = corners.flatMap((from, bits) =>
    [1, 2, 4].filter((bit) => !(bits & bit)).map((bit) => [from, corners[bits | bit]] as const),
  );
  return svg`${edges.map(([from, to]) =>
    from && to ? svg`<line class="crop-edge" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />` : nothing,
  )}${cropFaces(session.crop!).map((face) => handle(session, volume, camera, size, face))}`;
}

function handle(session: Session, volume: Volume, camera: Camera, size: ImageSize, face: CropFace) {
  const at = projectPoint(camera, size, toWorld(volume, face.center));
  if (!at) return nothing;
  const isHeld = (event: PointerEvent) => (event.target as Element).hasPointerCapture(event.pointerId);
  return svg`<circle
    class="handle"
    cx=${at.x}
    cy=${at.y}
    r="7"
    tabindex="0"
    role="slider"
    aria-label="Crop: ${FACE_NAMES[face.isLast ? 1 : 0]} ${'ijk'[face.axis]}"
    aria-valuemin="0"
    aria-valuemax=${volume.sizes[face.axis] - 1}
    aria-valuenow=${face.index}
    @pointerdown=${(event: PointerEvent) => (event.target as Element).setPointerCapture(event.pointerId)}
    @pointermove=${(event: PointerEvent) => {
      if (!isHeld(event)) return;
      const steps = dragFace(camera, size, volume, face, { x: event.movementX, y: event.movementY });
      session.cropBy(face, steps, HELD);
    }}
    @keydown=${(event: KeyboardEvent) => {
      const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (steps === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      session.cropBy(face, steps, HELD);
    }}
  />`;
}

/** Moves of handles in a row are undone together. */
const HELD = {};
