/** Triangles of VTK's cells, each with the index of its cell. */
import { InputError } from '../../../errors.js';
import { growingWords } from '../../../mesh/growing-array.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { pushStrip } from '../triangle-strip.js';

/** Corners of all cells one after the other, and where each cell's end. */
export interface CellList {
  readonly corners: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

export class CellTriangles {
  readonly #triangles = growingWords();
  readonly #polygons = growingWords();
  readonly #cells = growingWords();
  readonly #isHidden: (cell: number) => boolean;
  #cell = 0;

  /** @param isHidden whether a cell is left out. */
  constructor(isHidden: (cell: number) => boolean = () => false) {
    this.#isHidden = isHidden;
  }

  /** Steps over points and lines, which have numbers among the cells, too. */
  skip(cells: number): void {
    this.#cell += cells;
  }

  addPolygons(list: CellList): void {
    this.#eachShown(list, (corners) => {
      if (corners.length > 3) {
        this.#polygons.push(this.#triangles.length / 3);
        this.#polygons.push(corners.length);
      }
      for (let at = 2; at < corners.length; at++) this.#triangles.push3(corners[0]!, corners[at - 1]!, corners[at]!);
    });
  }

  addStrips(list: CellList): void {
    this.#eachShown(list, (corners) => pushStrip(this.#triangles, corners));
  }

  #eachShown(list: CellList, add: (corners: Uint32Array) => void): void {
    eachCell(list, (corners) => {
      if (!this.#isHidden(this.#cell)) add(corners);
      this.#cells.fillTo(this.#triangles.length / 3, this.#cell);
      this.#cell += 1;
    });
  }

  finish(): { triangles: Uint32Array; polygons: Uint32Array; cells: Uint32Array } {
    return {
      triangles: this.#triangles.toArray(),
      polygons: this.#polygons.toArray(),
      cells: this.#cells.toArray(),
    };
  }
}

/** The corners of each cell. */
export function cellsOf(list: CellList): number[][] {
  const cells: number[][] = [];
  eachCell(list, (corners) => cells.push([...corners]));
  return cells;
}

function eachCell({ corners, ends }: CellList, take: (corners: Uint32Array) => void): void {
  let start = 0;
  for (let cell = 0; cell < ends.length; cell++) {
    const end = ends[cell]!;
    if (!(end >= start && end <= corners.length))
      throw new InputError(`has cell ${cell} from corner ${start} to ${end}`);
    const indices = new Uint32Array(end - start);
    for (let at = start; at < end; at++) indices[at - start] = toIndex(corners[at]!);
    take(indices);
    start = end;
  }
}

const toIndex = (value: number) => (value >= 0 && value < NO_VERTEX && Number.isInteger(value) ? value : NO_VERTEX);
