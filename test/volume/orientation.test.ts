/** How volumes lie in the world, for all 48 ways along its axes and for turns away from them. */
import { describe, expect, it } from 'vitest';
import { dot, normalize, rotateAbout, scale, type Vec3 } from '../../src/math/vec3.js';
import { describeOrientation } from '../../src/volume/orientation.js';
import { between, createRandom, randomDirection } from '../camera/random.js';

/** LPS. */
const TOWARDS: Readonly<Record<string, Vec3>> = {
  L: [1, 0, 0],
  R: [-1, 0, 0],
  P: [0, 1, 0],
  A: [0, -1, 0],
  S: [0, 0, 1],
  I: [0, 0, -1],
};
const WORLD: Readonly<Record<string, Vec3>> = {
  '+x': TOWARDS['L']!,
  '-x': TOWARDS['R']!,
  '+y': TOWARDS['P']!,
  '-y': TOWARDS['A']!,
  '+z': TOWARDS['S']!,
  '-z': TOWARDS['I']!,
};

/** Every code of three letters, one of each pair. */
const CODES = ['LR', 'PA', 'SI']
  .flatMap((first, a, pairs) =>
    pairs.flatMap((second, b) =>
      a === b ? [] : pairs.flatMap((third, c) => (c === a || c === b ? [] : [[first, second, third]])),
    ),
  )
  .flatMap(([first, second, third]) =>
    Array.from(first!, (i) => Array.from(second!, (j) => Array.from(third!, (k) => i + j + k))).flat(2),
  );

type Columns = readonly [Vec3, Vec3, Vec3];

const columnsOf = (code: string, spacing: Vec3 = [1, 1, 1]) =>
  Array.from(code, (letter, column) => scale(TOWARDS[letter]!, spacing[column]!)) as unknown as Columns;

const describeColumns = (columns: Columns, anatomical = true) =>
  describeOrientation({ indexToWorld: { columns, origin: [0, 0, 0] }, anatomical });

describe('the orientation of a volume', () => {
  it('is told for all 48 ways to lie along the axes', () => {
    expect(new Set(CODES).size).toBe(48);
    for (const code of CODES) {
      const { letters, axes, obliquenessDegrees } = describeColumns(columnsOf(code, [0.3, 5, 2]));
      expect(letters).toBe(code);
      expect(axes.map((axis) => WORLD[axis])).toEqual(Array.from(code, (letter) => TOWARDS[letter]));
      expect(obliquenessDegrees).toBe(0);
    }
  });

  it('has no letters where no anatomy is known', () => {
    expect(describeColumns(columnsOf('PRS'), false)).toEqual({
      axes: ['+y', '-x', '+z'],
      letters: undefined,
      obliquenessDegrees: 0,
    });
  });

  it('stays the nearest when the volume is turned, and tells by how much', () => {
    const seed = 40;
    const random = createRandom(seed);
    for (const code of CODES) {
      for (const [about, letter] of Array.from(code).entries()) {
        const angle = between(random, -44, 44);
        const turn = (v: Vec3) => rotateAbout(v, TOWARDS[letter]!, (angle * Math.PI) / 180);
        const turned = columnsOf(code, [3, 1, 0.5]).map(turn) as unknown as Columns;
        const { letters, obliquenessDegrees } = describeColumns(turned);
        const what = `seed ${seed}, ${code} by ${angle} degrees about axis ${about}`;
        expect(letters, what).toBe(code);
        expect(Math.abs(obliquenessDegrees - Math.abs(angle)), what).toBeLessThan(1e5 * Number.EPSILON);
      }
    }
  });

  it('tells apart angles far smaller than a cosine could', () => {
    const tilt = 1e-9;
    const { obliquenessDegrees } = describeColumns([
      [1, tilt, 0],
      [-tilt, 1, 0],
      [0, 0, 1],
    ]);
    expect(obliquenessDegrees / ((tilt * 180) / Math.PI)).toBeCloseTo(1, 12);
  });

  it('gives each world axis once, and none against its direction, however the axes lean', () => {
    const seed = 41;
    const random = createRandom(seed);
    for (let round = 0; round < 500; round++) {
      const columns = [0, 1, 2].map(() =>
        scale(randomDirection(random), between(random, 0.1, 9)),
      ) as unknown as Columns;
      const { axes, letters, obliquenessDegrees } = describeColumns(columns);
      const what = `seed ${seed}, round ${round}`;
      expect([...new Set(axes.map((axis) => axis[1]))].sort().join(''), what).toBe('xyz');
      expect(
        axes.map((axis) => WORLD[axis]),
        what,
      ).toEqual(Array.from(letters!, (letter) => TOWARDS[letter]));
      const cosines = axes.map((axis, column) => dot(normalize(columns[column]!), WORLD[axis]!));
      for (const cosine of cosines) expect(cosine, what).toBeGreaterThan(0);
      const largest = (Math.acos(Math.min(...cosines)) * 180) / Math.PI;
      // The arc cosine is half as exact as its argument.
      expect(Math.abs(obliquenessDegrees - largest), what).toBeLessThan(1e-5);
    }
  });
});
