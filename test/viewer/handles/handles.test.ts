/** What handles do: drags as seen by the camera, meshes that are moved about their middle, and planes in the volume's box. */
import { describe, expect, it } from 'vitest';
import {
  createCamera,
  createMesh,
  createVolume,
  IDENTITY_AFFINE,
  transformPoint,
  type Vec3,
} from '../../../src/index.js';
import { addScaled, dot, length, subtract } from '../../../src/math/vec3.js';
import { toMatrix } from '../../../src/recipe/scene/meshes/describe-meshes.js';
import { projectPoint } from '../../../src/viewer/camera/project.js';
import { footOf, outlineOf, planeThrough } from '../../../src/viewer/handles/clip-plane.js';
import { clampCrop } from '../../../src/viewer/handles/crop-box.js';
import { dragAlong, dragAround, dragAway } from '../../../src/viewer/handles/drag-along.js';
import { middleOfMesh, moveBy, scaleAbout, turnAbout } from '../../../src/viewer/handles/place-mesh.js';

const size = { width: 400, height: 300 };
const camera = createCamera({
  projection: 'orthographic',
  eye: [3, -20, 5],
  target: [1, 2, 0],
  up: [0, 0, 1],
  height: 30,
});
const place: Vec3 = [2, 1, -1];
const at = (point: Vec3) => projectPoint(camera, size, point)!;

describe('a drag', () => {
  it('along a direction ends at the place that is seen under the pointer', () => {
    const step: Vec3 = [0.5, 0.2, 0.3];
    const moved = addScaled(place, step, 3.5);
    expect(dragAlong(camera, size, place, step, at(place), at(moved))).toBeCloseTo(3.5, 9);
    expect(dragAlong(camera, size, place, subtract(camera.target, camera.eye), { x: 0, y: 0 }, { x: 50, y: 9 })).toBe(
      0,
    );
  });

  it.each([
    { name: 'towards the reader', sign: -1 },
    { name: 'away from the reader', sign: 1 },
  ])('about an axis $name turns what is under the pointer along', ({ sign }) => {
    const forward = subtract(camera.target, camera.eye);
    const axis = addScaled([0, 0, 0], forward, sign / length(forward));
    const from: Vec3 = addScaled(place, [4, 0, 1], 1);
    const turned = transformPoint(turnAbout(IDENTITY_AFFINE, place, axis, 0.7), from);
    expect(dragAround(camera, size, place, axis, at(from), at(turned))).toBeCloseTo(0.7, 9);
  });

  it('away from a place scales by how much farther it goes', () => {
    const [from, to] = [at(addScaled(place, [1, 0, 2], 1)), at(addScaled(place, [1, 0, 2], 2.5))];
    expect(dragAway(camera, size, place, from, to)).toBeCloseTo(2.5, 9);
  });
});

describe('a mesh', () => {
  const mesh = createMesh({
    positions: new Float32Array([0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 6]),
    triangles: new Uint32Array([0, 1, 2, 0, 2, 3]),
  });

  it('is turned and scaled about its middle, and moved', () => {
    const moved = moveBy(IDENTITY_AFFINE, [1, 2, 3]);
    const middle = middleOfMesh(mesh, moved);
    expect(middle).toEqual([3, 3, 6]);
    const turned = turnAbout(moved, middle, [0, 0, 1], Math.PI / 2);
    expect(length(subtract(middleOfMesh(mesh, turned), middle))).toBeLessThan(1e-9);
    // The corner at the mesh's zero point lies (−2, −1, −3) from the middle.
    expect(length(subtract(transformPoint(turned, [0, 0, 0]), addScaled(middle, [1, -2, -3], 1)))).toBeLessThan(1e-9);
    const scaled = scaleAbout(turned, middle, 3);
    expect(length(subtract(middleOfMesh(mesh, scaled), middle))).toBeLessThan(1e-9);
    expect(toMatrix(scaled)).toHaveLength(16);
    expect(toMatrix(moved)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
  });
});

describe('cuts', () => {
  const volume = createVolume({
    sizes: [4, 6, 8],
    voxels: new Uint8Array(4 * 6 * 8),
    indexToWorld: {
      columns: [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0.5, 1],
      ],
      origin: [10, 0, -5],
    },
  });

  it('have outlines on the plane, in order around it, and none beside the box', () => {
    const plane = planeThrough([13, 3, -1], [1, 2, -1]);
    const outline = outlineOf(plane, volume);
    expect(outline.length).toBeGreaterThanOrEqual(3);
    for (const point of outline) expect(Math.abs(dot(plane.normal, point) - plane.offset)).toBeLessThan(1e-9);
    const normals = outline.map((point, index) => {
      const [before, after] = [outline.at(index - 1)!, outline[(index + 1) % outline.length]!];
      const [a, b] = [subtract(point, before), subtract(after, point)];
      return dot(plane.normal, [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
    });
    expect(normals.every((normal) => normal > 0) || normals.every((normal) => normal < 0)).toBe(true);
    expect(outlineOf(planeThrough([1000, 0, 0], [1, 0, 0]), volume)).toEqual([]);
  });

  it('are held at the foot of a point', () => {
    const foot = footOf({ normal: [0, 3, 4], offset: 10 }, [1, 1, 1]);
    expect(dot([0, 3, 4], foot)).toBeCloseTo(10, 12);
    expect(foot[0]).toBe(1);
  });

  it('stay within the volume', () => {
    expect(clampCrop({ first: [-3, 2, 0], last: [1e9, 3, 1e9] }, volume)).toEqual({
      first: [0, 2, 0],
      last: [3, 3, 7],
    });
  });
});
