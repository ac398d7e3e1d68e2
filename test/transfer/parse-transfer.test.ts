/** Transfer functions from JSON: what is read, and one line about what is not. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { parseTransfer } from '../../src/transfer/parse-transfer.js';

const BONE = `{
  "colors": [{"value": 200, "color": "#c08040"}, {"value": 1000, "color": [1, 1, 0.9]}],
  "opacities": [{"value": 150, "opacity": 0}, {"value": 1000, "opacity": 0.5}],
  "unit": 0.5
}`;

describe('parseTransfer', () => {
  it('reads colours as numbers or text, opacities and the unit', () => {
    expect(parseTransfer(BONE, 'bone.json')).toEqual({
      colors: [
        { value: 200, color: [192 / 255, 128 / 255, 64 / 255] },
        { value: 1000, color: [1, 1, 0.9] },
      ],
      opacities: [
        { value: 150, opacity: 0 },
        { value: 1000, opacity: 0.5 },
      ],
      unit: 0.5,
    });
  });

  it('reads back what is written', () => {
    const transfer = parseTransfer(BONE, 'bone.json');
    expect(parseTransfer(JSON.stringify(transfer), 'again.json')).toEqual(transfer);
  });

  const COLORS = '"colors": [{"value": 0, "color": [0, 0, 0]}]';
  const OPACITIES = '"opacities": [{"value": 0, "opacity": 1}]';
  const refused: readonly [string, string, RegExp][] = [
    ['nothing', '', /must be JSON/],
    ['half a file', BONE.slice(0, 90), /must be JSON/],
    ['several lines that are no JSON', '{\n\n"colors": \nred\n}', /must be JSON/],
    ['a list', '[]', /must be an object with "colors", "opacities", .* and "unit"$/],
    ['null', 'null', /must be an object/],
    ['no opacities', `{${COLORS}}`, /opacities must be a list/],
    ['null in place of a list', `{"colors": null, ${OPACITIES}}`, /colors must be a list .* not null$/],
    ['a misspelt key', `{${COLORS}, ${OPACITIES}, "units": 1}`, /unknown key "units"; the keys are .*"unit"$/],
    [
      'a point with another key',
      `{${COLORS}, "opacities": [{"value": 0, "alpha": 1}]}`,
      /unknown key "alpha" in opacities\[0\]; the keys are "value" and "opacity"$/,
    ],
    [
      'a colour with an opacity',
      `{"colors": [{"value": 0, "color": "#fff", "opacity": 1}], ${OPACITIES}}`,
      /unknown key "opacity" in colors\[0\]; the keys are "value" and "color"$/,
    ],
    [
      'a point that is a pair',
      `{${COLORS}, "opacities": [{"value": 0, "opacity": 1}, [1, 1]]}`,
      /opacities\[1\] must be an object with "value" and "opacity"$/,
    ],
    [
      'a value that is missing',
      `{${COLORS}, "opacities": [{"opacity": 1}]}`,
      /opacities\[0\]\.value must be a finite number, not undefined$/,
    ],
    [
      'a value beyond all numbers',
      `{${COLORS}, "opacities": [{"value": 1e999, "opacity": 1}]}`,
      /opacities\[0\]\.value must be a finite number, not Infinity$/,
    ],
    [
      'a unit of null',
      `{${COLORS}, ${OPACITIES}, "unit": null}`,
      /unit must be a positive length in world units, not null$/,
    ],
  ];
  it.each(refused)('refuses %s in one line that starts with the name', (_, text, message) => {
    const parse = () => parseTransfer(text, 'my transfer.json');
    expect(parse).toThrow(InputError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(/^my transfer\.json: [^\n\r]+$/);
  });
});
