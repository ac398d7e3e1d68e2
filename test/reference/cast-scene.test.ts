/** The CPU reference of scenes with a volume and meshes, where the picture is known. */
import { describe, expect, it } from 'vitest';
import { scale, type Vec3 } from '../../src/math/vec3.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { castScene } from '../../src/reference/cast-scene.js';
import { castMesh } from '../../src/reference/mesh/cast-mesh.js';
import type { SceneOptions } from '../../src/reference/scene-options.js';
import { castVolume } from '../../src/reference/volume/cast-volume.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { createVolume } from '../../src/volume/volume.js';
import { BLACK, expectSameColors, gray, TINT, UNIT_AXES, uniform, volumeOf } from './cast-scenes.js';
import { UNLIT } from './mesh-scenes.js';

/** Eight voxels along x, of which the eye is ten before: sample k is at the distance 10 + k, at its voxel's centre. */
const SIZES: Vec3 = [8, 1, 1];
const VOLUME = createVolume({ sizes: SIZES, voxels: new Uint8Array(8) });
const ONE_RAY = {
  camera: { projection: 'orthographic', eye: [-10, 0, 0], target: [0, 0, 0], up: [0, 0, 1], height: 0.5 },
  width: 1,
  height: 1,
  background: BLACK,
  meshShading: UNLIT,
} as const;
const RED: Vec3 = [1, 0, 0];
const GREEN: Vec3 = [0, 1, 0];

/** A triangle across the ray. */
const wallAt = (t: number): Mesh =>
  createMesh({
    positions: Float32Array.of(t - 10, -1, -1, t - 10, 1, -1, t - 10, 0, 2),
    triangles: Uint32Array.of(0, 1, 2),
  });
const show = (options: Partial<SceneOptions>) => [...castScene({ ...ONE_RAY, ...options }).colors.subarray(0, 3)];
const expectColor = (actual: readonly number[], expected: Vec3) => {
  for (const [channel, value] of expected.entries()) expect(actual[channel]).toBeCloseTo(value, 12);
};

describe('castScene', () => {
  const fog = { volume: VOLUME, transfer: uniform(0.2) };

  it.each([
    [9.2, 0],
    [9.9, 0],
    [10.1, 1],
    [13, 3],
    [13.001, 4],
    [17.3, 8],
    [30, 8],
  ])('counts the samples before an opaque surface at %f whole: %i', (t, count) => {
    const meshes = [{ mesh: wallAt(t), color: GREEN }];
    const transmitted = 0.8 ** count;
    const expected = scale(TINT, 1 - transmitted).map((x, channel) => x + GREEN[channel]! * transmitted);
    const image = castScene({ ...ONE_RAY, ...fog, meshes });
    expectColor([...image.colors], expected as unknown as Vec3);
    expect(image.sampleCount).toBe(count);
    expect(image.ambiguous[0]).toBe(Number(t === 13));
  });

  it('composites a translucent surface among the samples', () => {
    const meshes = [{ mesh: wallAt(12.5), color: GREEN, opacity: 0.25 }];
    const [before, after] = [1 - 0.8 ** 3, 1 - 0.8 ** 5];
    const expected = TINT.map(
      (tint, channel) => before * tint + (1 - before) * (0.25 * GREEN[channel]! + 0.75 * after * tint),
    );
    expectColor(show({ ...fog, meshes }), expected as unknown as Vec3);
    expect(castScene({ ...ONE_RAY, ...fog, meshes }).sampleCount).toBe(8);
  });

  it('takes surfaces at one distance by their ids', () => {
    const [red, green] = [RED, GREEN].map((color) => ({ mesh: wallAt(5), color, opacity: 0.5 }));
    expectColor(show({ meshes: [red!, green!] }), [0.5, 0.25, 0]);
    expectColor(show({ meshes: [green!, red!] }), [0.25, 0.5, 0]);
  });

  it.each(['mip', 'minip', 'average'] as const)(
    'puts surfaces in front of the value of the whole ray, in mode %s',
    (mode) => {
      const ramp = volumeOf(SIZES, UNIT_AXES, ([i]) => i / 7);
      const value = { mip: 1, minip: 0, average: 0.5 }[mode];
      const shown = { volume: ramp, transfer: gray(0.1), mode };
      const behind = { mesh: wallAt(30), color: RED, opacity: 0.4 };
      expectColor(show({ ...shown, meshes: [behind] }), [0.4 + 0.6 * value, 0.6 * value, 0.6 * value]);
      expectColor(show({ ...shown, meshes: [behind, { mesh: wallAt(40), color: GREEN }] }), [0.4, 0.6, 0]);
    },
  );

  it('has an isosurface as an opaque surface at its distance', () => {
    const step = volumeOf(SIZES, UNIT_AXES, ([i]) => Number(i >= 4));
    // The crossing is half way between voxels 3 and 4, at 13.5; ambient light alone.
    const shown = { volume: step, transfer: uniform(1), mode: 'isosurface', isoValue: 0.5, shading: UNLIT } as const;
    const wall = (t: number, opacity = 1) => ({ mesh: wallAt(t), color: GREEN, opacity });
    expectColor(show({ ...shown, meshes: [wall(13.4)] }), GREEN);
    expectColor(show({ ...shown, meshes: [wall(13.6)] }), TINT);
    expectColor(show({ ...shown, meshes: [wall(13.4, 0.5), wall(13.6, 0.5)] }), scale([0.9, 1.5, 0.2], 0.5));
  });

  it('lets opaque triangles alone cast shadows', () => {
    const light = createShading({ light: [0, 0, 1], ambient: 0.3, diffuse: 0.7, specular: 0 });
    // A slope that faces eye and light, and a roof over it.
    const slope = createMesh({
      positions: Float32Array.of(0, -1, -1, 2, -1, 1, 1, 2, 0),
      triangles: Uint32Array.of(0, 1, 2),
    });
    const roof = createMesh({
      positions: Float32Array.of(-9, -9, 5, 9, -9, 5, 0, 20, 5),
      triangles: Uint32Array.of(0, 1, 2),
    });
    const lit = (opacity: number, shadows: boolean) =>
      show({
        meshes: [
          { mesh: slope, color: RED },
          { mesh: roof, opacity },
        ],
        meshShading: light,
        shadows,
      })[0]!;
    expect(lit(1, true)).toBeCloseTo(0.3, 12);
    expect(lit(0.9, true)).toBe(lit(1, false));
    expect(lit(1, false)).toBeGreaterThan(0.7);
  });

  it('lights meshes by their own light, else by the volume’s', () => {
    const meshes = [{ mesh: wallAt(5), color: RED }];
    const dim = createShading({ ambient: 0.5, diffuse: 0, specular: 0 });
    const { meshShading, ...rest } = ONE_RAY;
    expect(castScene({ ...rest, meshes, shading: dim }).colors[0]).toBeCloseTo(0.5, 12);
    expect(castScene({ ...rest, meshes, shading: dim, meshShading }).colors[0]).toBeCloseTo(1, 12);
    expectSameColors(
      castScene({ ...rest, meshes }).colors,
      castScene({ ...rest, meshes, shading: createShading() }).colors,
    );
  });

  it('is what castVolume and castMesh show, of a volume or meshes alone', () => {
    expect(castScene({ ...ONE_RAY, ...fog })).toEqual(castVolume({ ...ONE_RAY, ...fog }));
    const meshes = [wallAt(3), wallAt(4)];
    expect(castScene({ ...ONE_RAY, meshes: meshes.map((mesh) => ({ mesh })) })).toEqual(
      castMesh({ ...ONE_RAY, meshes }),
    );
  });
});
