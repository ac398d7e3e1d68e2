/** The crop box over the picture: its edges, and a handle on each of its faces. */
import { nothing, svg } from 'lit-html';
import type { Camera, ImageSize, Vec3 } from '../../index.js';
import type { CropGrid } from '../../recipe/scene/cuts.js';
import { projectPoint } from '../camera/project.js';
import { type CropFace, cropFaces, faceInWorld } from '../handles/crop-box.js';
import { dragAlong } from '../handles/drag-along.js';
import type { Session } from '../session.js';
import { indexToWorldPoint } from '../slices/slice-planes.js';
import { handle } from './handle.js';

export function cropHandles(session: Session, grid: CropGrid, camera: Camera, size: ImageSize) {
  const { first, last } = session.edits.crop!;
  const corner = (bits: number): Vec3 => {
    const at = (axis: 0 | 1 | 2) => ((bits >> axis) & 1 ? last[axis] + 0.5 : first[axis] - 0.5);
    return indexToWorldPoint(grid, [at(0), at(1), at(2)]);
  };
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => projectPoint(camera, size, corner(bits)));
  const edges = corners.flatMap((from, bits) =>
    [1, 2, 4].filter((bit) => !(bits & bit)).map((bit) => [from, corners[bits | bit]] as const),
  );
  return svg`${edges.map(([from, to]) =>
    from && to ? svg`<line class="cut-edge" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />` : nothing,
  )}${cropFaces(session.edits.crop!).map((face) => faceHandle(session, grid, camera, size, face))}`;
}

function faceHandle(session: Session, grid: CropGrid, camera: Camera, size: ImageSize, face: CropFace) {
  const { point, step } = faceInWorld(grid, face);
  const at = projectPoint(camera, size, point);
  if (!at) return nothing;
  return handle({
    label: `Crop: ${face.isLast ? 'last' : 'first'} ${'ijk'[face.axis]}`,
    at,
    value: face.index,
    min: 0,
    max: grid.sizes[face.axis] - 1,
    drag: (from, to, gesture) => session.edits.cropBy(face, dragAlong(camera, size, point, step, from, to), gesture),
    step: (by, gesture) => session.edits.cropBy(face, by, gesture),
  });
}
