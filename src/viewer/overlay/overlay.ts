/** Lines and handles over the 3D picture: cuts, a mesh's gizmo, measurements and the slices' crossing. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { ImageSize, Vec3 } from '../../index.js';
import { gridOf } from '../../recipe/scene/scene-data.js';
import { projectPoint } from '../camera/project.js';
import { describeMeasurement } from '../measure/measurements.js';
import type { Session } from '../session.js';
import { clipHandles } from './clip-handles.js';
import { cropHandles } from './crop-handles.js';
import { meshGizmo } from './mesh-gizmo.js';

/** @param size of the picture in CSS pixels. */
export function overlayOf(session: Session, size: ImageSize): TemplateResult | typeof nothing {
  const { data, document, preferences } = session;
  const { camera } = session.navigation;
  if (!camera) return nothing;
  const { volume } = data;
  const place = (point: Vec3) => projectPoint(camera, size, point);
  return html`<svg class="overlay" viewBox="0 0 ${size.width} ${size.height}">
    ${preferences.showsCrop && volume ? [cropHandles(session, gridOf(data)!, camera, size), clipHandles(session, volume, camera, size)] : nothing}
    ${preferences.gizmo === undefined ? nothing : meshGizmo(session, preferences.gizmo, camera, size)}
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
