/** The statements of a Wavefront OBJ file that make a mesh, as they stand there: before indices are resolved. */
import { InputError } from '../../../errors.js';
import { growingFloats, growingWords } from '../../../mesh/growing-array.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { FILE_LIMITS } from '../../bytes/budget.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';

const [HASH, MINUS, SLASH, ZERO] = [35, 45, 47, 48];

/** Numbers of a vertex: three of its place, four with a weight, and three of a colour; some programs write alpha too. */
const NUMBERS_MAX = 16;

/** Statements of curves and surfaces: they make no triangles here. */
const FREE_FORM = ['curv', 'curv2', 'surf'];

export class ObjStatements {
  /** x, y and z of each `v`. */
  readonly positions = growingFloats();
  /** Red, green and blue of each `v`, as written; empty if none has a colour. */
  readonly colors = growingFloats();
  /** x, y and z of each `vn`. */
  readonly normals = growingFloats();
  /** u and v of each `vt`. */
  readonly coordinates = growingFloats();
  /** Fans of the faces: indices of `v`, three a triangle; NO_VERTEX for those that cannot exist. */
  readonly triangles = growingWords();
  /** Indices of `vn`, three a triangle; empty if no face has any, and NO_VERTEX where a corner has none. */
  readonly triangleNormals = growingWords();
  /** Indices of `vt`, as those of normals. */
  readonly triangleCoordinates = growingWords();
  /** Indices of `materialNames`, one a triangle. */
  readonly triangleMaterials = growingWords();
  /** The first triangle and the number of corners of each face with more than three. */
  readonly polygons = growingWords();
  /** The first name is of faces before any `usemtl`. */
  readonly materialNames: string[] = [''];
  /** Names in the `mtllib` statements, a file or several with blanks between. */
  readonly libraries: string[] = [];
  /** Vertices of `p`, and pairs of those that `l` joins. */
  readonly points = growingWords();
  readonly lines = growingWords();
  /** Statements of both. */
  linesAndPoints = 0;
  freeForms = 0;

  readonly #tokens: TextTokens;
  #material = 0;
  readonly #materials = new Map<string, number>([['', 0]]);
  readonly #corners: number[] = [];
  readonly #cornerNormals: number[] = [];
  readonly #cornerCoordinates: number[] = [];
  readonly #numbers: number[] = [];

  /**
   * Source: Wavefront, "Advanced Visualizer Manual", appendix B1: Object files. Colours after a vertex are an extension.
   * @throws InputError if a vertex or a face is malformed.
   */
  constructor(text: Uint8Array) {
    this.#tokens = new TextTokens(text);
    while (this.#tokens.next()) {
      this.#readStatement();
      this.#tokens.skipLine();
    }
    if (this.colors.length > 0) this.colors.fillTo(this.positions.length, Number.NaN);
    for (const list of [this.triangleNormals, this.triangleCoordinates]) {
      if (list.length > 0) list.fillTo(this.triangles.length, NO_VERTEX);
    }
  }

  #readStatement(): void {
    const tokens = this.#tokens;
    if (tokens.is('v')) this.#readVertex();
    else if (tokens.is('f')) this.#readFace();
    else if (tokens.is('vn')) {
      const [x, y, z] = this.#readNumbers();
      this.normals.push3(x, y, z);
    } else if (tokens.is('vt')) {
      const [u, v = 0] = this.#readNumbers(1);
      this.coordinates.push(u!);
      this.coordinates.push(v);
    } else if (tokens.is('usemtl')) this.#useMaterial(tokens.restOfLine());
    else if (tokens.is('mtllib')) this.libraries.push(tokens.restOfLine());
    else if (tokens.is('l')) this.#readLine();
    else if (tokens.is('p')) this.#readPoints();
    else if (FREE_FORM.some((keyword) => tokens.is(keyword))) this.freeForms++;
  }

  /** Three numbers, four with a weight, and three of a colour after them. */
  #readVertex(): void {
    const numbers = this.#readNumbers();
    this.positions.push3(numbers[0], numbers[1], numbers[2]);
    if (numbers.length < 6) return;
    // Vertices before the first colour have none.
    this.colors.fillTo(this.positions.length - 3, Number.NaN);
    const [red, green, blue] = numbers.slice(-3) as [number, number, number];
    this.colors.push3(red, green, blue);
  }

  #readNumbers(least = 3): readonly [number, number, number, ...number[]] {
    const numbers = this.#numbers;
    numbers.length = 0;
    while (this.#nextWord()) {
      const number = this.#tokens.number();
      if (number === undefined) throw this.#malformed('a number');
      // More than a vertex with weight and colour has; the last three are those of the colour.
      if (numbers.length === NUMBERS_MAX) throw this.#malformed(`the end of the line, after ${NUMBERS_MAX} numbers,`);
      numbers.push(number);
    }
    if (numbers.length < least) {
      const right = least === 3 ? 'three' : 'one';
      throw new InputError(`line ${this.#tokens.line} has ${numbers.length} numbers; at least ${right} would be right`);
    }
    return numbers as unknown as readonly [number, number, number, ...number[]];
  }

  #readFace(): void {
    const [corners, cornerNormals, cornerCoordinates] = [this.#corners, this.#cornerNormals, this.#cornerCoordinates];
    for (const list of [corners, cornerNormals, cornerCoordinates]) list.length = 0;
    while (this.#nextWord()) {
      if (corners.length === FILE_LIMITS.faceCorners) {
        throw new InputError(
          `line ${this.#tokens.line} has a face of more than ${FILE_LIMITS.faceCorners} corners, the most that can be read`,
        );
      }
      this.#readCorner();
    }
    if (corners.length < 3) {
      throw new InputError(
        `line ${this.#tokens.line} has a face of ${corners.length} corners; at least three would be right`,
      );
    }
    if (corners.length > 3) {
      this.polygons.push(this.triangles.length / 3);
      this.polygons.push(corners.length);
    }
    this.#pushFan(this.triangleNormals, cornerNormals);
    this.#pushFan(this.triangleCoordinates, cornerCoordinates);
    for (let at = 2; at < corners.length; at++) {
      this.triangles.push3(corners[0]!, corners[at - 1]!, corners[at]!);
      this.triangleMaterials.push(this.#material);
    }
  }

  /** Corners up to the end of the line. */
  #readCorners(): readonly number[] {
    for (const list of [this.#corners, this.#cornerNormals, this.#cornerCoordinates]) list.length = 0;
    while (this.#nextWord() && this.#corners.length < FILE_LIMITS.faceCorners) this.#readCorner();
    return this.#corners;
  }

  #readPoints(): void {
    for (const vertex of this.#readCorners()) this.points.push(vertex);
    this.linesAndPoints++;
  }

  #readLine(): void {
    const corners = this.#readCorners();
    for (let at = 1; at < corners.length; at++) {
      this.lines.push(corners[at - 1]!);
      this.lines.push(corners[at]!);
    }
    this.linesAndPoints++;
  }

  /** Indices of the corners of a face, if any face has some: those before the first have none. */
  #pushFan(list: ObjStatements['triangles'], indices: readonly number[]): void {
    if (list.length === 0 && indices.every((index) => index === NO_VERTEX)) return;
    list.fillTo(this.triangles.length, NO_VERTEX);
    for (let at = 2; at < indices.length; at++) list.push3(indices[0]!, indices[at - 1]!, indices[at]!);
  }

  /** `v`, `v/vt`, `v//vn` or `v/vt/vn`. */
  #readCorner(): void {
    const { bytes, start, end } = this.#tokens;
    let at = start;
    const indices = [0, 0, 0];
    for (let part = 0; part < 3 && at <= end; part++) {
      const negative = bytes[at] === MINUS;
      if (negative) at++;
      const digits = at;
      let index = 0;
      for (; at < end && bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9; at++) index = index * 10 + bytes[at]! - ZERO;
      if ((at === digits && (part === 0 || negative)) || (at < end && bytes[at] !== SLASH)) {
        throw this.#malformed('a corner like 1, 1/1 or 1//1');
      }
      indices[part] = negative ? -index : index;
      at++;
    }
    if (at <= end) throw this.#malformed('a corner like 1, 1/1 or 1//1');
    this.#corners.push(toIndex(indices[0]!, this.positions.length / 3));
    this.#cornerCoordinates.push(toIndex(indices[1]!, this.coordinates.length / 2));
    this.#cornerNormals.push(toIndex(indices[2]!, this.normals.length / 3));
  }

  #useMaterial(name: string): void {
    const known = this.#materials.get(name);
    this.#material = known ?? this.materialNames.length;
    if (known !== undefined) return;
    this.#materials.set(name, this.#material);
    this.materialNames.push(name);
  }

  /** The next word of the statement; comments end it. */
  #nextWord(): boolean {
    return this.#tokens.nextInLine() && this.#tokens.bytes[this.#tokens.start] !== HASH;
  }

  #malformed(right: string): InputError {
    return new InputError(`line ${this.#tokens.line} has ${this.#tokens.quoted()} where ${right} should be`);
  }
}

/** Counts from 1, or from −1 backwards from the last of `count`. */
function toIndex(written: number, count: number): number {
  const index = written > 0 ? written - 1 : written < 0 ? count + written : -1;
  return index >= 0 && index < NO_VERTEX ? index : NO_VERTEX;
}
