/** Draws one slice: layers of volumes, labels and meshes, one over another. */
import type { Vec3 } from '../math/vec3.js';
import type { Mesh } from '../mesh/mesh.js';
import { coverSegments, cutMesh } from './layers/cut-mesh.js';
import type { LabelPaints } from './layers/label-paints.js';
import { fillLabels, outlineLabels } from './layers/outline-labels.js';
import {
  addPixel,
  blendPixel,
  createSliceImage,
  type Paint,
  paintColors,
  paintValues,
  type SliceImage,
} from './layers/paint.js';
import { createSampler, type SampleOptions, type Slab, sampleAt, sampleTile } from './sample-slice.js';
import { type SliceGrid, type Tile, wholeTile } from './slice-grid.js';
import { blockOf, indexSteps, type VoxelBlock } from './voxel-block.js';

/** The part of a volume that a slice needs. */
export interface SliceNeeds {
  readonly grid: SliceGrid;
  /** World thickness of the slab. */
  readonly thickness: number;
  /** Pixels around each tile that are looked at too. */
  readonly marginPixels: number;
}

/** Voxels wherever they are: gives what tiles of a slice need of them, tile by tile. */
export type SliceSource = (needs: SliceNeeds, visit: (block: VoxelBlock, tile: Tile) => void) => Promise<void>;

/** Voxels in memory. */
export function volumeSource(volume: Parameters<typeof blockOf>[0]): SliceSource {
  const block = blockOf(volume);
  return async ({ grid }, visit) => visit(block, wholeTile(grid));
}

/** Colours over another layer: opaque to some share where the voxels' values are above 0. */
export interface ColorsOver {
  readonly values: SliceSource;
  readonly opacity: number;
}

export type SliceLayer =
  | {
      readonly kind: 'values';
      readonly source: SliceSource;
      readonly paint: Paint;
      readonly isNearest: boolean;
      /** Whether its light is added to what is there, and not put over it. */
      readonly isAdded?: boolean;
    }
  /** Red, green, blue and a byte that means nothing, for each voxel. */
  | { readonly kind: 'colors'; readonly source: SliceSource; readonly isNearest: boolean; readonly over?: ColorsOver }
  | { readonly kind: 'labels'; readonly source: SliceSource; readonly paints: LabelPaints }
  | { readonly kind: 'mesh'; readonly mesh: Mesh; readonly color: Vec3 };

export interface DrawSliceOptions {
  /** Undefined is transparent. */
  readonly background: Vec3 | undefined;
  readonly slab?: Slab | undefined;
  /** Pixels. */
  readonly outlineWidth: number;
}

/** Composites the layers on the pixels of a grid, from the first to the last. */
export async function drawSlice(
  grid: SliceGrid,
  layers: readonly SliceLayer[],
  options: DrawSliceOptions,
): Promise<SliceImage> {
  const image = createSliceImage(grid.width, grid.height, options.background);
  for (const layer of layers) await drawLayer(image, grid, layer, options);
  return image;
}

async function drawLayer(
  image: SliceImage,
  grid: SliceGrid,
  layer: SliceLayer,
  { slab, outlineWidth }: DrawSliceOptions,
): Promise<void> {
  switch (layer.kind) {
    case 'values': {
      const { source, paint, isNearest, isAdded = false } = layer;
      const values = await sampleSlice(source, grid, { slab, isNearest });
      return paintValues(image, values, paint, isAdded ? addPixel : blendPixel);
    }
    case 'colors': {
      const { source, isNearest, over } = layer;
      const channels: Float64Array[] = [];
      for (const index of [0, 1, 2]) {
        channels.push(await sampleSlice(source, grid, { slab, isNearest, channel: { index, count: 4 } }));
      }
      if (!over) return paintColors(image, channels, () => 1);
      const values = await sampleSlice(over.values, grid, { slab, isNearest });
      return paintColors(image, channels, (pixel) => (values[pixel]! > 0 ? over.opacity : 0));
    }
    case 'labels':
      return drawLabels(image, grid, layer.source, layer.paints, outlineWidth);
    case 'mesh':
      return drawCut(image, grid, layer.mesh, layer.color, outlineWidth);
  }
}

/** The values at the centres of a grid's pixels, rows from the top; NaN where there is nothing. */
export async function sampleSlice(
  source: SliceSource,
  grid: SliceGrid,
  options: SampleOptions,
): Promise<Float64Array<ArrayBuffer>> {
  const values = new Float64Array(grid.width * grid.height).fill(Number.NaN);
  const needs = { grid, thickness: options.slab?.thickness ?? 0, marginPixels: 0 };
  await source(needs, (block, tile) => sampleTile(values, grid, tile, block, options));
  return values;
}

/** The labels that slices hold, at the centres of their pixels. */
export async function listLabels(source: SliceSource, grids: readonly SliceGrid[]): Promise<ReadonlySet<number>> {
  const met = new Set<number>();
  for (const grid of grids) for (const label of await sampleSlice(source, grid, { isNearest: true })) met.add(label);
  return met;
}

async function drawLabels(
  image: SliceImage,
  grid: SliceGrid,
  source: SliceSource,
  paints: LabelPaints,
  outlineWidth: number,
): Promise<void> {
  const labels = await sampleSlice(source, grid, { isNearest: true });
  fillLabels(image, labels, paints);
  if (!paints.isOutlined) return;
  const needs = { grid, thickness: 0, marginPixels: Math.ceil(outlineWidth) + 2 };
  await source(needs, (block, tile) => {
    const sampler = createSampler(block, { isNearest: true });
    const { first, right, down } = indexSteps(block.whole, grid);
    const labelAt = (x: number, y: number) =>
      sampleAt(
        sampler,
        first[0] + x * right[0] + y * down[0],
        first[1] + x * right[1] + y * down[1],
        first[2] + x * right[2] + y * down[2],
      );
    outlineLabels(image, tile, labelAt, paints, outlineWidth);
  });
}

function drawCut(image: SliceImage, grid: SliceGrid, mesh: Mesh, color: Vec3, lineWidth: number): void {
  const coverage = coverSegments(cutMesh(mesh, grid), grid, lineWidth);
  if (!coverage) return;
  for (let row = 0; row < coverage.height; row++) {
    const y = coverage.top + row;
    if (y < 0 || y >= grid.height) continue;
    for (let column = 0; column < coverage.width; column++) {
      const x = coverage.left + column;
      const share = coverage.values[row * coverage.width + column]!;
      if (share > 0 && x >= 0 && x < grid.width) blendPixel(image, y * grid.width + x, color, share);
    }
  }
}
