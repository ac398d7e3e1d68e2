/** Clip planes over the picture: their outlines, a handle that moves each, and one that tilts it. */
import { nothing, svg } from 'lit-html';
import { type Camera, cameraBasis, type HalfSpace, type ImageSize, type Vec3, type Volume } from '../../index.js';
import { addScaled, normalize, rotateAbout, scale, subtract } from '../../math/vec3.js';
import { projectPoint, unprojectPoint } from '../camera/project.js';
import { footOf, outlineOf, planeThrough } from '../handles/clip-plane.js';
import { dragAlong } from '../handles/drag-along.js';
import type { Session } from '../session.js';
import { indexToWorldPoint, middleOf } from '../slices/slice-planes.js';
import { handle } from './handle.js';

/** Length of the normal as it is drawn, and what a key moves, in extents of the scene; what a key tilts, in radians. */
const NORMAL_SHARE = 0.15;
const STEP_SHARE = 0.01;
const STEP_RADIANS = Math.PI / 36;

export function clipHandles(session: Session, volume: Volume, camera: Camera, size: ImageSize) {
  return session.document.clip.map((plane, index) => planeHandles(session, volume, camera, size, plane, index));
}

function planeHandles(
  session: Session,
  volume: Volume,
  camera: Camera,
  size: ImageSize,
  plane: HalfSpace,
  index: number,
) {
  const normal = normalize(plane.normal);
  const foot = footOf(plane, indexToWorldPoint(volume, middleOf(volume)));
  const reach = session.navigation.extent * NORMAL_SHARE;
  const tip = addScaled(foot, normal, reach);
  const [footAt, tipAt] = [projectPoint(camera, size, foot), projectPoint(camera, size, tip)];
  if (!footAt || !tipAt) return nothing;
  const outline = outlineOf(plane, volume).map((point) => projectPoint(camera, size, point));
  const isSeen = outline.every((point) => point !== undefined);
  const path = isSeen ? outline.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('') : '';
  const put = (changed: HalfSpace, gesture: object) =>
    session.change({ clip: session.document.clip.with(index, changed) }, gesture);
  // Read at each move, of which there may be several between two drawings.
  const current = () => session.document.clip[index] ?? plane;
  const moveBy = (world: number, gesture: object) => {
    const { normal: now, offset } = planeThrough(footOf(current(), foot), current().normal);
    put({ normal: now, offset: offset + world }, gesture);
  };
  const tiltTo = (point: Vec3, gesture: object) => put(planeThrough(foot, subtract(point, foot)), gesture);
  const tipNow = () => addScaled(foot, normalize(current().normal), reach);
  return svg`<path class="cut-edge" d=${path === '' ? '' : `${path}Z`} />
    <line class="cut-edge" x1=${footAt.x} y1=${footAt.y} x2=${tipAt.x} y2=${tipAt.y} />
    ${handle({
      label: `Plane ${index + 1}: move`,
      at: footAt,
      value: plane.offset,
      drag: (from, to, gesture) =>
        moveBy(dragAlong(camera, size, foot, scale(normal, reach), from, to) * reach, gesture),
      step: (by, gesture) => moveBy(by * STEP_SHARE * session.navigation.extent, gesture),
    })}
    ${handle({
      label: `Plane ${index + 1}: tilt`,
      kind: 'tilt',
      at: tipAt,
      value: 0,
      drag: (from, to, gesture) => {
        const [start, end] = [from, to].map((point) => unprojectPoint(camera, size, point, tipNow()));
        tiltTo(addScaled(tipNow(), subtract(end!, start!), 1), gesture);
      },
      step: (by, gesture) =>
        tiltTo(addScaled(foot, rotateAbout(current().normal, cameraBasis(camera).up, by * STEP_RADIANS), 1), gesture),
    })}`;
}
