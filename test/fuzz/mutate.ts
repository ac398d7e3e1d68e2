/** Damages files: bytes anywhere, and text and JSON by what they are made of. */
import type { Random } from '../camera/random.js';

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

const BYTES = [0, 1, 0x09, 0x0a, 0x20, 0x2d, 0x7f, 0x80, 0xfe, 0xff] as const;

/** Numbers at the ends of types, and what is none. */
const NUMBERS = [
  ...['0', '-0', '1', '-1', '2', '3', '127', '128', '255', '256', '32768', '65535', '65536', '100000'],
  ...['2147483647', '2147483648', '4294967295', '4294967296', '-2147483649', '9007199254740993', '1e30', '1e-30'],
  ...['1e308', '1e309', '-1e309', 'nan', 'NaN', 'inf', '-Infinity', '0x10', '1.5', '.5', '5.', '1e', '--1', '+1'],
] as const;

/** Text that means something to somebody. */
export const WORDS = [
  ...[
    '',
    ' ',
    '\t',
    '\0',
    '\u001b[31m',
    '\u202e',
    'ä',
    '../../etc/passwd',
    '/dev/zero',
    'LIST',
    '%d',
    '%s',
    '\\',
    '"',
    '{}',
  ],
  ...[
    'none',
    '???',
    'null',
    'true',
    '[]',
    '__proto__',
    'constructor',
    'toString',
    'end_header',
    'element',
    'x'.repeat(5000),
  ],
] as const;

/** A damaged copy; `others` are files to take pieces of. */
export function mutate(file: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = file;
  for (let rounds = 1 + below(random, 4); rounds > 0; rounds--) bytes = pick(random, MUTATIONS)(bytes, others, random);
  return bytes;
}

type Mutation = (bytes: Uint8Array, others: readonly Uint8Array[], random: Random) => Uint8Array;

const MUTATIONS: readonly Mutation[] = [
  changeBytes,
  changeBytes,
  changeWord32,
  cut,
  moveBytes,
  splice,
  changeNumbers,
  changeNumbers,
  changeLines,
  insertWord,
  changeJson,
  changeJson,
];

/** Most of a file's meaning is in its head. */
const placeIn = (bytes: Uint8Array, random: Random) =>
  below(random, random() < 0.7 ? Math.min(600, bytes.length) : bytes.length);

function changeBytes(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  const changed = bytes.slice();
  for (let count = 1 + below(random, 4); count > 0; count--) {
    changed[placeIn(bytes, random)] = random() < 0.5 ? pick(random, BYTES) : below(random, 256);
  }
  return changed;
}

function changeWord32(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  if (bytes.length < 4) return bytes;
  const changed = bytes.slice();
  const at = Math.min(placeIn(bytes, random), bytes.length - 4);
  const value = pick(random, [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, bytes.length]);
  new DataView(changed.buffer).setUint32(at, value, random() < 0.8);
  return changed;
}

function cut(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  return random() < 0.5 ? bytes.slice(0, below(random, bytes.length + 1)) : bytes.slice(0, placeIn(bytes, random));
}

function moveBytes(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  const changed = bytes.slice();
  const start = placeIn(bytes, random);
  changed.copyWithin(placeIn(bytes, random), start, start + 1 + below(random, 64));
  return changed;
}

function splice(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const other = pick(random, others);
  const [at, from] = [placeIn(bytes, random), placeIn(other, random)];
  return concatenate(bytes.subarray(0, at), other.subarray(from, from + below(random, 400)), bytes.subarray(at));
}

function changeNumbers(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  const text = toText(bytes);
  const numbers = [...text.slice(0, 4000).matchAll(/[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?/gi)];
  if (numbers.length === 0) return bytes;
  const { index, 0: number } = pick(random, numbers);
  return fromText(text.slice(0, index) + pick(random, NUMBERS) + text.slice(index + number.length));
}

function changeLines(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const lines = toText(bytes).split('\n');
  const at = below(random, Math.min(lines.length, 40));
  const others_ = toText(pick(random, others)).split('\n');
  const kind = below(random, 4);
  if (kind === 0) lines.splice(at, 1);
  else if (kind === 1) lines.splice(at, 0, ...new Array<string>(1 + below(random, 50)).fill(lines[at]!));
  else if (kind === 2) lines.splice(at, 0, others_[below(random, Math.min(others_.length, 40))]!);
  else lines.splice(at, 2, lines[at + 1] ?? '', lines[at]!);
  return fromText(lines.join('\n'));
}

function insertWord(bytes: Uint8Array, _: readonly Uint8Array[], random: Random): Uint8Array {
  const at = placeIn(bytes, random);
  return concatenate(bytes.subarray(0, at), new TextEncoder().encode(pick(random, WORDS)), bytes.subarray(at));
}

/** Replaces a value of JSON by one of any type, removes it, or copies it elsewhere. */
function changeJson(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const text = toText(bytes);
  if (!/^\s*[[{]/.test(text.slice(0, 20))) return changeNumbers(bytes, others, random);
  try {
    const json: unknown = JSON.parse(text);
    const places: [Record<string, unknown>, string][] = [];
    const collect = (value: unknown) => {
      if (typeof value !== 'object' || value === null || places.length > 2000) return;
      for (const key of Object.keys(value)) {
        places.push([value as Record<string, unknown>, key]);
        collect((value as Record<string, unknown>)[key]);
      }
    };
    collect(json);
    if (places.length === 0) return bytes;
    const [parent, key] = pick(random, places);
    const [otherParent, otherKey] = pick(random, places);
    const values = [null, true, 0, -1, 1e308, '', 'x', [], {}, [[[]]], '1,2,3', NUMBERS[below(random, NUMBERS.length)]];
    if (random() < 0.2) delete parent[key];
    else parent[key] = random() < 0.3 ? structuredClone(otherParent[otherKey]) : pick(random, values);
    return new TextEncoder().encode(JSON.stringify(json));
  } catch {
    return changeNumbers(bytes, others, random);
  }
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const fromText = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
