/** Decimal numbers from bytes of text, without a string for each. */

const [PLUS, MINUS, POINT, ZERO, E] = [43, 45, 46, 48, 101];
const LOWER_CASE = 0x20;

/** Powers of ten up to this one are float64 numbers. */
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** Nobody writes numbers as long as this, and a token may be all of a large file. */
const LENGTH_MAX = 1000;

/**
 * The float64 number nearest to what stands from `start` to `end`, all of it: with or without sign, point and exponent,
 * or NaN or infinite as C's printf writes them. Undefined for anything else.
 */
export function parseNumber(text: Uint8Array, start: number, end: number): number | undefined {
  let at = start;
  const negative = text[at] === MINUS;
  if (negative || text[at] === PLUS) at++;
  let mantissa = 0;
  let digits = 0;
  let exponent = 0;
  let point = false;
  for (; at < end; at++) {
    const digit = text[at]! - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits += 1;
      if (point) exponent -= 1;
    } else if (text[at] === POINT && !point) {
      point = true;
    } else break;
  }
  if (digits === 0) return parseSlowly(text, start, end);
  if (at < end) {
    if ((text[at++]! | LOWER_CASE) !== E) return parseSlowly(text, start, end);
    const minus = text[at] === MINUS;
    if (minus || text[at] === PLUS) at++;
    // Four digits are too many already, for what follows.
    if (at === end || end - at > 4) return parseSlowly(text, start, end);
    let written = 0;
    for (; at < end; at++) {
      const digit = text[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) return undefined;
      written = written * 10 + digit;
    }
    exponent += minus ? -written : written;
  }
  // An exact integer and an exact power leave one rounding, that of the result (W. Clinger, "How to read floating point numbers
  // accurately", PLDI 1990).
  if (mantissa > Number.MAX_SAFE_INTEGER || exponent < -22 || exponent > 22) return parseSlowly(text, start, end);
  const value = exponent < 0 ? mantissa / EXACT_POWERS[-exponent]! : mantissa * EXACT_POWERS[exponent]!;
  return negative ? -value : value;
}

function parseSlowly(text: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > LENGTH_MAX) return undefined;
  const token = new TextDecoder().decode(text.subarray(start, end)).toLowerCase();
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(token)) return Number(token);
  if (/^[-+]?nan(?:\(\w*\))?$/.test(token)) return Number.NaN;
  if (/^[-+]?inf(?:inity)?$/.test(token)) return token.startsWith('-') ? -Infinity : Infinity;
  return undefined;
}
