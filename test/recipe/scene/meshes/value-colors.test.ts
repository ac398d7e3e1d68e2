/** The colours of values on meshes: their ends, both signs and thresholds. */
import { describe, expect, it } from 'vitest';
import { createMesh } from '../../../../src/index.js';
import { chooseValueColors, colorByValues } from '../../../../src/recipe/scene/meshes/value-colors.js';
import { evaluateColor } from '../../../../src/transfer/transfer-function.js';

const list = (...values: number[]) => ({ name: 'z', on: 'vertices' as const, values: Float32Array.from(values) });
const SIGNED = list(-4, -2, 0, 1, 3, Number.NaN);
const NOTHING = { colorMap: undefined, range: undefined };
const endsOf = ({ transfer }: ReturnType<typeof chooseValueColors>) => {
  const values = transfer.colors.map(({ value }) => value);
  return [Math.min(...values), Math.max(...values)];
};

describe('values of both signs', () => {
  it('have colours as far on either side of zero, whether the diverging map is named or not', () => {
    expect(endsOf(chooseValueColors([SIGNED], NOTHING))).toEqual([-4, 4]);
    expect(endsOf(chooseValueColors([SIGNED], { ...NOTHING, colorMap: 'cool-warm' }))).toEqual([-4, 4]);
    expect(endsOf(chooseValueColors([SIGNED], { ...NOTHING, colorMap: 'viridis' }))).toEqual([-4, 3]);
    expect(endsOf(chooseValueColors([SIGNED], { ...NOTHING, range: [-1, 3] }))).toEqual([-1, 3]);
  });

  it('above a threshold have colours of their sign up to the strongest, the same for the same magnitude', () => {
    const { transfer, hides } = chooseValueColors([SIGNED], { ...NOTHING, threshold: { low: 1.5, high: undefined } });
    expect([-4, -2, 0, 1, 1.5, 3].map(hides)).toEqual([false, false, true, true, false, false]);
    const [warm, cold] = [evaluateColor(transfer, 3), evaluateColor(transfer, -3)];
    expect(warm[0]).toBeGreaterThan(warm[2] + 0.3);
    expect(cold[2]).toBeGreaterThan(cold[0] + 0.3);
    expect(evaluateColor(transfer, 4)).toEqual(evaluateColor(transfer, 9));
  });

  it('in a map that is named are symmetric above a threshold', () => {
    const choice = { ...NOTHING, colorMap: 'viridis', threshold: { low: 1, high: 2 } };
    expect(endsOf(chooseValueColors([SIGNED], choice))).toEqual([-2, 2]);
  });
});

describe('values of one sign', () => {
  it('above a threshold have the colours of the map from it on', () => {
    const colors = chooseValueColors([list(0, 2, 8)], { ...NOTHING, threshold: { low: 2, high: undefined } });
    expect(endsOf(colors)).toEqual([2, 8]);
    expect([0, 2, 8].map(colors.hides)).toEqual([true, false, false]);
  });

  it('that are all below it are said to be hidden', () => {
    const { note, hides } = chooseValueColors([list(0, 2, 8)], { ...NOTHING, threshold: { low: 9, high: undefined } });
    expect(note).toBe('--threshold: hides all of z, whose largest is 8');
    expect(hides(8)).toBe(true);
  });
});

describe('a mesh', () => {
  const mesh = createMesh({ positions: new Float32Array(18), triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) });
  const greysOf = (underlay?: ReturnType<typeof list>) => {
    const colors = chooseValueColors([SIGNED], { ...NOTHING, threshold: { low: 1.5, high: undefined } });
    return [...colorByValues(mesh, SIGNED, colors, underlay).vertexColors!];
  };

  it('is grey where its values are hidden, dark where the underlay is positive', () => {
    const plain = greysOf();
    expect(plain.slice(8, 16)).toEqual([184, 184, 184, 255, 184, 184, 184, 255]);
    const folded = greysOf(list(1, 1, 1, -1, 1, -1));
    expect(folded.slice(8, 16)).toEqual([97, 97, 97, 255, 158, 158, 158, 255]);
    expect(folded.slice(0, 8)).toEqual(plain.slice(0, 8));
    // What is missing shows the underlay too.
    expect(folded.slice(20)).toEqual([158, 158, 158, 255]);
  });

  it('has the colours of before without a threshold', () => {
    const colors = chooseValueColors([SIGNED], NOTHING);
    const bytes = colorByValues(mesh, SIGNED, colors).vertexColors!;
    expect(bytes[8]).not.toBe(184);
    expect([-4, 0, 4].some(colors.hides)).toBe(false);
  });
});
