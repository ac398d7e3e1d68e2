/** Reads clouds of points as lines of numbers without a header (.xyz, .pts): x, y and z, then values, a colour or a normal. */
import { InputError } from '../../../errors.js';
import { growingFloats } from '../../../mesh/growing-array.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';
import { isText } from '../../bytes/text/utf8.js';
import type { MeshReader } from '../mesh-file.js';
import { finishPoints } from './finish-points.js';

const COLUMNS_MAX = 64;

interface Rows {
  readonly numbers: Float64Array;
  readonly width: number;
}

/** Reads a ball for each line of three numbers or more; a line of one, which counts the points that follow, is passed over. */
export const readXyz: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isText(bytes)) throw new InputError('is no text; lines of three numbers or more would be right');
    const rows = readRows(bytes);
    const { numbers, width } = rows;
    const color = findTriple(rows, isColor);
    const normal = findTriple(rows, isNormal);
    const taken = [color, normal].flatMap((first) => (first === undefined ? [] : [first, first + 1, first + 2]));
    const at = (column: number) => (point: number) => numbers[point * width + column]!;
    const columns = Array.from({ length: width }, (_, column) => column);
    const told = (first: number | undefined, what: string) =>
      first === undefined ? [] : [`took columns ${first + 1} to ${first + 3} for ${what}`];
    return finishPoints(
      {
        count: numbers.length / width,
        coordinate: (point, axis) => at(axis)(point),
        color:
          color === undefined ? undefined : (point) => [at(color)(point), at(color + 1)(point), at(color + 2)(point)],
        values: columns
          .filter((column) => column > 2 && !taken.includes(column))
          .map((column) => ({ name: `column ${column + 1}`, at: at(column) })),
      },
      [...told(color, 'colours'), ...told(normal, 'normals')],
    );
  });

function readRows(bytes: Uint8Array): Rows {
  const numbers = growingFloats();
  // Commas and semicolons part numbers as blanks do.
  const tokens = new TextTokens(bytes.map((byte) => (byte === 44 || byte === 59 ? 32 : byte)));
  let width = 0;
  while (tokens.next()) {
    const { line } = tokens;
    const start = numbers.length;
    if (/^(?:#|\/\/)/.test(tokens.text())) {
      tokens.skipLine();
      continue;
    }
    do {
      const number = tokens.number();
      if (number === undefined || numbers.length - start === COLUMNS_MAX) {
        throw new InputError(
          `line ${line} has ${tokens.quoted()}; lines of three to ${COLUMNS_MAX} numbers would be right`,
        );
      }
      numbers.push(number);
    } while (tokens.nextInLine());
    const own = numbers.length - start;
    if (own === 1) numbers.length = start;
    else if (own < 3) throw new InputError(`line ${line} has ${own} numbers; three or more would be right`);
    else if (width !== 0 && own !== width)
      throw new InputError(`line ${line} has ${own} numbers, and those before it ${width}; as many would be right`);
    else width = own;
  }
  if (width === 0) throw new InputError('has no line of three numbers or more');
  return { numbers: numbers.toArray(), width };
}

/** The last three columns that a test holds for in all rows, beyond the coordinates. */
function findTriple({ numbers, width }: Rows, test: (triples: Iterable<readonly number[]>) => boolean) {
  for (let first = width - 3; first >= 3; first--) {
    if (test(triplesFrom(numbers, width, first))) return first;
  }
  return undefined;
}

function* triplesFrom(numbers: Float64Array, width: number, first: number) {
  for (let at = first; at < numbers.length; at += width) yield [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}

/** Whole numbers of a byte, of which some are more than one. */
function isColor(triples: Iterable<readonly number[]>): boolean {
  let largest = 0;
  for (const triple of triples) {
    if (!triple.every((number) => Number.isInteger(number) && number >= 0 && number <= 255)) return false;
    largest = Math.max(largest, ...triple);
  }
  return largest > 1;
}

/** How far normals of few digits are from a length of one. */
const NORMAL_ERROR = 0.01;

function isNormal(triples: Iterable<readonly number[]>): boolean {
  for (const triple of triples) if (Math.abs(Math.hypot(...triple) - 1) > NORMAL_ERROR) return false;
  return true;
}
