/** Numbers from text are those that JavaScript reads, and tokens are on the lines where editors see them. */
import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../../../src/files/bytes/text/parse-number.js';
import { TextTokens } from '../../../../src/files/bytes/text/text-tokens.js';
import { createRandom } from '../../../camera/random.js';
import { ascii } from '../../volumes/nrrd/write-nrrd.js';

const parse = (text: string) => parseNumber(ascii(`x${text}y`), 1, 1 + ascii(text).length);

describe('parseNumber', () => {
  it('agrees with Number for all ways to write a number, seed 41', () => {
    const random = createRandom(41);
    const digits = (count: number) => Array.from({ length: count }, () => Math.floor(10 * random())).join('');
    const pick = <T>(...options: T[]) => options[Math.floor(random() * options.length)]!;
    for (let round = 0; round < 5000; round++) {
      const [whole, part] = [digits(Math.floor(random() * 19)), digits(Math.floor(random() * 19))];
      if (whole + part === '') continue;
      const exponent = pick('', '', `e${pick('', '+', '-')}${digits(1 + Math.floor(random() * 2))}`, `E-3${digits(2)}`);
      const text = `${pick('', '-', '+')}${whole}${part === '' ? pick('', '.') : `.${part}`}${exponent}`;
      expect(parse(text), text).toBe(Number(text));
    }
  });

  it('agrees with Number for numbers as they are printed, seed 42', () => {
    const random = createRandom(42);
    const view = new DataView(new ArrayBuffer(8));
    for (let round = 0; round < 5000; round++) {
      for (const at of [0, 4]) view.setUint32(at, random() * 2 ** 32);
      for (const value of [view.getFloat32(0), view.getFloat64(0)]) {
        if (Number.isFinite(value))
          for (const text of [`${value}`, value.toPrecision(9)]) expect(parse(text), text).toBe(Number(text));
      }
    }
  });

  it.each([
    '0',
    '-0',
    '1e400',
    '-1e-400',
    '9007199254740993',
    '1e22',
    '1e23',
    '123456789012345678901234567890',
    '.5e-324',
  ])('agrees with Number for %s', (text) => {
    expect(parse(text)).toBe(Number(text));
  });

  it('is not for numbers longer than anyone writes', () => {
    expect(parse(`1.${'0'.repeat(990)}`)).toBe(1);
    expect(parse(`1.${'0'.repeat(1e6)}x`)).toBeUndefined();
  });

  it('reads what C prints for numbers that are none', () => {
    for (const text of ['nan', 'NaN', '-nan', 'nan(ind)']) expect(parse(text)).toBeNaN();
    for (const text of ['inf', 'Infinity', '+INF']) expect(parse(text)).toBe(Infinity);
    expect(parse('-inf')).toBe(-Infinity);
  });

  it.each(['', '+', '.', '-.', 'e5', '1e', '1e+', '1e5.', '1e2x', '1.2.3', '1,5', '0x10', '1_000', '--1', 'infinite'])(
    'reads nothing from "%s"',
    (text) => {
      expect(parse(text)).toBeUndefined();
    },
  );
});

describe('TextTokens', () => {
  it('splits at any blanks, and knows the lines', () => {
    const tokens = new TextTokens(ascii('a b\n\n c\r\nd\re \t f'));
    const seen: (string | number)[][] = [];
    while (tokens.next()) seen.push([tokens.text(), tokens.line]);
    expect(seen).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
      ['d', 4],
      ['e', 5],
      ['f', 5],
    ]);
    expect(tokens.next()).toBe(false);
  });

  it('stays in a line, which backslashes continue', () => {
    const tokens = new TextTokens(ascii('a \\\n b\\\r\nc \\d\\e\nf'));
    const line: string[] = [];
    while (tokens.nextInLine()) line.push(tokens.text());
    expect(line).toEqual(['a', 'b', 'c', '\\d\\e']);
    expect(tokens.nextInLine()).toBe(false);
    expect(tokens.next()).toBe(true);
    expect([tokens.text(), tokens.line]).toEqual(['f', 4]);
  });

  it('takes the rest of a line, or skips it', () => {
    const tokens = new TextTokens(ascii('name  of a thing \r\nskip this\nend'));
    tokens.next();
    expect(tokens.restOfLine()).toBe('of a thing');
    tokens.next();
    tokens.skipLine();
    tokens.next();
    expect([tokens.text(), tokens.line]).toEqual(['end', 3]);
  });

  it('compares letters of either case, and nothing else with them', () => {
    const tokens = new TextTokens(ascii('Vertex vertices VERTEX'));
    tokens.next();
    expect(tokens.is('vertex')).toBe(true);
    tokens.next();
    expect(tokens.is('vertex')).toBe(false);
    tokens.next();
    expect(tokens.is('vertex')).toBe(true);
    const other = new TextTokens(ascii('@ `'));
    other.next();
    expect(other.is('p')).toBe(false);
  });
});
