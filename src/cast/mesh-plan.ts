/** Decides how a frame of meshes is cut into tiles and slabs and shared out, from what the adapter can do. */
import { InputError } from '../errors.js';
import type { Gpu } from '../gpu/gpu.js';
import { MAX_BIN_COUNT } from '../split/split.js';
import { createTileGrid, type TileGrid } from '../tiles/tile-grid.js';
import type { MeshSettings, MeshVariant } from './mesh-scene.js';

/**
 * On SwiftShader measured to be the fastest with 202,520 and 810,080 triangles at 1024²: the four lanes of a quad each
 * cover a row of the tile, and no triangle is tested twice. On a GPU the paper's.
 */
const TILE = { software: { width: 4, height: 4 }, hardware: { width: 8, height: 8 } } as const;
/** The paper's; on SwiftShader 4 and 8 are as fast, and 1 is slower. */
const SLABS = 16;

/** A light's tiles along each side, and slabs: fewer are slower with 810,080 triangles, more with 202,520. */
const LIGHT_TILES = 256;
const LIGHT_SLABS = 16;

export interface MeshPlan {
  readonly grid: TileGrid;
  readonly variant: MeshVariant;
  /** Of a workgroup. */
  readonly invocations: number;
}

/** @throws InputError for tiles or slabs that cannot be. */
export function planMeshFrame(gpu: Gpu, { width, height, tile, slabs, order, variant }: MeshSettings): MeshPlan {
  const defaultTile = gpu.software ? TILE.software : TILE.hardware;
  const { width: tileWidth, height: tileHeight } = tile === 'auto' ? defaultTile : tile;
  const describe = (count: number) => createTileGrid({ width, height, tileWidth, tileHeight, slabs: count, order });
  // Very large images have fewer slabs rather than none.
  const maxSlabs = Math.max(1, Math.floor(MAX_BIN_COUNT / describe(1).bins));
  const grid = describe(slabs === 'auto' ? Math.min(SLABS, maxSlabs) : slabs);
  const { maxComputeInvocationsPerWorkgroup } = gpu.device.limits;
  if (tileWidth * tileHeight > maxComputeInvocationsPerWorkgroup) {
    throw new InputError(
      `a tile of ${tileWidth}x${tileHeight} has more than the ${maxComputeInvocationsPerWorkgroup} pixels that ${gpu.adapterName} takes`,
    );
  }
  const chosen = variant === 'auto' ? (gpu.software ? 'quads' : 'batches') : variant;
  const rays = chosen === 'quads' ? 4 : 1;
  return { grid, variant: chosen, invocations: Math.ceil((tileWidth * tileHeight) / rays) };
}

/** The bins of shadow rays: a light's view has its tiles for pixels. */
export function planLightGrid(): TileGrid {
  return createTileGrid({
    width: LIGHT_TILES,
    height: LIGHT_TILES,
    tileWidth: 1,
    tileHeight: 1,
    slabs: LIGHT_SLABS,
  });
}
