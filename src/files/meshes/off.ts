/** Reads OFF meshes of Geomview, as text: http://www.geomview.org/docs/html/OFF.html. */

import { InputError } from '../../errors.js';
import { mapNumbers } from '../../math/map-numbers.js';
import { colorBytes, packColor, WHITE } from '../../mesh/attributes/colors.js';
import { growingFloats, growingWords } from '../../mesh/growing-array.js';
import { NO_VERTEX } from '../../mesh/mesh.js';
import { recenter } from '../../mesh/recenter.js';
import { FILE_LIMITS } from '../bytes/budget.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { TextTokens } from '../bytes/text/text-tokens.js';
import { cutPolygons, finishMesh, type MeshReader, noteLeftOut } from './mesh-file.js';

const HASH = 35;

/** Texture coordinates, colours, normals, a fourth coordinate; then, in old files without a blank, the first count. */
const MAGIC = /^(ST)?(C)?(N)?(4)?(n)?OFF(\d*)$/;

/**
 * Reads vertices and polygons, which are cut into triangles, with normals, and colours of vertices or else of faces.
 * Numbers beyond those that the first word announces are colours where there are three or four.
 */
export const readOff: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const tokens = new TextTokens(bytes);
    const { hasNormals, isHomogeneous, counts } = readHeader(tokens);
    const [vertexCount, faceCount] = counts;
    // A digit and a line's end for each number at least.
    if (2 * (3 * vertexCount + faceCount) > bytes.length + 2) {
      throw new InputError(`has ${bytes.length} bytes for ${vertexCount} vertices and ${faceCount} faces`);
    }
    const positions = new Float64Array(3 * vertexCount);
    const normals = hasNormals ? new Float32Array(3 * vertexCount) : undefined;
    const vertexColors = new LineColors();
    const lead = 3 + Number(isHomogeneous);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const numbers = readLine(tokens, `vertex ${vertex + 1} of ${vertexCount}`);
      const needed = lead + (hasNormals ? 3 : 0);
      if (numbers.length < needed) {
        throw new InputError(`line ${tokens.line} has ${numbers.length} numbers; a vertex needs ${needed}`);
      }
      const scale = isHomogeneous ? 1 / numbers[3]! : 1;
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * vertex + axis] = numbers[axis]! * scale;
        if (normals) normals[3 * vertex + axis] = numbers[lead + axis]!;
      }
      vertexColors.push(numbers, needed);
    }
    const faces = readFaces(tokens, faceCount);
    const notes = cutPolygons(positions, faces, bytes.length);
    const colors = vertexColors.toBytes();
    const mesh = {
      ...recenter(positions),
      triangles: faces.triangles,
      normals,
      vertexColors: colors,
      faceColors: colors ? undefined : faces.colors,
    };
    return finishMesh(mesh, [...notes, ...noteLeftOut(faces.incomplete, 'faces with fewer than three corners')]);
  });

function readHeader(tokens: TextTokens) {
  nextWord(tokens);
  const [, , , normals, four, dimension, digits] = MAGIC.exec(tokens.text()) ?? refuse(tokens);
  if (dimension) throw new InputError('has a dimension of its own (nOFF), which is not read; three are');
  const counts: number[] = digits ? [Number(digits)] : [];
  while (counts.length < 3) {
    // The number of edges is often left out, and never used.
    if (counts.length === 2 && !tokens.nextInLine()) break;
    if (counts.length < 2 && !nextWord(tokens)) throw new InputError('ends in its header; get a whole copy');
    if (counts.length === 0 && tokens.text() === 'BINARY') throw new InputError('is a binary OFF file; text is read');
    const count = tokens.number();
    if (count === undefined || !Number.isSafeInteger(count) || count < 0) {
      throw new InputError(`line ${tokens.line} has ${tokens.quoted()} where a count should be`);
    }
    counts.push(count);
  }
  return { hasNormals: normals !== undefined, isHomogeneous: four !== undefined, counts: counts as [number, number] };
}

function refuse(tokens: TextTokens): never {
  throw new InputError(`starts with ${tokens.quoted()}; an OFF file starts with OFF, COFF or NOFF`);
}

/** The next token that is no comment. */
function nextWord(tokens: TextTokens): boolean {
  while (tokens.next()) {
    if (tokens.bytes[tokens.start] !== HASH) return true;
    tokens.skipLine();
  }
  return false;
}

/** All numbers of the next line that has any. */
function readLine(tokens: TextTokens, what: string): number[] {
  if (!nextWord(tokens)) throw new InputError(`ends before ${what}; get a whole copy`);
  return readNumbers(tokens);
}

/** The token that was found, and all others of its line. */
function readNumbers(tokens: TextTokens): number[] {
  const numbers: number[] = [];
  do {
    if (tokens.bytes[tokens.start] === HASH) {
      tokens.skipLine();
      break;
    }
    const value = tokens.number();
    if (value === undefined)
      throw new InputError(`line ${tokens.line} has ${tokens.quoted()} where a number should be`);
    if (numbers.length > FILE_LIMITS.faceCorners) throw new InputError(`line ${tokens.line} has too many numbers`);
    numbers.push(value);
  } while (tokens.nextInLine());
  return numbers;
}

function readFaces(tokens: TextTokens, faceCount: number) {
  const [triangles, polygons, faceOf] = [growingWords(), growingWords(), growingWords()];
  const colors = new LineColors();
  let incomplete = 0;
  for (let face = 0; face < faceCount; face++) {
    const numbers = readLine(tokens, `face ${face + 1} of ${faceCount}`);
    const corners = numbers[0]!;
    // Some writers put a line's end after each corner.
    let { line } = tokens;
    while (numbers.length < corners + 1 && nextWord(tokens)) {
      numbers.push(...readNumbers(tokens));
      line = tokens.line;
    }
    if (!Number.isSafeInteger(corners) || corners < 0 || numbers.length < corners + 1) {
      throw new InputError(`line ${line} has ${numbers.length - 1} corners of a face of ${corners}`);
    }
    if (corners < 3) incomplete++;
    if (corners > 3) {
      polygons.push(triangles.length / 3);
      polygons.push(corners);
    }
    for (let corner = 2; corner < corners; corner++) {
      triangles.push3(toIndex(numbers[1]!), toIndex(numbers[corner]!), toIndex(numbers[corner + 1]!));
      faceOf.push(face);
    }
    colors.push(numbers, corners + 1);
  }
  return {
    triangles: triangles.toArray(),
    polygons: polygons.toArray(),
    colors: colors.toBytes(faceOf.toArray()),
    incomplete,
  };
}

const toIndex = (value: number) => (value >= 0 && value < NO_VERTEX && Number.isInteger(value) ? value : NO_VERTEX);

/** Colours at the ends of lines: from 0 to 1, or to 255 where any number is above 1. */
class LineColors {
  readonly #components = growingFloats();
  #scale = 255;
  #any = false;

  /** Takes the colour after the first `used` numbers of a line; a single number would be an index of a map that few have. */
  push(numbers: readonly number[], used: number): void {
    const extra = numbers.length - used;
    if (extra !== 3 && extra !== 4) {
      this.#components.push3(Number.NaN, Number.NaN, Number.NaN);
      return;
    }
    const [red, green, blue] = numbers.slice(used) as [number, number, number];
    if (Math.max(red, green, blue) > 1) this.#scale = 1;
    this.#any = true;
    this.#components.push3(red, green, blue);
  }

  /** A colour for each line, or for the lines that are named; undefined if none has one. */
  toBytes(lines?: Uint32Array): Uint8Array | undefined {
    if (!this.#any) return undefined;
    const components = this.#components.toArray();
    const colorOf = (line: number) => {
      const [red, green, blue] = [0, 1, 2].map((channel) => components[3 * line + channel]! * this.#scale);
      return Number.isNaN(red) ? WHITE : packColor(red!, green!, blue!);
    };
    const words = lines
      ? mapNumbers(new Uint32Array(lines.length), lines, colorOf)
      : Uint32Array.from({ length: components.length / 3 }, (_, line) => colorOf(line));
    return colorBytes(words);
  }
}
