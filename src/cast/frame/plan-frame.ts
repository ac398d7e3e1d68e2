/** Plans how a frame is cut into tiles and slabs and divided among invocations, from the scene and the adapter. */
import { largestBufferBytes } from '../../bvh/largest-buffer.js';
import { type Camera, heightAtTarget } from '../../camera/camera.js';
import { type ByAdapter, chooseByAdapter } from '../../gpu/adapter-traits.js';
import type { Gpu } from '../../gpu/gpu.js';
import { checkShape, type Shape } from '../../shapes/shape.js';
import type { ShapeChoice } from '../../shapes/shape-ranking.js';
import type { ShapeSequence } from '../../shapes/shape-sequence.js';
import { MAX_BIN_COUNT } from '../../split/max-bin-count.js';
import { createTileGrid, type TileGrid } from '../../tiles/tile-grid.js';
import { type LightPlan, planLight } from '../light/plan-light.js';
import type { MeshHistory } from '../mesh/mesh-history.js';
import type { SceneParts } from '../scene-parts.js';
import type { MeshVariant, Settings } from '../settings.js';
import { shownGrid } from '../volume/grids.js';
import { isDense } from '../volume/is-dense.js';
import { planSampling, type SamplingPlan } from '../volume/plan-sampling.js';
import { NO_SKIPPING, planSkipping, type SkipPlan } from '../volume/plan-skipping.js';
import { planRays, type RayPlan, type RaySituation } from './plan-rays.js';

/**
 * Shapes for meshes. 4×4 was the fastest on SwiftShader with 202,520 and 810,080 triangles at 1024²: each of a quad's four
 * lanes covers a row of the tile, and no triangle is tested twice. GPUs take the paper's.
 */
const MESH_SHAPE: ByAdapter<Shape> = {
  gpu: { width: 8, height: 4 },
  llvmpipe: { width: 8, height: 4 },
  swiftshader: { width: 4, height: 4 },
};
const MESH_VARIANT: ByAdapter<MeshVariant> = { gpu: 'batches', llvmpipe: 'quads', swiftshader: 'quads' };
/**
 * The paper's; on SwiftShader 4 and 8 are as fast, and 1 is slower. On an H100 bins of 8 are split by two levels of 512 instead of
 * 1024 digits, which workgroups can stage: a frame of 810,080 triangles takes 0.86 of the time.
 */
const SLABS: ByAdapter<number> = { gpu: 8, llvmpipe: 16, swiftshader: 16 };
/**
 * Slabs save nothing on the CPU where there are fewer triangles than this for each tile; without them, bins are few enough for a split
 * in one level, which has three kernels less to compile.
 */
const LEAST_TRIANGLES_PER_TILE = 4;

/**
 * A light's tiles along each side: a power of two near half the square root of the triangles, the fastest on SwiftShader and on
 * an H200 for a thousand to a million of them.
 */
const LIGHT_TILES = { least: 32, most: 256, perRootOfTriangles: 0.5 } as const;
const LIGHT_SLABS = 16;

export interface FramePlan {
  readonly grid: TileGrid;
  readonly shape: ShapeChoice;
  /** Undefined without bins. */
  readonly variant: MeshVariant | undefined;
  /** Invocations of a workgroup. */
  readonly invocations: number;
  readonly skip: SkipPlan;
  /** Undefined without a volume. */
  readonly sampling: SamplingPlan | undefined;
  /** Undefined without meshes. */
  readonly rays: RayPlan | undefined;
  /** Undefined for a single light with no volume in its way. */
  readonly light: LightPlan | undefined;
  /** Grid of shadow rays, where bins find what they hit. */
  readonly lightGrid: TileGrid | undefined;
}

/** @throws InputError for tiles or slabs that cannot be. */
export function planFrame(
  gpu: Gpu,
  shapes: ShapeSequence,
  parts: SceneParts,
  camera: Camera,
  settings: Settings,
  history: MeshHistory,
): FramePlan {
  const { width, height, slabs, timings } = settings;
  // Blocks of an image are blocks of tiles that follow row by row.
  const order = timings ? 'rows' : settings.order;
  const chosen = chooseTile(gpu, shapes, parts, camera, settings);
  const shape = { ...chosen, shape: withoutStray(chosen.shape, parts, settings) };
  const { width: tileWidth, height: tileHeight } = shape.shape;
  const tileOrder = shape.shape.order ?? order;
  const describe = (count: number) =>
    createTileGrid({ width, height, tileWidth, tileHeight, slabs: count, order: tileOrder });
  // Very large images have fewer slabs rather than none.
  const maxSlabs = Math.max(1, Math.floor(MAX_BIN_COUNT / describe(1).bins));
  const { meshes } = parts;
  const triangles = meshes?.meshes.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0) ?? 0;
  const isPath = settings.quality === 'path';
  // Paths find their light by themselves.
  const light = isPath ? undefined : planLight(parts, camera);
  const treeIsNeeded = light?.meshShadows === true;
  const rays =
    meshes &&
    planRays(meshes, settings, {
      ...describeRays(gpu, triangles, camera, settings, history),
      treeIsNeeded,
      raysWait: parts.volume?.pages !== undefined,
    });
  const chosenSlabs = slabs === 'auto' ? Math.min(chooseSlabs(gpu, triangles / describe(1).bins), maxSlabs) : slabs;
  const grid = describe(rays?.primary === 'bins' ? chosenSlabs : 1);
  const variant = rays?.primary === 'bins' ? chooseVariant(gpu, settings) : undefined;
  const raysOfInvocation = variant === 'quads' ? 4 : 1;
  const sampling = parts.volume && planSampling(gpu, parts.volume, settings);
  const skip = parts.volume && sampling ? planSkipping(gpu, parts.volume, settings, sampling.traversal) : NO_SKIPPING;
  const lightGrid = rays?.shadow === 'bins' ? planLightGrid(triangles) : undefined;
  return {
    grid,
    shape,
    variant,
    skip,
    sampling,
    rays,
    light,
    lightGrid,
    invocations: Math.ceil((tileWidth * tileHeight) / raysOfInvocation),
  };
}

const chooseSlabs = ({ traits }: Gpu, trianglesPerTile: number) =>
  traits.kind !== 'gpu' && trianglesPerTile < LEAST_TRIANGLES_PER_TILE ? 1 : chooseByAdapter(traits, SLABS);

function describeRays(
  { traits, device: { limits } }: Gpu,
  triangles: number,
  camera: Camera,
  { height }: Settings,
  { stillFrames, treeErrorWorld }: MeshHistory,
): Omit<RaySituation, 'treeIsNeeded' | 'raysWait'> {
  return {
    traits,
    triangles,
    stillFrames,
    treeErrorPixels: () => (treeErrorWorld() * height) / heightAtTarget(camera),
    treeFits: largestBufferBytes(triangles) <= Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize),
  };
}

function chooseTile(
  gpu: Gpu,
  shapes: ShapeSequence,
  { volume, meshes }: SceneParts,
  camera: Camera,
  settings: Settings,
): ShapeChoice {
  const { shape, width, height } = settings;
  if (shape !== 'auto') {
    checkShape(shape, gpu.device.limits.maxComputeInvocationsPerWorkgroup);
    return { shape, policy: 'asked', reason: 'asked for' };
  }
  if (volume && !meshes) {
    const image = { width, height };
    return shapes.choose({ camera, volume: shownGrid(volume), image, isDense: isDense(volume, settings) });
  }
  const fastest = chooseByAdapter(gpu.traits, MESH_SHAPE);
  return { shape: fastest, policy: 'measured', reason: 'the fastest for meshes that was measured' };
}

/** The part of the shape that this scene's kernel has. */
function withoutStray(shape: Shape, { volume, meshes }: SceneParts, { timings }: Settings): Shape {
  const { width, height, laneLayout, order, together } = shape;
  const composites = volume && !volume.pages && (volume.mode ?? 'composite') === 'composite';
  return {
    width,
    height,
    ...(order && !timings && { order }),
    ...(laneLayout && { laneLayout }),
    ...(together && composites && !meshes && { together }),
  };
}

const chooseVariant = (gpu: Gpu, { variant }: Settings): MeshVariant =>
  variant === 'auto' ? chooseByAdapter(gpu.traits, MESH_VARIANT) : variant;

/** The bins of shadow rays: a light's view has its tiles for pixels. */
function planLightGrid(triangles: number): TileGrid {
  const { least, most, perRootOfTriangles } = LIGHT_TILES;
  const wanted = 2 ** Math.round(Math.log2(perRootOfTriangles * Math.sqrt(Math.max(triangles, 1))));
  const side = Math.min(most, Math.max(least, wanted));
  return createTileGrid({
    width: side,
    height: side,
    tileWidth: 1,
    tileHeight: 1,
    slabs: LIGHT_SLABS,
  });
}
