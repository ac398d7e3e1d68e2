/** Deformations: nothing moves at time 0, frames loop, and each does what its name says. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { createDeformation, DEFORMATION_NAMES, parseDeformationName } from '../../src/mesh/deform.js';
import { createIcosphere, createTriangleSoup } from '../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { FLOAT32_ROUNDING } from './measure-mesh.js';

/** A ball that was stretched along y and put far from zero, where rounding would show. */
function createEgg(): Mesh {
  const { positions, triangles } = createIcosphere({ subdivisions: 3 });
  return createMesh({ positions: positions.map((p, at) => p * (at % 3 === 1 ? 3 : 1) + 1.7), triangles });
}

const meshes: readonly [string, Mesh][] = [
  ['an egg', createEgg()],
  ['a ball about zero', createIcosphere({ subdivisions: 2 })],
  ['a triangle soup, seed 4', createTriangleSoup({ count: 500, seed: 4 })],
  ['tiny', createMesh({ positions: createEgg().positions.map((p) => p * 1e-20), triangles: createEgg().triangles })],
];

describe.each(DEFORMATION_NAMES)('%s', (name) => {
  it.each(meshes)('is the identity at times 0 and 1, to the last bit: %s', (_, mesh) => {
    const deform = createDeformation(mesh, name);
    for (const time of [0, 1, -3]) expect(deform(time)).toEqual(mesh.positions);
  });

  it.each(meshes)('has period 1 and moves something in between: %s', (_, mesh) => {
    const deform = createDeformation(mesh, name);
    // Dyadic fractions, so that adding 1 does not round.
    for (const time of [1 / 8, 1 / 4, 5 / 8, 7 / 8]) {
      const positions = deform(time);
      expect(deform(time + 1)).toEqual(positions);
      expect(deform(time - 2)).toEqual(positions);
      expect(positions).not.toEqual(mesh.positions);
      expect(positions.every(Number.isFinite)).toBe(true);
    }
  });

  it('writes into the array that it is given, and leaves the mesh alone', () => {
    const mesh = createEgg();
    const positions = new Float32Array(mesh.positions.length);
    expect(createDeformation(mesh, name)(0.3, positions)).toBe(positions);
    expect(mesh).toEqual(createEgg());
  });

  it('leaves vertices that are not finite bad, and does not move a point', () => {
    const [x, y, z] = [Number.NaN, 0, 0];
    const triangles = Uint32Array.from([0, 0, 0]);
    const positions = Float32Array.from([1, 2, 3, x, y, z]);
    const moved = createDeformation(createMesh({ positions, triangles }), name)(0.4);
    expect([...moved.slice(0, 3)]).toEqual([1, 2, 3]);
    expect(moved[3]).toBeNaN();
  });

  it('refuses a time that is not finite', () => {
    expect(() => createDeformation(createEgg(), name)(Number.NaN)).toThrow(InputError);
  });
});

/** Vertices of the egg before and after, from its centre, y along its length. */
function movesOf(name: 'twist' | 'wave' | 'bend' | 'inflate', time: number) {
  const mesh = createEgg();
  const positions = createDeformation(mesh, name)(time);
  return Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [before, after] = [mesh.positions, positions].map((all) => {
      const [x, y, z] = all.subarray(3 * vertex, 3 * vertex + 3).map((coordinate) => coordinate - Math.fround(1.7));
      return { x: x!, y: y!, z: z! };
    });
    return { before: before!, after: after! };
  });
}

/** Coordinates reach 4.7, and are rounded twice. */
const TOLERANCE = 16 * FLOAT32_ROUNDING;

describe('the deformations', () => {
  it('twist: about the longest axis, by an angle that grows along it', () => {
    for (const { before, after } of movesOf('twist', 0.25)) {
      expect(Math.abs(after.y - before.y)).toBeLessThan(TOLERANCE);
      const radius = Math.hypot(before.z, before.x);
      expect(Math.abs(Math.hypot(after.z, after.x) - radius)).toBeLessThan(TOLERANCE);
      const angle = (before.y / 3) * (Math.PI / 2);
      // Right-handed about +y.
      expect(Math.abs(after.z - (before.z * Math.cos(angle) - before.x * Math.sin(angle)))).toBeLessThan(TOLERANCE);
      expect(Math.abs(after.x - (before.z * Math.sin(angle) + before.x * Math.cos(angle)))).toBeLessThan(TOLERANCE);
    }
  });

  it('wave: sideways, the same for all points at the same length', () => {
    for (const { before, after } of movesOf('wave', 0.125)) {
      expect(after.x).toBe(before.x);
      expect(after.y).toBe(before.y);
      const turn = 2 * Math.PI * (before.y / 3);
      const offset = 0.3 * (Math.sin(turn - Math.PI / 4) - Math.sin(turn));
      expect(Math.abs(after.z - before.z - offset)).toBeLessThan(TOLERANCE);
    }
  });

  it('bend: to an arc of the same length, with what is beside it on its radii', () => {
    const curvature = Math.PI / 3 / 3;
    for (const { before, after } of movesOf('bend', 0.25)) {
      expect(after.x).toBe(before.x);
      // The arc's centre is at z = 1 / curvature.
      const [along, towards] = [after.y, 1 / curvature - after.z];
      expect(Math.abs(Math.hypot(along, towards) - (1 / curvature - before.z))).toBeLessThan(TOLERANCE);
      expect(Math.abs(Math.atan2(along, towards) - before.y * curvature)).toBeLessThan(TOLERANCE);
    }
  });

  it('inflate: a ball to a larger ball', () => {
    const ball = createIcosphere({ subdivisions: 5 });
    const positions = createDeformation(ball, 'inflate')(0.5);
    let farthest = 0;
    for (let at = 0; at < positions.length; at += 3) {
      const radius = Math.hypot(positions[at]!, positions[at + 1]!, positions[at + 2]!);
      farthest = Math.max(farthest, Math.abs(radius - 1.1));
    }
    // Normals are radial up to an angle of 1e-3, whose square is what the length takes from it.
    expect(farthest).toBeLessThan(1e-6);
  });

  it('are known by name', () => {
    for (const name of DEFORMATION_NAMES) expect(parseDeformationName(name)).toBe(name);
    expect(() => parseDeformationName('melt')).toThrow(InputError);
    expect(() => parseDeformationName('melt')).toThrow(
      'there is no deformation "melt"; there are twist, wave, bend, inflate',
    );
  });
});
