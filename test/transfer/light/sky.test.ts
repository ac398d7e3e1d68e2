/** The sky is Preetham's, and the built-in panoramas are of a light that suits white floors. */
import { describe, expect, it } from 'vitest';
import { isPanoramaName, loadBuiltIn } from '../../../src/cast/path/load-built-in.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { ENVIRONMENTS, edgeOfRow } from '../../../src/transfer/light/environment.js';
import { createSky, describeSky } from '../../../src/transfer/light/sky.js';
import { createStudio, studioLight } from '../../../src/transfer/light/studio.js';

const luminance = ([red, green, blue]: Vec3) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

describe('a sky', () => {
  it('has the luminance of the zenith that the paper gives', () => {
    // (4.0453 T − 4.9710) tan((4/9 − T/120)(π − 2 θs)) − 0.2155 T + 2.4192 for T = 3 and a sun 40 degrees high.
    const { lightFrom } = describeSky({ elevationDegrees: 40, turbidity: 3 });
    const chi = (4 / 9 - 3 / 120) * (80 / 180) * Math.PI;
    const wanted = (4.0453 * 3 - 4.971) * Math.tan(chi) - 0.2155 * 3 + 2.4192;
    expect(luminance(lightFrom([0, 1, 0]))).toBeCloseTo(wanted, 2);
  });

  it('is blue at the zenith, brighter and whiter at the horizon, and brightest about the sun', () => {
    const { lightFrom, sunDirection } = describeSky();
    const [top, low] = [lightFrom([0, 1, 0]), lightFrom([0.99, 0.141, 0])];
    expect(top[2]).toBeGreaterThan(1.5 * top[0]);
    expect(luminance(low)).toBeGreaterThan(luminance(top));
    expect(low[2] / low[0]).toBeLessThan(top[2] / top[0]);
    expect(luminance(lightFrom(sunDirection))).toBeGreaterThan(2 * luminance(low));
  });

  it('has a sun that is dimmer and redder the lower it stands and the hazier it is', () => {
    const [high, low] = [describeSky({ elevationDegrees: 60 }).sunLight, describeSky({ elevationDegrees: 5 }).sunLight];
    const hazy = describeSky({ elevationDegrees: 60, turbidity: 8 }).sunLight;
    expect(high[0] / high[2]).toBeLessThan(1.5);
    expect(low[0] / low[2]).toBeGreaterThan(4);
    expect(luminance(low)).toBeLessThan(0.5 * luminance(high));
    expect(luminance(hazy)).toBeLessThan(luminance(high));
    // At 60 degrees a clear sky lets about a hundred thousand lux through.
    expect(luminance(high)).toBeGreaterThan(80);
    expect(luminance(high)).toBeLessThan(120);
  });

  it('lights a white floor as brightly as 1, with all of its sun', () => {
    for (const options of [{}, { elevationDegrees: 8, azimuthDegrees: 77, turbidity: 6 }]) {
      const { width, height, colors } = createSky(options);
      const { sunDirection, sunLight, lightFrom } = describeSky(options);
      let [floor, dome] = [0, 0];
      for (let row = 0; row < height / 2; row++) {
        const solid = ((edgeOfRow(row, height) - edgeOfRow(row + 1, height)) * 2 * Math.PI) / width;
        const up = Math.cos((Math.PI * (row + 0.5)) / height);
        for (let column = 0; column < width; column++) {
          const at = 3 * (row * width + column);
          floor += (solid * up * luminance([colors[at]!, colors[at + 1]!, colors[at + 2]!])) / Math.PI;
          const turned = 2 * Math.PI * ((column + 0.5) / width - 0.5);
          const level = Math.sqrt(1 - up * up);
          dome += solid * up * luminance(lightFrom([Math.sin(turned) * level, up, Math.cos(turned) * level]));
        }
      }
      expect(floor).toBeCloseTo(1, 4);
      const sun = luminance(sunLight) * sunDirection[1];
      // The share of the sun among all, by its brightest pixel: its disk has an area of its own.
      const brightest = colors.reduce((most, value, at) => (at % 3 === 1 ? Math.max(most, value) : most), 0);
      const diskLight = sunLight[1] / (Math.PI * ((0.2665 * Math.PI) / 180) ** 2) / ((sun + dome) / Math.PI);
      expect(brightest).toBeLessThan(1.02 * diskLight);
      expect(brightest).toBeGreaterThan(0.5 * diskLight);
    }
  });

  it.each([
    [{ elevationDegrees: -1 }, /from 0 to 90 degrees/],
    [{ turbidity: 1 }, /from 2 to 10, not 1/],
    [{ azimuthDegrees: Number.NaN }, /must be a number/],
  ])('is refused: %o', (options, message) => {
    expect(() => createSky(options)).toThrow(message);
  });
});

describe('studios', () => {
  it.each(['softbox', 'cinematic'] as const)(
    '%s light what faces the camera about as white does, from one side',
    (name) => {
      // A white matt surface that faces the camera and its lamps, in a grid of directions.
      const irradiance = (normal: Vec3) => {
        const side = 400;
        let sum = 0;
        for (let n = 0; n < side ** 2; n++) {
          const up = 1 - (2 * (Math.floor(n / side) + 0.5)) / side;
          const turned = (2 * Math.PI * ((n % side) + 0.5)) / side;
          const level = Math.sqrt(1 - up * up);
          const direction: Vec3 = [Math.sin(turned) * level, up, Math.cos(turned) * level];
          const cosine = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
          if (cosine > 0) sum += (4 * cosine * luminance(studioLight(name, direction))) / side ** 2;
        }
        return sum;
      };
      const towards = irradiance([-0.55, 0.6, -0.58]);
      const away = irradiance([0.55, -0.6, -0.58]);
      expect(towards).toBeGreaterThan(0.7);
      expect(towards).toBeLessThan(2);
      expect(away).toBeLessThan(0.5 * towards);
    },
  );

  it('are panoramas whose edges fade', () => {
    const { width, height, colors } = createStudio('softbox');
    let steepest = 0;
    for (let at = 3; at < colors.length; at++) {
      if (Math.floor(at / 3) % width !== 0) steepest = Math.max(steepest, Math.abs(colors[at]! - colors[at - 3]!));
    }
    expect(colors.length).toBe(3 * width * height);
    expect(steepest).toBeGreaterThan(0.5);
    expect(steepest).toBeLessThan(5.2);
  });
});

it('every environment that is no formula is a panorama, the same each time', async () => {
  const names = ENVIRONMENTS.filter(isPanoramaName);
  expect(names).toEqual(['softbox', 'cinematic', 'sky']);
  for (const name of names) expect(await loadBuiltIn(name)).toBe(await loadBuiltIn(name));
});
