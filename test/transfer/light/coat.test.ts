/** A coat reflects what its density and its averages say, and never more light than there is. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { scatterOn, surfaceDensity, surfaceShare } from '../../../src/reference/path/coated-surface.js';
import { scatterCosine, similarAlbedo } from '../../../src/transfer/light/albedo.js';
import {
  albedoAt,
  type Coat,
  coatAlbedos,
  coatReflects,
  drawMirrored,
  mirroredDensity,
} from '../../../src/transfer/light/coat.js';
import { createRandom } from '../../camera/random.js';

const directionAt = (height: number, turn: number): Vec3 => {
  const across = Math.sqrt(1 - height ** 2);
  return [across * Math.cos(2 * Math.PI * turn), across * Math.sin(2 * Math.PI * turn), height];
};

/** The mean over the upper half of the sphere, times its solid angle. */
function integrate(value: (lit: Vec3) => number, side = 300): number {
  let sum = 0;
  for (let at = 0; at < side ** 2; at++) {
    sum += value(directionAt(((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side));
  }
  return (2 * Math.PI * sum) / side ** 2;
}

const ROUGH = [0.35, 0.6, 1].map((coatRoughness): Coat => ({ coat: 1, coatRoughness }));
const seen = [0.15, 0.5, 0.95].map((height) => directionAt(height, 0.1));

describe.each(ROUGH)('a coat of the roughness $coatRoughness', (coat) => {
  it('is drawn as often as its density says', () => {
    const random = createRandom(3);
    for (const from of seen) {
      const count = 40_000;
      let [drawn, square] = [0, 0];
      for (let n = 0; n < count; n++) {
        const lit = drawMirrored(from, random(), random(), coat);
        // A quantity with a mean of its own for each quarter of the upper half.
        const value = lit[2] > 0 ? 1 + lit[0] + 2 * lit[2] : 0;
        [drawn, square] = [drawn + value / count, square + value ** 2 / count];
      }
      const wanted = integrate((lit) => mirroredDensity(from, lit, coat) * (1 + lit[0] + 2 * lit[2]));
      expect(Math.abs(drawn - wanted)).toBeLessThan(5 * Math.sqrt((square - drawn ** 2) / count) + 2e-3);
    }
  });

  it('reflects of each direction what its averages say', () => {
    const albedos = coatAlbedos(coat);
    for (const from of seen) {
      const wanted = integrate((lit) => coatReflects(from, lit, coat));
      expect(Math.abs(albedoAt(albedos, from[2]) - wanted)).toBeLessThan(4e-3);
    }
    expect(albedos.mean).toBeCloseTo(
      integrate((lit) => (lit[2] / Math.PI) * albedoAt(albedos, lit[2])),
      4,
    );
  });

  it('leaves a white surface white, and makes no light on others', () => {
    const albedos = coatAlbedos(coat);
    for (const from of seen) {
      const [white, gray] = ([1, 0.3] as const).map((reflected) => {
        const surface = { normal: [0, 0, 1], seen: from, reflected: [reflected, 0, 0], coat, albedos } as const;
        return integrate((lit) => surfaceShare(surface, lit)[0]);
      });
      expect(Math.abs(white! - 1)).toBeLessThan(5e-3);
      expect(gray).toBeLessThan(1);
      expect(gray).toBeGreaterThan(0.2);
    }
  });

  it('scatters by draws whose weights are its shares', () => {
    const random = createRandom(8);
    const normal: Vec3 = [2 / 3, -1 / 3, 2 / 3];
    const surface = { normal, seen: [0, 0, 1], reflected: [0.6, 0.2, 0.1], coat, albedos: coatAlbedos(coat) } as const;
    for (let n = 0; n < 200; n++) {
      const { direction, weight } = scatterOn(surface, [random(), random()], random());
      const density = surfaceDensity(surface, direction);
      if (density > 0) expect(weight[1] * density).toBeCloseTo(surfaceShare(surface, direction)[1], 10);
    }
  });
});

/** Probability per steradian that light is scattered by an angle of this cosine: Henyey and Greenstein, 1941. */
const phaseOf = (cosine: number, anisotropy: number) =>
  (1 - anisotropy ** 2) / (4 * Math.PI * (1 + anisotropy ** 2 - 2 * anisotropy * cosine) ** 1.5);

it('a phase function has the mean cosine that it is named by, and all light', () => {
  for (const anisotropy of [-0.7, 0, 0.3, 0.9]) {
    const side = 20_000;
    let [light, cosines, drawn] = [0, 0, 0];
    for (let at = 0; at < side; at++) {
      const cosine = -1 + (2 * (at + 0.5)) / side;
      light += (4 * Math.PI * phaseOf(cosine, anisotropy)) / side;
      cosines += (4 * Math.PI * phaseOf(cosine, anisotropy) * cosine) / side;
      drawn += scatterCosine((at + 0.5) / side, anisotropy) / side;
    }
    expect(light).toBeCloseTo(1, 4);
    expect(cosines).toBeCloseTo(anisotropy, 4);
    expect(drawn).toBeCloseTo(anisotropy, 4);
    expect(similarAlbedo(1, anisotropy)).toBe(1);
    expect(similarAlbedo(0, anisotropy)).toBe(0);
  }
});
