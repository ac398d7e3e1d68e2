/** Colours, opacities and reflectivities of meshes: each set once, in the order in which meshes first have it. */
import { describe, expect, it } from 'vitest';
import { assignStyles, MAX_MESH_STYLES } from '../../../src/cast/mesh/styles.js';
import { InputError } from '../../../src/errors.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';

const GREY: Vec3 = [0.8, 0.8, 0.8];
const RED: Vec3 = [1, 0, 0];
/** Plain surfaces: an index of refraction of 0 says so. */
const NO_FINISH = { metallic: 0, facet_width: 0, transmission: 0, ior: 0 };

describe('assignStyles', () => {
  it('gives meshes that say nothing the default colour, opaque', () => {
    expect(assignStyles([{}, { color: undefined, opacity: undefined }], RED)).toEqual({
      styles: [{ color: RED, opacity: 1, reflectivity: 0, ...NO_FINISH }],
      slots: [0, 0],
      translucent: false,
      mirrors: false,
      finished: false,
    });
  });

  it('keeps each set of a colour, an opacity and a reflectivity once', () => {
    const meshes = [
      { color: RED },
      {},
      { color: RED, opacity: 0.5 },
      { color: [...RED] as Vec3, opacity: 1 },
      { color: GREY, reflectivity: 0 },
      { color: RED, reflectivity: 0.3 },
    ];
    expect(assignStyles(meshes, GREY)).toEqual({
      styles: [
        { color: RED, opacity: 1, reflectivity: 0, ...NO_FINISH },
        { color: GREY, opacity: 1, reflectivity: 0, ...NO_FINISH },
        { color: RED, opacity: 0.5, reflectivity: 0, ...NO_FINISH },
        { color: RED, opacity: 1, reflectivity: 0.3, ...NO_FINISH },
      ],
      slots: [0, 1, 2, 0, 1, 3],
      translucent: true,
      mirrors: true,
      finished: false,
    });
  });

  it.each([1, 2, 3])('finds every mesh its own style again, seed %i', (seed) => {
    const random = createRandom(seed);
    const share = () => Math.floor(4 * random()) / 3;
    const meshes = Array.from({ length: 40 }, () => ({
      ...(random() < 0.8 && { color: [share(), 0.5, 0] as const }),
      ...(random() < 0.8 && { opacity: share() }),
      ...(random() < 0.5 && { reflectivity: share() }),
    }));
    const { styles, slots, translucent, mirrors } = assignStyles(meshes, GREY);
    for (const [index, { color = GREY, opacity = 1, reflectivity = 0 }] of meshes.entries()) {
      expect(styles[slots[index]!]).toEqual({ color, opacity, reflectivity, ...NO_FINISH });
    }
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
    expect(new Set(slots).size).toBe(styles.length);
    expect(translucent).toBe(meshes.some(({ opacity = 1 }) => opacity < 1));
    expect(mirrors).toBe(meshes.some(({ reflectivity = 0 }) => reflectivity > 0));
  });

  it('tells finishes apart, by the width of their normals', () => {
    const finish = { metallic: 1, roughness: 0.5, transmission: 0, ior: 1.5 };
    const meshes = [{ finish }, { finish: { ...finish } }, {}, { finish: { ...finish, roughness: 0.25 } }];
    const { styles, slots, finished } = assignStyles(meshes, GREY);
    expect(slots).toEqual([0, 0, 1, 2]);
    expect(finished).toBe(true);
    expect(styles.map(({ metallic, ior }) => [metallic, ior])).toEqual([
      [1, 1.5],
      [0, 0],
      [1, 1.5],
    ]);
    expect(styles[0]!.facet_width).toBeGreaterThan(styles[2]!.facet_width);
    expect(() => assignStyles([{ finish: { ...finish, metallic: 2 } }], GREY)).toThrow(InputError);
  });

  it('takes a colour that all meshes share however many they are, and as many styles as there is room for', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ opacity: index / count }));
    expect(assignStyles(new Array(1000).fill({ color: RED }), GREY).styles).toHaveLength(1);
    expect(assignStyles(many(MAX_MESH_STYLES), GREY).slots.at(-1)).toBe(MAX_MESH_STYLES - 1);
    expect(() => assignStyles(many(MAX_MESH_STYLES + 1), GREY)).toThrow(InputError);
    expect(() => assignStyles(many(MAX_MESH_STYLES + 1), GREY)).toThrow(/up to 64 different sets.*not more/);
  });

  it.each([
    [{ opacity: -0.1 }, /opacity must be a number from 0 to 1, not -0.1/],
    [{ opacity: 1.5 }, /not 1.5/],
    [{ opacity: Number.NaN }, /not NaN/],
    [{ reflectivity: 1.01 }, /reflectivity must be a number from 0 to 1, not 1.01/],
    [{ color: [0, 2, 0] as const }, /colour must be three numbers from 0 to 1, not \(0, 2, 0\)/],
    [{ color: [0, Number.NaN, 0] as const }, /not \(0, NaN, 0\)/],
    [{ color: [0, 0, -1] as const }, /not \(0, 0, -1\)/],
  ])('refuses %o', (mesh, message) => {
    expect(() => assignStyles([{}, mesh], GREY)).toThrow(InputError);
    expect(() => assignStyles([{}, mesh], GREY)).toThrow(message);
  });

  it('refuses a default colour out of range only where a mesh takes it', () => {
    expect(() => assignStyles([{}], [2, 0, 0])).toThrow(InputError);
    expect(assignStyles([{ color: RED }], [2, 0, 0]).styles).toEqual([
      { color: RED, opacity: 1, reflectivity: 0, ...NO_FINISH },
    ]);
  });
});
