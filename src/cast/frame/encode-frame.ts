/** The passes of a frame, in the order in which they run. */
import type { Resources } from '../../gpu/bind-groups.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import type { PageView } from '../../paged/pages/page-grid.js';
import type { ResidentLight } from '../light/light-store.js';
import type { SceneLight } from '../light/plan-light.js';
import type { Pose } from '../mesh/arena.js';
import type { GeometryKernels } from '../mesh/geometry.js';
import type { Residency } from '../paged/residency.js';
import type { SceneParts } from '../scene-parts.js';
import type { CastKernel, CastPath } from './cast-kernel.js';
import { ComputePasses } from './compute-passes.js';
import type { ResidentScene } from './frame-store.js';
import type { FramePlan } from './plan-frame.js';
import type { FrameUniforms } from './uniforms.js';

/** All that the passes of a frame work with. */
export interface FrameWork {
  readonly parts: SceneParts;
  readonly plan: FramePlan;
  readonly resident: ResidentScene;
  /** Undefined where no light goes through a volume. */
  readonly light: ResidentLight | undefined;
  readonly castKernel: CastKernel;
  /** The resources as they are now: bins that grow have other buffers. */
  readonly castResources: () => Resources<CastPath>;
  /** Undefined unless the volume is in pages. */
  readonly paging: Paging | undefined;
  /** Undefined without meshes. */
  readonly meshWork: MeshWork | undefined;
}

/** The page table and atlas of a paged frame. */
export interface Paging {
  readonly residency: Residency;
  readonly view: PageView;
}

export interface MeshWork {
  readonly kernels: GeometryKernels;
  readonly pose: Pose;
  readonly smooth: boolean;
}

/** Tiles that a dispatch casts: all of them, or so many rows and columns from `firstTile` of the image's uniforms on. */
export interface TileCount {
  readonly columns: number;
  readonly rows: number;
}

/** Encodes all passes of a frame; the last one may stay open. */
export function encodeFrame(passes: ComputePasses, gpu: Gpu, uniforms: FrameUniforms, work: FrameWork): void {
  const { paddedColumns: columns, paddedRows: rows } = work.plan.grid;
  encodeBeforeCast(passes, uniforms, work);
  encodeCastPass(passes, gpu, work, { columns, rows });
}

/** Encodes all passes before rays are cast: visible bricks, surfaces, the BVH, bins. */
export function encodeScene(encoder: GPUCommandEncoder, timer: PassTimer, uniforms: FrameUniforms, work: FrameWork) {
  const passes = new ComputePasses(encoder, timer);
  encodeBeforeCast(passes, uniforms, work);
  passes.end();
}

function encodeBeforeCast(passes: ComputePasses, uniforms: FrameUniforms, work: FrameWork): void {
  encodeBricks(passes, work);
  encodeSurfaces(passes, work);
  encodeTree(passes, work);
  encodeVolumeLight(passes, uniforms, work);
  encodeBins(passes, work);
  encodeLightBins(passes, uniforms, work);
}

export function encodeCast(
  encoder: GPUCommandEncoder,
  timer: PassTimer,
  gpu: Gpu,
  work: FrameWork,
  count: TileCount,
): void {
  const passes = new ComputePasses(encoder, timer);
  encodeCastPass(passes, gpu, work, count);
  passes.end();
}

const encodeCastPass = (
  passes: ComputePasses,
  gpu: Gpu,
  { castKernel, castResources }: FrameWork,
  { columns, rows }: TileCount,
): void => passes.encode('cast', (pass) => encodeKernel(gpu, pass, castKernel, castResources(), [columns, rows]));

function encodeBricks(passes: ComputePasses, { resident: { volume } }: FrameWork): void {
  for (const bricks of [volume, ...(volume?.fused ?? [])].map((one) => one?.distances)) {
    if (bricks?.isStale) passes.encode('bricks', (pass) => bricks.encode(pass));
  }
  const together = volume?.together?.bricks;
  if (together?.isStale) together.encode(passes.between());
}

/** Encodes the passes that follow from the triangles' corners alone, where these have moved. */
function encodeSurfaces(passes: ComputePasses, { resident: { meshes }, meshWork }: FrameWork): void {
  if (!meshes || !meshWork) return;
  const { geometry } = meshes;
  const { kernels, pose, smooth } = meshWork;
  if (!geometry.needsSurface(pose, smooth)) return;
  passes.between().clearBuffer(geometry.skipped);
  passes.encode('surface', (pass) => geometry.encodeSurface(pass, kernels, pose, smooth));
}

function encodeTree(passes: ComputePasses, { plan, resident, meshWork }: FrameWork): void {
  const tree = resident.meshes?.tree;
  if (!tree) return;
  if (meshWork?.pose.moved) tree.expire();
  if (plan.rays?.tree && tree.isStale) tree.encode(passes.between(), passes.timer);
}

/** The directions of lights, as the key of what follows from them. */
export const directionsOf = (lights: readonly SceneLight[]): string =>
  JSON.stringify(lights.map(({ toLight }) => toLight));

function encodeVolumeLight(passes: ComputePasses, uniforms: FrameUniforms, work: FrameWork): void {
  const { light, plan, parts, resident, meshWork } = work;
  if (!light || !plan.light || !resident.volume) return;
  const { volume, meshes } = light;
  if (volume.isStale) passes.encode('light', (pass) => volume.encode(pass, uniforms.lights));
  if (!meshes || !resident.meshes || !parts.meshes) return;
  if (meshWork?.pose.moved) meshes.expire();
  const reason = `${directionsOf(plan.light.lights)} ${JSON.stringify(parts.meshes.styles)}`;
  if (!meshes.isStale(reason)) return;
  const found = resident.meshes;
  const { grid: shaded } = resident.volume;
  passes.encode('mesh shadows', (pass) => meshes.encode(pass, shaded, found, uniforms, reason));
}

function encodeBins(passes: ComputePasses, { resident, meshWork }: FrameWork): void {
  const { meshes } = resident;
  const binner = meshes?.binner;
  if (!meshes || !binner || !meshWork) return;
  passes.encode('project', (pass) => meshes.geometry.encodeCameraView(pass, meshWork.kernels));
  passes.encode('bin', (pass) => binner.encode(pass, meshes.geometry.bounds));
}

function encodeLightBins(
  passes: ComputePasses,
  { lightView }: FrameUniforms,
  { resident: { meshes }, meshWork }: FrameWork,
): void {
  const binner = meshes?.lightBinner;
  if (!meshes || !binner || !meshWork) return;
  passes.encode('project light', (pass) => meshes.geometry.encodeLightView(pass, meshWork.kernels, lightView));
  passes.encode('bin light', (pass) => binner.encode(pass, meshes.geometry.bounds));
}
