/** The grid of tiles × slabs that a frame's items are put into. */
import { InputError } from '../errors.js';
import { createConstants } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { packStruct } from '../gpu/shaders/structs.js';
import { MAX_BIN_COUNT } from '../split/max-bin-count.js';

/** Slabs of a grid at most. */
export const MAX_SLABS = 64;
/** Pixels of a side at most: pixels are packed in 16 bits. */
const MAX_SIDE = 65_536;
/** Most tiles along a side: there may be a workgroup for each, and adapters allow this many. */
const MAX_TILES = 65_535;

export interface TileGridOptions {
  /** Pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a tile; those at the right and at the bottom may be cut off. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Depth intervals, 1 to 64. */
  readonly slabs: number;
  /** Whether tiles follow each other row by row, column by column or along a Z-order curve (Morton). */
  readonly order?: 'rows' | 'columns' | 'morton';
}

export interface TileGrid extends Required<TileGridOptions> {
  /** Tiles. */
  readonly columns: number;
  readonly rows: number;
  /** The grid by which tiles are numbered; in Morton order both are powers of two, and some numbers have no tile. */
  readonly paddedColumns: number;
  readonly paddedRows: number;
  readonly bins: number;
}

/** Orders by their numbers in `wgsl/tiles/grid.wgsl`. */
const ORDER_NUMBERS: Readonly<Record<TileGrid['order'], number>> = { rows: 0, columns: 1, morton: 2 };

/** @throws InputError if the grid has no tile, or more bins than a split does. */
export function createTileGrid(options: TileGridOptions): TileGrid {
  const { width, height, tileWidth, tileHeight, slabs, order = 'rows' } = options;
  const sides = [width, height, tileWidth, tileHeight];
  if (!sides.every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)) {
    throw new InputError(
      `tiles of ${tileWidth}x${tileHeight} pixels in an image of ${width}x${height}: sides must be whole numbers from 1 to ${MAX_SIDE}`,
    );
  }
  if (!(Number.isInteger(slabs) && slabs >= 1 && slabs <= MAX_SLABS)) {
    throw new InputError(`the slabs must be a whole number from 1 to ${MAX_SLABS}, not ${slabs}`);
  }
  const [columns, rows] = [Math.ceil(width / tileWidth), Math.ceil(height / tileHeight)];
  const pad = (tiles: number) => (order === 'morton' ? 2 ** bitsOf(tiles) : tiles);
  const [paddedColumns, paddedRows] = [pad(columns), pad(rows)];
  const bins = paddedColumns * paddedRows * slabs;
  if (bins > MAX_BIN_COUNT || paddedColumns > MAX_TILES || paddedRows > MAX_TILES) {
    throw new InputError(
      `an image of ${width}x${height} in tiles of ${tileWidth}x${tileHeight} and ${slabs} slabs has more than ${MAX_BIN_COUNT} bins, or a side of more than ${MAX_TILES} tiles: take larger tiles or fewer slabs`,
    );
  }
  return { width, height, tileWidth, tileHeight, slabs, order, columns, rows, paddedColumns, paddedRows, bins };
}

/** The grid as WGSL knows it, for a number of items and pairs. */
export function createGridUniforms(gpu: Gpu, grid: TileGrid, items: number, pairCapacity: number): GPUBuffer {
  const fields = {
    columns: grid.columns,
    rows: grid.rows,
    column_bits: bitsOf(grid.columns),
    row_bits: bitsOf(grid.rows),
    tile_width: grid.tileWidth,
    tile_height: grid.tileHeight,
    order: ORDER_NUMBERS[grid.order],
    slabs: grid.slabs,
    bins: grid.bins,
    items,
    pair_capacity: pairCapacity,
  };
  return createConstants(gpu, 'tiles.grid', packStruct('Grid', fields));
}

/** The number of a tile in the grid's order: tile_index of wgsl/tiles/grid.wgsl. */
export function tileIndex({ columns, rows, order }: TileGrid, column: number, row: number): number {
  if (order === 'rows') return row * columns + column;
  if (order === 'columns') return column * rows + row;
  const bits = Math.min(bitsOf(columns), bitsOf(rows));
  let index = ((column >> bits) | (row >> bits)) << (2 * bits);
  for (let bit = 0; bit < bits; bit++) {
    index |= (((column >> bit) & 1) << (2 * bit)) | (((row >> bit) & 1) << (2 * bit + 1));
  }
  return index;
}

/** Bits of the largest number below `count`. */
const bitsOf = (count: number) => Math.ceil(Math.log2(count));
