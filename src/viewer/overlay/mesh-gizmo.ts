/** A gizmo around a mesh: arrows that move it along the world's axes, rings that turn it about them, and one that scales it. */
import { nothing, svg } from 'lit-html';
import { type Affine, type Camera, heightAtTarget, IDENTITY_AFFINE, type ImageSize, type Vec3 } from '../../index.js';
import { addScaled, scale } from '../../math/vec3.js';
import { placeMesh } from '../../recipe/scene/meshes/mesh-space.js';
import { meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { Point } from '../camera/navigate.js';
import { projectPoint } from '../camera/project.js';
import { dragAlong, dragAround, dragAway } from '../handles/drag-along.js';
import { middleOfMesh, moveBy, scaleAbout, turnAbout } from '../handles/place-mesh.js';
import type { Session } from '../session.js';
import { handle } from './handle.js';

/** Radius of the rings in heights of the picture, so that all of them is in it; length of the arrows in radii. */
const RING_SHARE = 0.22;
const ARROW_SHARE = 1.3;
const RING_POINTS = 48;
/** The effect of a key: a share of the rings' radius, an angle, a factor. */
const STEP_SHARE = 0.05;
const STEP_RADIANS = Math.PI / 36;
const STEP_FACTOR = 1.05;

const AXES = ['x', 'y', 'z'] as const;

export function meshGizmo(session: Session, index: number, camera: Camera, size: ImageSize) {
  const loaded = session.data.meshes[index];
  if (!loaded) return nothing;
  const { mesh, name } = loaded;
  const placed = placeMesh(meshStyleOf(session.document, index).transform, loaded) ?? IDENTITY_AFFINE;
  const middle = middleOfMesh(mesh, placed);
  const reach = RING_SHARE * heightAtTarget(camera);
  /** Changes the transform as it is by then: several moves may come between two drawings. */
  const put = (change: (now: Affine, middleNow: Vec3) => Affine, gesture: object) => {
    const now = placeMesh(meshStyleOf(session.document, index).transform, loaded) ?? IDENTITY_AFFINE;
    session.edits.changeMesh(index, { transform: change(now, middleOfMesh(mesh, now)) }, gesture);
  };
  const project = (point: Vec3) => projectPoint(camera, size, point);
  const center = project(middle);
  if (!center) return nothing;
  const shortName = name.split('/').at(-1)!;

  const arrow = (axis: 0 | 1 | 2) => {
    const step = scale(IDENTITY_AFFINE.columns[axis], reach);
    const at = project(addScaled(middle, step, ARROW_SHARE));
    if (!at) return nothing;
    return handle({
      label: `Move ${shortName} along ${AXES[axis]}`,
      kind: `axis-${AXES[axis]}`,
      at,
      path: `M${center.x} ${center.y}L${at.x} ${at.y}`,
      value: middle[axis],
      drag: (from, to, gesture) =>
        put((now, pivot) => moveBy(now, scale(step, dragAlong(camera, size, pivot, step, from, to))), gesture),
      step: (by, gesture) => put((now) => moveBy(now, scale(step, by * STEP_SHARE)), gesture),
    });
  };
  const ring = (axis: 0 | 1 | 2) => {
    const [right, up] = [IDENTITY_AFFINE.columns[(axis + 1) % 3]!, IDENTITY_AFFINE.columns[(axis + 2) % 3]!];
    const points = Array.from({ length: RING_POINTS }, (_, point) => {
      const angle = (2 * Math.PI * (point + 0.5)) / RING_POINTS;
      const out = addScaled(scale(right, Math.cos(angle)), up, Math.sin(angle));
      return project(addScaled(middle, out, reach));
    });
    if (!points.every((point) => point !== undefined)) return nothing;
    const rotate = (radians: number, gesture: object) =>
      put((now, pivot) => turnAbout(now, pivot, IDENTITY_AFFINE.columns[axis], radians), gesture);
    return handle({
      label: `Turn ${shortName} about ${AXES[axis]}`,
      kind: `ring axis-${AXES[axis]}`,
      at: points[RING_POINTS / 8]!,
      path: `${points.map(({ x, y }: Point, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')}Z`,
      value: 0,
      drag: (from, to, gesture) =>
        rotate(dragAround(camera, size, middle, IDENTITY_AFFINE.columns[axis], from, to), gesture),
      step: (by, gesture) => rotate(by * STEP_RADIANS, gesture),
    });
  };
  const resize = (factor: number, gesture: object) => put((now, pivot) => scaleAbout(now, pivot, factor), gesture);
  // A point beside arrows and rings, as long as the mesh is not minute.
  const corner = project(addScaled(middle, [1, -1, 1], 0.75 * reach)) ?? center;
  return svg`${([0, 1, 2] as const).map(ring)}${([0, 1, 2] as const).map(arrow)}
    ${handle({
      label: `Scale ${shortName}`,
      kind: 'scale',
      at: corner,
      value: Math.hypot(...placed.columns[0]),
      min: 0,
      drag: (from, to, gesture) => resize(dragAway(camera, size, middle, from, to), gesture),
      step: (by, gesture) => resize(STEP_FACTOR ** by, gesture),
    })}`;
}
