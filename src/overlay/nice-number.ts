/** Round numbers for scales: 1, 2 or 5 times a power of ten. */

export interface NiceNumber {
  readonly mantissa: 1 | 2 | 5;
  readonly exponent: number;
}

const MANTISSAS = [5, 2, 1] as const;

/** `count` times the number and ten to the power of `shift`, rounded once: the double nearest to the decimal number. */
export function multiplyNice({ mantissa, exponent }: NiceNumber, count = 1, shift = 0): number {
  return Number(`${count * mantissa}e${exponent + shift}`);
}

/** The largest one that is not larger than `limit`, a positive finite number. */
export function niceFloor(limit: number): NiceNumber {
  // The logarithm's rounding may be off by one at powers of ten.
  for (let exponent = Math.floor(Math.log10(limit)) + 1; ; exponent--) {
    for (const mantissa of MANTISSAS) {
      if (multiplyNice({ mantissa, exponent }) <= limit) return { mantissa, exponent };
    }
  }
}

/** The next larger one. */
export function nextNice({ mantissa, exponent }: NiceNumber): NiceNumber {
  if (mantissa === 5) return { mantissa: 1, exponent: exponent + 1 };
  return { mantissa: mantissa === 1 ? 2 : 5, exponent };
}

export interface Ticks {
  /** Ascending multiples of one nice number. */
  readonly values: readonly number[];
  /** How they are written, each with as many decimals. */
  readonly labels: readonly string[];
}

/** Steps: an end of the range so near to a tick is on it. */
const ON_TICK = 1e-9;
const EXPONENTIAL_FROM = 1e6;
const DECIMALS_MAX = 4;

/** Gives at most `countMax` (at least 3) and at least one tick from `low` to `high`, low < high. */
export function niceTicks(low: number, high: number, countMax: number): Ticks {
  let step = niceFloor((high - low) / countMax);
  for (;;) {
    const stepValue = multiplyNice(step);
    const first = Math.ceil(low / stepValue - ON_TICK);
    const count = Math.floor(high / stepValue + ON_TICK) - first + 1;
    if (count <= countMax) return labelTicks(step, first, count);
    step = nextNice(step);
  }
}

function labelTicks(step: NiceNumber, first: number, count: number): Ticks {
  const values = Array.from({ length: count }, (_, index) => multiplyNice(step, first + index));
  const decimals = Math.max(0, -step.exponent);
  const exponential = decimals > DECIMALS_MAX || values.some((value) => Math.abs(value) >= EXPONENTIAL_FROM);
  const label = (value: number) =>
    value === 0 ? '0' : exponential ? value.toExponential().replace('e+', 'e') : value.toFixed(decimals);
  return { values, labels: values.map(label) };
}
