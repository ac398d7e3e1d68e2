/** Blinn–Phong shading against its formula, and shaded fields whose pictures are known. */
import { describe, expect, it } from 'vitest';
import { cameraBasis, rayThroughPixel } from '../../../src/camera/camera.js';
import { type Affine, transformPoint, transformVector } from '../../../src/math/affine.js';
import { add, addScaled, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { type CastVolumeOptions, castVolume } from '../../../src/reference/volume/cast-volume.js';
import { createShade } from '../../../src/reference/volume/shading/shade.js';
import { createShading, FULL_SHADING_GRADIENT } from '../../../src/transfer/light/shading.js';
import type { TransferFunction } from '../../../src/transfer/transfer-function.js';
import { expectClose } from '../../camera/closeness.js';
import { between, createRandom, randomDirection, randomRotation } from '../../camera/random.js';
import {
  BLACK,
  channelOf,
  expectSameColors,
  fieldVolume,
  largestDifference,
  pixelAt,
  TINT,
  UNIT_AXES,
  uniform,
} from '../cast-scenes.js';

const FULL: Vec3 = [0, 0, 5];
const EYE: Vec3 = [0, 0, 1];
const times = (share: number): Vec3 => scale(TINT, share);

describe('createShade', () => {
  const shares = { ambient: 0.1, diffuse: 0.5, specular: 0.2, shininess: 4 } as const;

  it('lights a surface that faces the eye and the light in full', () => {
    const shade = createShade(createShading(shares), uniform(1));
    expectClose(shade([0.5, 0.25, 0], FULL, EYE), [0.5, 0.35, 0.2]);
    expectClose(shade([0.5, 0.25, 0], scale(FULL, -1), EYE), [0.5, 0.35, 0.2]);
  });

  it.each([5701, 5702, 5703])('follows Lambert’s cosine and the half-way vector’s, on both sides, seed %i', (seed) => {
    const random = createRandom(seed);
    const [light, normal, toEye] = [randomDirection(random), randomDirection(random), randomDirection(random)];
    const shade = createShade(createShading({ ...shares, light: scale(light, 30) }), uniform(1));
    // The cosine between the normal and a direction, by the law of cosines.
    const cosine = (a: Vec3, b: Vec3) => (2 - length(subtract(a, b)) ** 2) / 2;
    const share = 0.1 + 0.5 * Math.abs(cosine(normal, light));
    const highlight = 0.2 * Math.abs(cosine(normal, normalize(add(light, toEye)))) ** 4;
    const expected = addScaled([highlight, highlight, highlight], TINT, share);
    expectClose(shade(TINT, scale(normal, 7), toEye), expected);
    expectClose(shade(TINT, scale(normal, -7), toEye), expected);
  });

  it('has no highlight of a light straight behind, nor on an edge', () => {
    const behind = createShade(createShading({ ...shares, light: [0, 0, -2] }), uniform(1));
    expectClose(behind(TINT, FULL, EYE), times(0.6));
    const headlight = createShade(createShading(shares), uniform(1));
    expectClose(headlight(TINT, [3, 4, 0], EYE), times(0.1));
  });

  it('takes a direction of any length for the light, and none for a headlight', () => {
    const color = (light: Vec3 | 'headlight') =>
      createShade(createShading({ ...shares, light }), uniform(1))(TINT, [1, 2, 3], EYE);
    expectClose(color([0, 0, 1e3]), color('headlight'));
    expectClose(color([1, 2, 2]), color([0.5, 1, 1]));
    expect(color([1, 2, 2])).not.toEqual(color('headlight'));
  });

  it('shades weak gradients in proportion, down to ambient light alone', () => {
    const transfer: TransferFunction = {
      colors: [
        { value: -100, color: TINT },
        { value: 20, color: TINT },
      ],
      opacities: [
        { value: -40, opacity: 0 },
        { value: 300, opacity: 1 },
      ],
      gradientOpacities: [{ value: 5000, opacity: 1 }],
    };
    // The points' values run from −100 to 300; gradients are not values.
    const full = FULL_SHADING_GRADIENT * 400;
    const shade = createShade(createShading({ ...shares, specular: 0 }), transfer);
    expectClose(shade(TINT, [0, 0, 0], EYE), times(0.1));
    expectClose(shade(TINT, [0, 0, full / 4], EYE), times(0.1 + 0.5 / 4));
    expectClose(shade(TINT, [0, 0, full], EYE), times(0.6));
    expectClose(shade(TINT, [0, 0, 9 * full], EYE), times(0.6));
  });

  it('takes a range of 1 where all points are at one value', () => {
    const shade = createShade(createShading({ ...shares, specular: 0 }), uniform(0.3));
    expectClose(shade(TINT, [0, 0, FULL_SHADING_GRADIENT / 2], EYE), times(0.1 + 0.5 / 2));
  });

  it('never exceeds 1', () => {
    for (const light of [{ diffuse: 3 }, { specular: 2 }, { ambient: 1.5 }]) {
      const shade = createShade(createShading({ ...shares, ...light }), uniform(1));
      for (const gradient of [FULL, [0, 0, 0], [0, 0, FULL_SHADING_GRADIENT / 2]] as const) {
        expect(Math.max(...shade([1, 0.5, 0], gradient, EYE))).toBeLessThanOrEqual(1);
      }
    }
  });
});

/** Spacing 1, `sizes` voxels about the world's zero point. */
const centered = (sizes: Vec3, columns: Affine['columns']): Affine => {
  const middle = transformVector(
    { columns, origin: [0, 0, 0] },
    sizes.map((size) => (size - 1) / 2) as unknown as Vec3,
  );
  return { columns, origin: scale(middle, -1) };
};
const UNIT = UNIT_AXES.columns;
const RADIUS = 7;
const distanceToCenter = (point: Vec3) => length(point);

describe('a shaded sphere', () => {
  const sizes: Vec3 = [19, 19, 19];
  const volume = fieldVolume(sizes, centered(sizes, UNIT), distanceToCenter);
  const size = { width: 25, height: 25 };
  const camera = { projection: 'orthographic', eye: [0, 0, 40], target: [0, 0, 0], up: [0, 1, 0], height: 16 } as const;
  const options = { volume, camera, ...size, mode: 'isosurface', isoValue: RADIUS } as const;
  const sphere: CastVolumeOptions = { ...options, transfer: uniform(1), background: 'transparent' };
  /** On the sphere, towards the eye. */
  const normalAt = (x: number, y: number): Vec3 => {
    const [right, up] = rayThroughPixel(camera, size, x, y).origin;
    return [right / RADIUS, up / RADIUS, Math.sqrt(Math.max(0, 1 - (right * right + up * up) / RADIUS ** 2))];
  };
  const pixels = Array.from({ length: 625 }, (_, n) => [n % 25, Math.floor(n / 25)] as const);

  it('is brightest where its normal faces the light, and follows the cosine', () => {
    const light = normalize([0.5, 0.3, 0.8]);
    const shading = createShading({ ambient: 0, diffuse: 1, specular: 0, light });
    const { colors } = castVolume({ ...sphere, shading });
    // Well inside of the outline, where a pixel off is no other normal.
    const inner = pixels.filter(([x, y]) => normalAt(x, y)[2] > 0.5);
    expect(inner.length).toBeGreaterThan(150);
    // The field's curvature over two voxels turns a central difference by about (1/7)² / 6 and moves the surface.
    const error = (1 / RADIUS) ** 2;
    for (const [x, y] of inner) {
      const red = pixelAt(colors, x, y, 25)[0]!;
      expect(Math.abs(red - TINT[0] * Math.abs(dot(normalAt(x, y), light)))).toBeLessThan(error);
    }
    const reds = inner.map(([x, y]) => pixelAt(colors, x, y, 25)[0]!);
    const brightest = inner[reds.indexOf(Math.max(...reds))]!;
    expect(dot(normalAt(...brightest), light)).toBeGreaterThan(1 - 2 * error);
  });

  it('is as symmetric as its grid under a headlight, and has its highlight in the middle', () => {
    const { colors } = castVolume({ ...sphere, shading: createShading({ shininess: 40 }) });
    const at = (x: number, y: number) => pixelAt(colors, x, y, 25);
    const images = [(x: number, y: number) => at(24 - x, y), (x: number, y: number) => at(x, 24 - y)];
    images.push((x, y) => at(y, x));
    for (const image of images) {
      expect(
        largestDifference(
          pixels.flatMap(([x, y]) => image(x, y)),
          colors,
        ),
      ).toBeCloseTo(0, 9);
    }
    const reds = pixels.map(([x, y]) => at(x, y)[0]!);
    expect(Math.max(...reds)).toBe(at(12, 12)[0]);
    expect(at(12, 12)[2]).toBeGreaterThan(TINT[2]);
  });

  it('looks the same of voxels half as deep, and of turned ones', () => {
    const shading = createShading({ light: [0.4, -0.5, 0.7] });
    const expected = castVolume({ ...sphere, shading });
    const flatColumns = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 0.5],
    ] as const;
    const rotate = randomRotation(createRandom(5711));
    const turned = UNIT.map(rotate) as unknown as Affine['columns'];
    const grids = [
      [[19, 19, 37], flatColumns],
      [[27, 27, 27], turned],
    ] as const;
    for (const [gridSizes, columns] of grids) {
      const same = fieldVolume(gridSizes, centered(gridSizes, columns), distanceToCenter);
      const image = castVolume({ ...sphere, volume: same, shading });
      const inner = pixels.flatMap(([x, y], n) => (normalAt(x, y)[2] > 0.5 ? [n] : []));
      for (const n of inner) {
        const [a, b] = [image, expected].map(({ colors }) => colors.subarray(4 * n, 4 * n + 4));
        // Twice the error of a normal that the first test allows.
        expect(largestDifference(a!, b!)).toBeLessThan(2 / RADIUS ** 2);
      }
    }
  });
});

describe.each([5721, 5722])('a shaded linear field, seed %i', (seed) => {
  const random = createRandom(seed);
  const slope = scale(randomDirection(random), between(random, 0.01, 10));
  const rotate = randomRotation(random);
  const side = 12;
  const size = { width: 4, height: 4 };

  it('looks the same whatever the voxels’ spacings and angles', () => {
    const direction = normalize(add(normalize(slope), cross(slope, [0.3, 0.2, 0.1])));
    const eye = scale(direction, -50);
    const camera = { projection: 'orthographic', eye, target: [0, 0, 0], up: rotate([1, 0, 0]), height: 1 } as const;
    const shading = createShading({ light: rotate([0, 0, 1]) });
    const imageOf = (columns: Affine['columns']) => {
      const sizes = columns.map((column) => Math.ceil((2 * side) / length(column))) as unknown as Vec3;
      const volume = fieldVolume(sizes, centered(sizes, columns), (point) => dot(slope, point));
      const scene = { volume, camera, ...size, transfer: uniform(1), background: BLACK, shading } as const;
      return castVolume({ ...scene, mode: 'isosurface', isoValue: 0 }).colors;
    };
    const { forward } = cameraBasis(camera);
    const expected = createShade(shading, uniform(1))(TINT, scale(slope, 1e3), scale(forward, -1));
    const cubes = UNIT.map(rotate) as unknown as Affine['columns'];
    const flat = cubes.map((column, axis) => scale(column, [1, 0.5, 2][axis]!)) as unknown as Affine['columns'];
    const leaning = [cubes[0], add(cubes[1], scale(cubes[0], 0.4)), add(cubes[2], scale(cubes[1], -0.3))] as const;
    for (const columns of [cubes, flat, leaning]) {
      const colors = imageOf(columns);
      for (const channel of [0, 1, 2]) {
        expectSameColors(channelOf(colors, channel), new Float64Array(16).fill(expected[channel]!), 9);
      }
    }
    expect(transformPoint(centered([3, 3, 3], cubes), [1, 1, 1])).toEqual([0, 0, 0]);
  });
});
