/** The optional parts of transfer functions: gradient opacities, light and window. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { parseTransfer } from '../../src/transfer/parse-transfer.js';
import {
  createTransferFunction,
  evaluateGradientOpacity,
  type TransferFunctionInput,
} from '../../src/transfer/transfer-function.js';

const REQUIRED: TransferFunctionInput = {
  colors: [{ value: 0, color: '#ffffff' }],
  opacities: [{ value: 0, opacity: 1 }],
};

const create = (input: unknown) => createTransferFunction({ ...REQUIRED, ...(input as object) });

describe('evaluateGradientOpacity', () => {
  const transfer = create({
    gradientOpacities: [
      { value: 30, opacity: 1 },
      { value: 10, opacity: 0.2 },
    ],
  });

  it.each([
    [0, 0.2],
    [10, 0.2],
    [15, 0.4],
    [25, 0.8],
    [30, 1],
    [1e6, 1],
  ])('at %d is %d', (magnitude, factor) => {
    expect(evaluateGradientOpacity(transfer, magnitude)).toBeCloseTo(factor, 12);
  });

  it('is 1 where there are none', () => {
    expect(evaluateGradientOpacity(create({}), 5)).toBe(1);
  });
});

describe('createTransferFunction', () => {
  it('has only those keys that are given', () => {
    expect(Object.keys(create({}))).toEqual(['colors', 'opacities']);
    const full = { gradientOpacities: [{ value: 0, opacity: 1 }], shading: { light: [0, 0, 1] }, window: [-1, 2.5] };
    expect(create(full)).toEqual({ ...create({}), ...full });
  });

  const refused: readonly [string, unknown, RegExp][] = [
    ['negative magnitudes', { gradientOpacities: [{ value: -1, opacity: 1 }] }, /^gradientOpacities .* not -1$/],
    ['factors over 1', { gradientOpacities: [{ value: 0, opacity: 2 }] }, /^gradientOpacities\[0\]\.opacity .* not 2$/],
    ['no factors', { gradientOpacities: [] }, /^gradientOpacities must be a list of at least one point/],
    ['light that is none', { shading: 'soft' }, /^shading must be an object .* not "soft"$/],
    ['light of null', { shading: null }, /^shading must be an object .* not null$/],
    ['negative light', { shading: { ambient: -0.1 } }, /^shading's ambient must be a number from 0 on, not -0.1$/],
    ['light as text', { shading: { specular: '0.1' } }, /^shading\.specular must be a number from 0 on, not "0.1"$/],
    ['light without direction', { shading: { light: [0, 0, 0] } }, /^shading's light must be a direction/],
    ['light of two numbers', { shading: { light: [0, 1] } }, /^shading\.light must be a direction \[x, y, z\] or/],
    ['light from a lamp', { shading: { light: 'lamp' } }, /^shading\.light .* not "lamp"$/],
    ['an empty window', { window: [4, 4] }, /^window must go from a lower to a higher value, not from 4 to 4$/],
    ['a window that ends before it begins', { window: [4, 3] }, /^window must go .* not from 4 to 3$/],
    ['a window of one number', { window: [4] }, /^window must be two numbers/],
    ['a window without end', { window: [4, Number.POSITIVE_INFINITY] }, /^window must be a finite number/],
  ];
  it.each(refused)('refuses %s', (_, input, message) => {
    expect(() => create(input)).toThrow(InputError);
    expect(() => create(input)).toThrow(message);
  });
});

describe('parseTransfer', () => {
  const text = (keys: object) => JSON.stringify({ ...REQUIRED, ...keys });

  it('reads them', () => {
    const keys = {
      gradientOpacities: [{ value: 0, opacity: 0.5 }],
      shading: { ambient: 0.3, diffuse: 0.5, specular: 0, shininess: 3, light: 'headlight' },
      window: [0, 1],
    };
    expect(parseTransfer(text(keys), 'a.json')).toEqual(create(keys));
  });

  it.each([
    [{ shading: { ambience: 1 } }, /^a\.json: unknown key "ambience" in shading; the keys are "ambient", .*"light"$/],
    [{ shading: [] }, /^a\.json: shading must be an object/],
    [
      { gradientOpacities: [{ value: 0, factor: 1 }] },
      /^a\.json: unknown key "factor" in gradientOpacities\[0\]; the keys are "value" and "opacity"$/,
    ],
    [{ gradients: [] }, /^a\.json: unknown key "gradients"; the keys are "colors", .*"gradientOpacities"/],
  ])('refuses %j', (keys, message) => {
    expect(() => parseTransfer(text(keys), 'a.json')).toThrow(message);
  });
});
