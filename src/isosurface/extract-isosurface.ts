/** A volume's isosurface as a mesh, by marching cubes on the GPU. */
import { InputError } from '../errors.js';
import type { Gpu } from '../gpu/gpu.js';
import { determinant, transformPoint } from '../math/affine.js';
import { createMesh, type Mesh } from '../mesh/mesh.js';
import { recenter } from '../mesh/recenter.js';
import { createIsosurfaceGrid, type IsosurfaceSide } from '../volume/grids/isosurface-grid.js';
import type { Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { SlabExtractor } from './slab.js';

/** Options of `extractIsosurface`. */
export interface IsosurfaceOptions {
  /**
   * Whether the surface is closed where values reach the isovalue at the volume's faces, as printers need it; else it ends at
   * the outer voxels' centres.
   */
  readonly closed?: boolean;
  /** The values that the surface is around and faces away from; signed distances are `below` 0 inside. */
  readonly inside?: IsosurfaceSide;
  /** Grid points of a slab, which bounds the memory that is taken besides the mesh: about 16 bytes each. */
  readonly slabPoints?: number;
  /** Called with the share of the slabs that are done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Ends the extraction. */
  readonly signal?: AbortSignal | undefined;
}

/** Defaults of `IsosurfaceOptions`. */
export const ISOSURFACE_DEFAULTS = {
  closed: true,
  inside: 'above',
  slabPoints: 1 << 22,
  onProgress: undefined,
  signal: undefined,
} as const satisfies Required<IsosurfaceOptions>;

/**
 * The surface where a trilinear volume has the isovalue, in the world: closed, unless values that are not at the faces are
 * missing, and facing away from what is inside, by default larger values. Vertices lie on the lines between neighbouring voxels' centres, where the value
 * is linear, but 1/1024 of the way from either at least.
 * Source: W. E. Lorensen and H. E. Cline, "Marching cubes", SIGGRAPH 1987.
 * @throws InputError if the isovalue is not finite, or no value is on its other side; DeviceError without memory.
 * @example
 * ```js
 * const bone = await extractIsosurface(gpu, volume, 300);
 * await renderer.render({ meshes: [{ mesh: bone }] });
 * ```
 */
export async function extractIsosurface(
  gpu: Gpu,
  volume: Volume,
  isoValue: number,
  options: IsosurfaceOptions = {},
): Promise<Mesh> {
  const { closed, inside, slabPoints, onProgress, signal } = withDefaults(ISOSURFACE_DEFAULTS, options);
  if (!Number.isFinite(isoValue)) throw new InputError(`an isovalue must be a finite number, not ${isoValue}`);
  const grid = createIsosurfaceGrid(volume, isoValue, closed, inside);
  const [columns, rows, layers] = grid.points;
  const slabLayers = Math.min(Math.max(1, Math.floor(slabPoints / (columns * rows)) - 2), layers);
  const extractor = await SlabExtractor.create(gpu, grid, slabLayers);
  const positions: Float32Array[] = [];
  const triangles: Uint32Array[] = [];
  let vertexCount = 0;
  try {
    for (let first = 0; first < layers; first += slabLayers) {
      signal?.throwIfAborted();
      const slab = await extractor.extract({ first, layers: Math.min(slabLayers, layers - first) }, vertexCount);
      positions.push(slab.positions);
      triangles.push(slab.triangles);
      vertexCount += slab.positions.length / 3;
      onProgress?.(Math.min(1, (first + slabLayers) / layers));
    }
  } finally {
    extractor.destroy();
  }
  return joinSlabs(volume, positions, triangles, isoValue);
}

function joinSlabs(
  { indexToWorld }: Volume,
  positions: readonly Float32Array[],
  triangles: readonly Uint32Array[],
  isoValue: number,
): Mesh {
  const cornerCount = triangles.reduce((sum, { length }) => sum + length, 0);
  if (cornerCount === 0) {
    throw new InputError(`the isosurface of ${isoValue} is empty: no value of the volume is on its other side`);
  }
  const world = new Float64Array(positions.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of positions) {
    for (let from = 0; from < part.length; from += 3, at += 3) {
      world.set(transformPoint(indexToWorld, [part[from]!, part[from + 1]!, part[from + 2]!]), at);
    }
  }
  const corners = new Uint32Array(cornerCount);
  at = 0;
  for (const part of triangles) {
    corners.set(part, at);
    at += part.length;
  }
  // Left-handed axes show the world every triangle from the other side.
  if (determinant(indexToWorld) < 0) {
    for (let corner = 0; corner < cornerCount; corner += 3) {
      [corners[corner + 1], corners[corner + 2]] = [corners[corner + 2]!, corners[corner + 1]!];
    }
  }
  return createMesh({ ...recenter(world), triangles: corners });
}
