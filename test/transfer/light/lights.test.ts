import { describe, expect, it } from 'vitest';
import { formatLight, parseLight } from '../../../src/transfer/light/light-text.js';
import { KEY_LIGHT, LIGHT_PRESETS, type LightChoice, resolveLights } from '../../../src/transfer/light/lights.js';
import { createShading } from '../../../src/transfer/light/shading.js';

describe('lights as text', () => {
  it.each<LightChoice>([
    'headlight',
    [1, -2, 0.5],
    ...Object.values(LIGHT_PRESETS),
    [
      { direction: [1, 2, 3], color: [0.5, 0.5, 0.5] },
      { direction: [-1, 0, 2], axes: 'camera' },
      { direction: 'headlight', color: [0.1, 0.2, 0.3], sizeDegrees: 12 },
    ],
  ])('come back: %j', (light) => {
    expect(parseLight(formatLight(light))).toEqual(light);
  });

  it('join the two of the key light with others', () => {
    expect(parseLight('key/@0.3,1,0.2')).toEqual([...KEY_LIGHT, { direction: [0.3, 1, 0.2], axes: 'camera' }]);
  });

  it.each(Object.entries(LIGHT_PRESETS))('have the name %s', (name, light) => {
    expect(formatLight(light)).toBe(name);
    expect(parseLight(name)).toBe(light);
  });

  it('take a size without a colour', () => {
    expect(parseLight('1,0,0::25')).toEqual([{ direction: [1, 0, 0], sizeDegrees: 25 }]);
  });

  it('take one number for the strength of white', () => {
    expect(parseLight('1,0,0:0.25')).toEqual([{ direction: [1, 0, 0], color: [0.25, 0.25, 0.25] }]);
  });

  it.each(['', 'sun', '1,2', '1,2,3,4', '1,2,3:', '1,2,3:1:', '1,2,3:1:2:3', '@headlight', '1,2,3//1,2,3'])(
    'refuse "%s"',
    (text) => {
      expect(() => parseLight(text)).toThrow(/is no light: name headlight, key, studio, cinematic, a direction/);
      expect(() => parseLight(text)).toThrow(`"${text}"`);
    },
  );
});

describe('lights of a shading', () => {
  const axes = { right: [0, 1, 0], up: [0, 0, 1], forward: [-1, 0, 0] } as const;

  it('turn with the camera where it carries them', () => {
    const [carried] = resolveLights([{ direction: [3, 0, 4], axes: 'camera' }], axes);
    for (const [axis, component] of [0.8, 0.6, 0].entries()) expect(carried!.toLight![axis]).toBeCloseTo(component, 12);
    expect(resolveLights([0, 0, -2], axes)).toEqual([{ toLight: [0, 0, -1], color: [1, 1, 1] }]);
  });

  it.each<[LightChoice, RegExp]>([
    [[], /1 to 4 lights, not 0/],
    [Array.from({ length: 5 }, () => ({ direction: 'headlight' as const })), /1 to 4 lights, not 5/],
    [[{ direction: [0, 0, 0] }], /must be a direction or "headlight"/],
    [[{ direction: [1, 0, 0], sizeDegrees: 61 }], /size must be above 0, to 60 degrees, not 61/],
    [[{ direction: [1, 0, 0], color: [1, -1, 0] }], /colour must be three numbers from 0 on/],
  ])('are refused where they cannot be', (light, message) => {
    expect(() => createShading({ light })).toThrow(message);
  });
});
