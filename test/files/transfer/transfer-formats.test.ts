/** Transfer functions of all formats, told apart by what is in them. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { readTransfer } from '../../../src/files/transfer/transfer-formats.js';
import { evaluateOpacity } from '../../../src/transfer/transfer-function.js';

/** Each is a ramp from 0 at 0 to the opacity that tells which it is. */
const JSON_TEXT = `{"colors": [{"value": 0, "color": "#fff"}], "opacities": [{"value": 0, "opacity": 0}, {"value": 1, "opacity": 0.1}]}`;
const VP_JSON = `{"volumeProperties": [{"components": [{
  "rgbTransferFunction": {"points": [{"x": 0, "color": [1, 1, 1]}]},
  "scalarOpacity": {"points": [{"x": 0, "y": 0}, {"x": 1, "y": 0.2}]}
}]}]}`;
const VP = '1\n0\n1\n0.2\n0\n1\n4 0 0 1 0.3\n4 0 1 255 1\n4 0 1 1 1\n';

describe('readTransfer', () => {
  it.each([
    ['JSON', JSON_TEXT, 0.1],
    ['a volume property in JSON', VP_JSON, 0.2],
    ['a volume property', VP, 0.3],
  ])('knows %s by its content, whatever its name', (_, text, opacity) => {
    for (const name of ['a.json', 'a.vp', 'a.vp.json', 'a', 'a.txt']) {
      expect(evaluateOpacity(readTransfer(text, name), 1)).toBe(opacity);
      expect(evaluateOpacity(readTransfer(`\n ${text}`.replace('\n 1', '1'), name), 1)).toBe(opacity);
    }
  });

  it.each([
    ['a.json', 'nothing of this kind', /^a\.json: a transfer function must be JSON/],
    ['a.json', '', /^a\.json: a transfer function must be JSON/],
    ['A.VP', 'nothing of this kind', /^A\.VP: has 1 of the 9 lines of a volume property/],
    ['a.vp.json', '', /^a\.vp\.json: has 1 of the 9 lines/],
    ['a.json', '{"volumeProperties": 7}', /^a\.json: volumeProperties must be a list/],
    ['a.json', '[]', /^a\.json: a transfer function must be an object/],
    [
      'a.png',
      '\u0089PNG',
      /^a\.png: is not a transfer function that tilecast knows; it reads 3D Slicer's volume property \(\.vp, \.vp\.json\), JSON \(\.json\)$/,
    ],
  ])('says of %s with %j what is wrong', (name, text, message) => {
    expect(() => readTransfer(text, name)).toThrow(InputError);
    expect(() => readTransfer(text, name)).toThrow(message);
  });
});
