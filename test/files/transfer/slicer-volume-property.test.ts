/** 3D Slicer's volume properties: both formats say the same, and what is broken is told in a line. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { parseVolumeProperty } from '../../../src/files/transfer/slicer-volume-property.js';
import { evaluateColor, evaluateGradientOpacity, evaluateOpacity } from '../../../src/transfer/transfer-function.js';

const TEXT = `1
1
0.9
0.15
0.25
12
6 -500 0 120.5 0.25 800 0.75
6 0 0.1 40 0.5 255 1
12 -500 0 0 0.5 300 0.25 0.5 0.75 1200 1 1 1
`;

const point = (x: number, y: number) => ({ x, y, midpoint: 0.5, sharpness: 0 });
const colorPoint = (x: number, ...color: number[]) => ({ x, color, midpoint: 0.5, sharpness: 0 });

const COMPONENT = {
  componentWeight: 1,
  shade: true,
  lighting: { diffuse: 0.9, ambient: 0.15, specular: 0.25, specularPower: 12 },
  disableGradientOpacity: false,
  scalarOpacityUnitDistance: 1,
  rgbTransferFunction: {
    type: 'colorTransferFunction',
    points: [colorPoint(-500, 0, 0, 0.5), colorPoint(300, 0.25, 0.5, 0.75), colorPoint(1200, 1, 1, 1)],
  },
  scalarOpacity: { type: 'piecewiseLinearFunction', points: [point(-500, 0), point(120.5, 0.25), point(800, 0.75)] },
  gradientOpacity: { type: 'piecewiseLinearFunction', points: [point(0, 0.1), point(40, 0.5), point(255, 1)] },
};

const SCHEMA =
  'https://raw.githubusercontent.com/slicer/slicer/main/Modules/Loadable/VolumeRendering/Resources/Schema/volume-property-schema-v1.0.0.json#';

const json = (component: object, property: object = {}) =>
  JSON.stringify({
    '@schema': SCHEMA,
    volumeProperties: [{ effectiveRange: [0, -1], isoSurfaceValues: [0], components: [component], ...property }],
  });

const line = (number: number, text: string) =>
  TEXT.split('\n')
    .map((old, index) => (index === number - 1 ? text : old))
    .join('\n');

describe('a volume property', () => {
  const fromText = parseVolumeProperty(TEXT, 'a.vp');

  it('is read from text', () => {
    expect(fromText).toEqual({
      colors: [
        { value: -500, color: [0, 0, 0.5] },
        { value: 300, color: [0.25, 0.5, 0.75] },
        { value: 1200, color: [1, 1, 1] },
      ],
      opacities: [
        { value: -500, opacity: 0 },
        { value: 120.5, opacity: 0.25 },
        { value: 800, opacity: 0.75 },
      ],
      unit: 1,
      gradientOpacities: [
        { value: 0, opacity: 0.1 },
        { value: 40, opacity: 0.5 },
        { value: 255, opacity: 1 },
      ],
      shading: { diffuse: 0.9, ambient: 0.15, specular: 0.25, shininess: 12 },
    });
  });

  it('is the same in text and in JSON', () => {
    expect(parseVolumeProperty(json(COMPONENT), 'a.vp.json')).toEqual(fromText);
  });

  it('is read from lines that end as on Windows, with comments, and with more lines behind', () => {
    expect(parseVolumeProperty(TEXT.replaceAll('\n', '\r\n'), 'a.vp')).toEqual(fromText);
    expect(parseVolumeProperty(TEXT.replaceAll('\n', ' => what it is, with 1 number\n'), 'a.vp')).toEqual(fromText);
    expect(parseVolumeProperty(`${TEXT}\n\n`, 'a.vp')).toEqual(fromText);
  });

  it('has light only where it is shaded', () => {
    expect(parseVolumeProperty(line(2, '0'), 'a.vp').shading).toBeUndefined();
    expect(parseVolumeProperty(json({ ...COMPONENT, shade: false }), 'a.vp.json').shading).toBeUndefined();
  });

  it("has VTK's light where it says nothing else", () => {
    const light = { diffuse: 0.7, ambient: 0.1, specular: 0.2, shininess: 10 };
    const { lighting: _, ...unlit } = COMPONENT;
    expect(parseVolumeProperty(json(unlit), 'a.vp.json').shading).toEqual(light);
    const empty = TEXT.split('\n').map((text, index) => (index >= 2 && index <= 5 ? '' : text));
    expect(parseVolumeProperty(empty.join('\n'), 'a.vp').shading).toEqual(light);
  });

  it('has gradient opacities only where they are not 1', () => {
    for (const text of [
      line(8, '4 0 1 255 1'),
      line(8, ''),
      line(8, '0'),
      // As in US-Fetal.
      line(8, '8 -10 0 -1 1 20 1 90 1'),
      json({ ...COMPONENT, disableGradientOpacity: true }),
      json({ ...COMPONENT, gradientOpacity: { points: [] } }),
    ]) {
      expect(parseVolumeProperty(text, 'a.vp').gradientOpacities).toBeUndefined();
    }
  });

  it('has gradient opacities from 0 on', () => {
    const transfer = parseVolumeProperty(line(8, '6 -10 0 10 1 30 0.5'), 'a.vp');
    expect(transfer.gradientOpacities).toEqual([
      { value: 0, opacity: 0.5 },
      { value: 10, opacity: 1 },
      { value: 30, opacity: 0.5 },
    ]);
    expect(evaluateGradientOpacity(transfer, 5)).toBe(0.75);
  });

  it('keeps steps', () => {
    const transfer = parseVolumeProperty(line(7, '8 -500 0 100 0 100 1 800 1'), 'a.vp');
    expect([99.999, 100].map((value) => evaluateOpacity(transfer, value))).toEqual([0, 1]);
  });

  it('may have a window and a unit of its own', () => {
    const transfer = parseVolumeProperty(
      json({ ...COMPONENT, scalarOpacityUnitDistance: 2.5 }, { effectiveRange: [-100, 700] }),
      'a.vp.json',
    );
    expect(transfer.window).toEqual([-100, 700]);
    expect(transfer.unit).toBe(2.5);
  });

  it('is the first of several, and of their components', () => {
    const dark = { ...COMPONENT, scalarOpacity: { points: [point(0, 0)] } };
    const several = {
      volumeProperties: [{ components: [COMPONENT, dark] }, { components: [dark] }],
    };
    expect(parseVolumeProperty(JSON.stringify(several), 'a.vp.json')).toEqual(fromText);
  });

  it('may have points in any order, and without what they all have', () => {
    const shuffled = {
      ...COMPONENT,
      scalarOpacity: {
        points: [
          { x: 800, y: 0.75 },
          { x: -500, y: 0 },
          { x: 120.5, y: 0.25 },
        ],
      },
    };
    expect(parseVolumeProperty(json(shuffled), 'a.vp.json')).toEqual(fromText);
  });

  it('bends its curves where they have midpoints and sharpness', () => {
    const bent = {
      ...COMPONENT,
      scalarOpacity: { points: [{ ...point(0, 0), midpoint: 0.25 }, point(100, 0.5)] },
      rgbTransferFunction: { points: [{ ...colorPoint(0, 0, 0, 0), sharpness: 1 }, colorPoint(10, 1, 0.5, 0)] },
    };
    const transfer = parseVolumeProperty(json(bent), 'a.vp.json');
    expect([0, 25, 62.5, 100].map((value) => evaluateOpacity(transfer, value))).toEqual([0, 0.25, 0.375, 0.5]);
    expect([4.99, 5].map((value) => evaluateColor(transfer, value))).toEqual([
      [0, 0, 0],
      [1, 0.5, 0],
    ]);
  });
});

describe('what is broken', () => {
  const without = (key: keyof typeof COMPONENT) => {
    const { [key]: _, ...rest } = COMPONENT;
    return json(rest);
  };
  const refused: readonly [string, string, RegExp][] = [
    ['nothing', '', /has 1 of the 9 lines of a volume property of 3D Slicer$/],
    ['half a file', TEXT.slice(0, 40), /has \d of the 9 lines of a volume property of 3D Slicer$/],
    ['a word for a number', line(3, 'much'), /line 3, diffuse, must be numbers, not "much"$/],
    ['a word among numbers', line(7, '4 0 none 100 1'), /line 7, scalar opacity, must be numbers, not "none"$/],
    ['fewer numbers than said', line(7, '8 0 0 100 1'), /line 7, .* says that 8 numbers follow, but there are 4$/],
    ['more numbers than said', line(9, '4 0 0 0 0 1 1 1 1'), /line 9, color, says that 4 numbers follow, .* are 8$/],
    ['endless numbers', line(7, '4e999 0 0'), /line 7, scalar opacity, must be numbers, not "4e999"$/],
    ['half a point', line(8, '3 0 0 100'), /line 8, gradient opacity, must have 2 numbers per point, but there are 3/],
    ['no opacity', line(7, ''), /opacities must be a list of at least one point/],
    ['too much opacity', line(7, '4 0 0 100 1.5'), /opacities\[1\]\.opacity must be a number from 0 to 1, not 1.5$/],
    ['colours as bytes', line(9, '4 0 255 0 0'), /colors\[0\]\.color must be .* not \[255,0,0\]$/],
    ['negative light', line(4, '-1'), /ambient must be a number from 0 on, not -1$/],
    ['JSON cut short', json(COMPONENT).slice(0, 300), /must be JSON/],
    ['no volume properties', '{"volumeProperties": []}', /volumeProperties must be a list of at least one object$/],
    ['other JSON', '{"volumes": 1}', /volumeProperties must be a list of at least one object$/],
    ['no components', json(COMPONENT, { components: 1 }), /volumeProperties\[0\]\.components must be a list/],
    ['a component of null', json(COMPONENT, { components: [null] }), /components\[0\] must be an object$/],
    ['no colours', without('rgbTransferFunction'), /rgbTransferFunction must be an object$/],
    ['no opacities', without('scalarOpacity'), /opacities must be a list of at least one point/],
    [
      'a point without y',
      json({ ...COMPONENT, scalarOpacity: { points: [{ x: 1 }] } }),
      /scalarOpacity\.points\[0\]\.y must be a number$/,
    ],
    [
      'points that are none',
      json({ ...COMPONENT, gradientOpacity: { points: 3 } }),
      /gradientOpacity\.points must be a list$/,
    ],
    [
      'a colour of two',
      json({ ...COMPONENT, rgbTransferFunction: { points: [colorPoint(0, 1, 1)] } }),
      /rgbTransferFunction\.points\[0\]\.color must be three numbers$/,
    ],
    ['light as text', json({ ...COMPONENT, lighting: { ambient: '0.1' } }), /ambient must be a number$/],
    ['no unit', json({ ...COMPONENT, scalarOpacityUnitDistance: 0 }), /unit must be a positive length .* not 0$/],
  ];
  it.each(refused)('%s is told in one line that starts with the name', (_, text, message) => {
    const parse = () => parseVolumeProperty(text, 'my look.vp');
    expect(parse).toThrow(InputError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(/^my look\.vp: [^\n\r]{1,200}$/);
  });

  it('never throws anything else, wherever a file is cut', () => {
    for (const text of [TEXT, json(COMPONENT)]) {
      for (let length = 0; length < text.length - 1; length++) {
        try {
          parseVolumeProperty(text.slice(0, length), 'cut.vp');
        } catch (error) {
          expect(error, `cut at ${length}`).toBeInstanceOf(InputError);
        }
      }
    }
  });
});
