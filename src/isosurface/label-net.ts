/** The boundaries between the regions of a label volume, as one net of quads that neighbouring regions share. */
import { InputError } from '../errors.js';
import type { HalfSpace } from '../math/half-space.js';
import { dot, type Vec3 } from '../math/vec3.js';
import { growingBytes, growingFloats, growingIntegers, growingWords } from '../mesh/growing-array.js';
import type { Steps } from '../volume/steps.js';
import type { Volume } from '../volume/volume.js';

/** The region of voxels that have none of the labels. */
const NO_REGION = 0;
/** The region beyond the volume's faces and beyond cuts. */
export const CUT_REGION = -1;

/** More vertices take more than 2 GiB while they are smoothed. */
const NET_VERTICES_MAX = 1 << 24;

/** Directions to the neighbours of a vertex: down and up along each axis. */
export const DIRECTIONS = 6;

/** Number of no vertex. */
export const NO_NEIGHBOR = -1;

/**
 * A vertex for each cell of eight voxels' centres that has two regions, and a quad for each two neighbouring voxels of different
 * regions, over the four cells around. Every voxel's centre is then on its own side as long as vertices stay in their cells.
 * Source: S. F. F. Gibson, "Constrained elastic surface nets", MICCAI 1998.
 */
export interface LabelNet {
  /** Indices i, j and k of each vertex, in voxels. */
  readonly positions: Float32Array;
  /** Six vertices around each one, by direction, or `NO_NEIGHBOR`. */
  readonly neighbors: Int32Array;
  /** A bit per direction of each vertex, where three regions or more meet between it and its neighbour. */
  readonly seams: Uint8Array;
  /** Whether three regions or more meet in each vertex's cell: 1, or 0. */
  readonly isSeam: Uint8Array;
  /** A bit per axis along which a vertex lies on a face of the volume, and `TOUCHES_CUT`. */
  readonly fixed: Uint8Array;
  /** Four vertices of each quad, counter-clockwise as seen from the second of its regions. */
  readonly quads: Uint32Array;
  /** Both regions of each quad: indices of styles plus 1, `NO_REGION` or `CUT_REGION`. */
  readonly regions: Int32Array;
}

/** Bit of vertices whose cell a half-space cuts. */
export const TOUCHES_CUT = 8;

export interface LabelNetOptions {
  /** The labels of the regions, in their order. */
  readonly labels: readonly number[];
  /** Half-spaces of the volume's index space that regions are cut to. */
  readonly clip: readonly HalfSpace[];
  /** Whether a quad between two regions is wanted, the larger first; those of one side alone always are. */
  readonly isWanted: (region: number, other: number) => boolean;
}

/**
 * The net of a label volume, before it is smoothed: vertices are in the middles of their cells, which are corners of voxels.
 * @throws InputError for more than `NET_VERTICES_MAX` vertices.
 */
export function* createLabelNet(volume: Volume, options: LabelNetOptions): Steps<LabelNet> {
  const [ni, nj, nk] = volume.sizes;
  const regions = new RegionLayers(volume, options);
  const builder = new NetBuilder(ni, nj, options.isWanted);
  for (let k = -1; k < nk; k++) {
    builder.addLayer(k, regions.layer(k), regions.layer(k + 1), k === -1 || k === nk - 1);
    yield;
  }
  return builder.finish();
}

/** Regions of the voxels of a layer, with a border of `CUT_REGION` around it. */
class RegionLayers {
  readonly #volume: Volume;
  readonly #clip: readonly HalfSpace[];
  readonly #regionOf: (label: number) => number;
  #last: { readonly k: number; readonly regions: Int32Array } | undefined;

  constructor(volume: Volume, { labels, clip }: LabelNetOptions) {
    this.#volume = volume;
    this.#clip = clip;
    this.#regionOf = indexLabels(labels);
  }

  layer(k: number): Int32Array {
    if (this.#last?.k === k) return this.#last.regions;
    const { sizes, voxels } = this.#volume;
    const [ni, nj, nk] = sizes;
    const columns = ni + 2;
    const regions = new Int32Array(columns * (nj + 2)).fill(CUT_REGION);
    if (k >= 0 && k < nk) {
      let [label, region] = [0, this.#regionOf(0)];
      for (let j = 0, at = ni * nj * k; j < nj; j++) {
        for (let i = 0, to = 1 + columns * (j + 1); i < ni; i++, at++, to++) {
          const value = voxels[at]!;
          if (value !== label) {
            label = value;
            region = this.#regionOf(label);
          }
          regions[to] = region;
        }
      }
      for (const halfSpace of this.#clip) cutLayer(regions, halfSpace, ni, nj, k);
    }
    this.#last = { k, regions };
    return regions;
  }
}

function cutLayer(regions: Int32Array, { normal, offset }: HalfSpace, ni: number, nj: number, k: number): void {
  for (let j = 0; j < nj; j++) {
    const rest = normal[1] * j + normal[2] * k - offset;
    for (let i = 0, at = 1 + (ni + 2) * (j + 1); i < ni; i++, at++) {
      if (normal[0] * i + rest < 0) regions[at] = CUT_REGION;
    }
  }
}

/** Larger labels are looked up in a Map. */
const TABLE_MAX = 1 << 20;

function indexLabels(labels: readonly number[]): (label: number) => number {
  const isSmall = labels.every((label) => label >= 0 && label < TABLE_MAX);
  if (!isSmall) {
    const regions = new Map(labels.map((label, index) => [label, index + 1]));
    return (label) => regions.get(label) ?? NO_REGION;
  }
  const table = new Int32Array(Math.max(...labels) + 1);
  for (const [index, label] of labels.entries()) table[label] = index + 1;
  // Negative numbers and NaN are indices of nothing, too.
  return (label) => table[label] ?? NO_REGION;
}

/** Corners of a cell: bit 0 says that i is the larger, bit 1 j and bit 2 k. */
const CELL = [0, 1, 2, 3, 4, 5, 6, 7];
/** Corners that it shares with the cell before along each axis. */
const FACES = [
  [0, 2, 4, 6],
  [0, 1, 4, 5],
  [0, 1, 2, 3],
] as const;

class NetBuilder {
  readonly #columns: number;
  readonly #rows: number;
  readonly #isWanted: LabelNetOptions['isWanted'];
  readonly #positions = growingFloats();
  readonly #neighbors = growingIntegers();
  readonly #seams = growingBytes();
  readonly #isSeam = growingBytes();
  readonly #fixed = growingBytes();
  readonly #quads = growingWords();
  readonly #regions = growingIntegers();
  #count = 0;
  /** Vertices of the cells of this layer and of the one before. */
  #cells: Int32Array;
  #below: Int32Array;
  readonly #corners = new Int32Array(8);
  readonly #distinct = new Int32Array(8);

  constructor(ni: number, nj: number, isWanted: LabelNetOptions['isWanted']) {
    this.#columns = ni + 1;
    this.#rows = nj + 1;
    this.#isWanted = isWanted;
    this.#cells = new Int32Array(this.#columns * this.#rows).fill(NO_NEIGHBOR);
    this.#below = this.#cells.slice();
  }

  /** @param low and `high` the regions of voxels k and k + 1, with their borders. */
  addLayer(k: number, low: Int32Array, high: Int32Array, isEnd: boolean): void {
    [this.#cells, this.#below] = [this.#below, this.#cells];
    const [columns, rows] = [this.#columns, this.#rows];
    const stride = columns + 1;
    const cells = this.#cells;
    for (let j = 0, cell = 0; j < rows; j++) {
      let at = stride * j;
      for (let i = 0; i < columns; i++, at++, cell++) {
        const first = low[at]!;
        cells[cell] = NO_NEIGHBOR;
        if (
          first === low[at + 1] &&
          first === low[at + stride] &&
          first === low[at + stride + 1] &&
          first === high[at] &&
          first === high[at + 1] &&
          first === high[at + stride] &&
          first === high[at + stride + 1]
        )
          continue;
        const corners = this.#corners;
        corners[0] = first;
        corners[1] = low[at + 1]!;
        corners[2] = low[at + stride]!;
        corners[3] = low[at + stride + 1]!;
        corners[4] = high[at]!;
        corners[5] = high[at + 1]!;
        corners[6] = high[at + stride]!;
        corners[7] = high[at + stride + 1]!;
        const regions = this.#countRegions(CELL);
        if (!this.#hasWanted(regions)) continue;
        const isFixed = (i === 0 || i === columns - 1 ? 1 : 0) | (j === 0 || j === rows - 1 ? 2 : 0) | (isEnd ? 4 : 0);
        this.#addVertex(i - 0.5, j - 0.5, k + 0.5, cell, isFixed, regions);
        this.#addQuads(cell);
      }
    }
  }

  /** How many regions these corners have, which are in `#distinct` then. */
  #countRegions(corners: readonly number[]): number {
    const distinct = this.#distinct;
    let count = 0;
    for (const corner of corners) {
      const region = this.#corners[corner]!;
      let at = 0;
      while (at < count && distinct[at] !== region) at++;
      if (at === count) distinct[count++] = region;
    }
    return count;
  }

  /** Whether any two of the first regions in `#distinct` are to be parted. */
  #hasWanted(count: number): boolean {
    for (let one = 0; one < count; one++)
      for (let other = one + 1; other < count; other++)
        if (this.#parts(this.#distinct[one]!, this.#distinct[other]!)) return true;
    return false;
  }

  #parts(a: number, b: number): boolean {
    const [larger, smaller] = a > b ? [a, b] : [b, a];
    return larger > NO_REGION && larger !== smaller && (smaller <= NO_REGION || this.#isWanted(larger, smaller));
  }

  #addVertex(i: number, j: number, k: number, cell: number, onFaces: number, regions: number): void {
    if (this.#count === NET_VERTICES_MAX) {
      throw new InputError(
        `the surfaces of the labels have more than ${NET_VERTICES_MAX} vertices; take fewer labels, crop them, or show voxels`,
      );
    }
    const vertex = this.#count++;
    this.#cells[cell] = vertex;
    for (const index of [i, j, k]) this.#positions.push(index);
    for (let direction = 0; direction < DIRECTIONS; direction++) this.#neighbors.push(NO_NEIGHBOR);
    this.#seams.push(0);
    this.#isSeam.push(regions > 2 ? 1 : 0);
    this.#fixed.push(onFaces | (this.#distinct.subarray(0, regions).includes(CUT_REGION) ? TOUCHES_CUT : 0));
    this.#link(vertex, this.#cells[cell - 1], 0, this.#countWanted(FACES[0]));
    this.#link(vertex, this.#cells[cell - this.#columns], 2, this.#countWanted(FACES[1]));
    this.#link(vertex, this.#below[cell], 4, this.#countWanted(FACES[2]));
  }

  /** Regions of four corners that a face of two cells has; 0 where none of them are to be parted. */
  #countWanted(corners: readonly number[]): number {
    const count = this.#countRegions(corners);
    return this.#hasWanted(count) ? count : 0;
  }

  #link(vertex: number, other: number | undefined, direction: number, regions: number): void {
    if (other === undefined || other === NO_NEIGHBOR || regions === 0) return;
    this.#neighbors.values[DIRECTIONS * vertex + direction] = other;
    this.#neighbors.values[DIRECTIONS * other + direction + 1] = vertex;
    if (regions < 3) return;
    this.#seams.values[vertex]! |= 1 << direction;
    this.#seams.values[other]! |= 1 << (direction + 1);
  }

  /** The quads around the three edges of the cell that its first corner has. */
  #addQuads(cell: number): void {
    const [here, below, columns] = [this.#cells, this.#below, this.#columns];
    const [first, right, up, far] = [this.#corners[0]!, this.#corners[1]!, this.#corners[2]!, this.#corners[4]!];
    this.#addQuad(first, right, here[cell]!, here[cell - columns]!, below[cell - columns]!, below[cell]!);
    this.#addQuad(first, up, here[cell]!, below[cell]!, below[cell - 1]!, here[cell - 1]!);
    this.#addQuad(first, far, here[cell]!, here[cell - 1]!, here[cell - columns - 1]!, here[cell - columns]!);
  }

  /** @param d and the others are the cells around an edge from `from` to `to`, counter-clockwise as seen from `to`. */
  #addQuad(from: number, to: number, a: number, b: number, c: number, d: number): void {
    if (from === to || !this.#parts(from, to)) return;
    for (const vertex of [a, b, c, d]) this.#quads.push(vertex);
    this.#regions.push(from);
    this.#regions.push(to);
  }

  finish(): LabelNet {
    return {
      positions: Float32Array.from(this.#positions.toArray()),
      neighbors: this.#neighbors.toArray(),
      seams: this.#seams.toArray(),
      isSeam: this.#isSeam.toArray(),
      fixed: this.#fixed.toArray(),
      quads: this.#quads.toArray(),
      regions: this.#regions.toArray(),
    };
  }
}

/** Whether a plane goes through the cell around a vertex's first place. */
export const cutsCell = ({ normal, offset }: HalfSpace, center: Vec3): boolean =>
  Math.abs(dot(normal, center) - offset) <= (Math.abs(normal[0]) + Math.abs(normal[1]) + Math.abs(normal[2])) / 2;
