/** The kernel that casts rays, with the parts that a frame needs, and the encoding of its dispatch. */
import { BVH_GROUP } from '../../bvh/bvh.js';
import type { Camera } from '../../camera/camera.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { ShaderConditions } from '../../gpu/link-key.js';
import { smallestSpacing } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';
import type { MeshPart, SceneParts } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { chooseVoxelFormat } from '../volume/voxel-format.js';
import type { FramePlan } from './plan-frame.js';
import type { RayPlan } from './plan-rays.js';
import type { FrameResidents } from './residents.js';
import type { FrameUniforms } from './uniforms.js';

/** The groups of a cast kernel's bindings. */
export interface CastBindings {
  readonly own: GPUBindGroup;
  /** Where rays take a tree. */
  readonly tree: GPUBindGroup | undefined;
}

export interface CastKernel {
  readonly pipeline: GPUComputePipeline;
  readonly conditions: ShaderConditions;
}

/** @param downsampled whether the volume on the device is coarser than the one given. */
export async function loadCastKernel(
  gpu: Gpu,
  { volume, meshes }: SceneParts,
  camera: Camera,
  settings: Settings,
  { grid, shape: { shape }, rays, variant, invocations, skip }: FramePlan,
  downsampled = false,
): Promise<CastKernel> {
  const conditions = {
    supersample: settings.samplesPerPixel > 1,
    jitter: settings.jitter !== undefined,
    count: settings.counts,
    morton: grid.order === 'morton',
    columns: grid.order === 'columns',
    footprint: typeof shape.footprint === 'object',
    footprint_morton: shape.footprint === 'morton',
    together: shape.together !== undefined,
    ...(volume && volumeConditions(gpu, volume, settings, downsampled)),
    ...(meshes && meshConditions(meshes, camera, settings)),
    ...(rays && rayConditions(rays)),
    quads: variant === 'quads',
    batches: variant === 'batches',
    skip: skip.distances !== undefined,
    skip_ranges: skip.ranges,
  };
  const constants = {
    invocations,
    tile_width: grid.tileWidth,
    tile_height: grid.tileHeight,
    ...(typeof shape.footprint === 'object' && {
      footprint_width: shape.footprint.width,
      footprint_height: shape.footprint.height,
    }),
    ...(shape.together && { samples_together: shape.together }),
  };
  return { pipeline: await gpu.kernels.get('cast/ray/cast.wgsl', { conditions, constants }), conditions };
}

function volumeConditions(gpu: Gpu, scene: VolumeScene, { preintegrated, step }: Settings, downsampled: boolean) {
  const { mode = 'composite', shading, transfer, clip, mask, volume } = scene;
  const spacing = smallestSpacing(volume);
  return {
    volume: true,
    [preintegrated ? 'preintegrated' : mode]: true,
    // Else steps are as long as the length that opacities are given for.
    scale_opacity: step * spacing !== (transfer.unit ?? spacing) || downsampled,
    shade: mode === 'composite' && shading !== undefined,
    gradient_opacity: mode === 'composite' && transfer.gradientOpacities !== undefined,
    clip: clip !== undefined && clip.length > 0,
    mask: mask !== undefined,
    // The table is 32-bit float whatever the voxels are, so that both take the same path.
    hardware_filter: chooseVoxelFormat(gpu, volume.voxels).filterable && gpu.has('float32-filterable'),
  };
}

function meshConditions({ meshes, smooth, shading, styles }: MeshPart, camera: Camera, { hits }: Settings) {
  return {
    meshes: true,
    face_colors: meshes.some(({ mesh }) => mesh.faceColors),
    vertex_colors: meshes.some(({ mesh }) => mesh.vertexColors),
    orthographic: camera.projection === 'orthographic',
    translucent: styles.translucent,
    smooth,
    headlight: shading.light === 'headlight',
    hits,
  };
}

function rayConditions({ eye, shadow, mirrors, occlusion, traced }: RayPlan) {
  return { eye_bvh: eye === 'bvh', shadows: shadow !== undefined, mirrors, occlusion, traced };
}

/** The bindings of wgsl/cast, by number. */
function listBindings(
  { conditions }: CastKernel,
  uniforms: FrameUniforms,
  { volume, meshes, output, grid, pattern }: FrameResidents,
  sampler: GPUSampler,
): readonly (GPUBindingResource | undefined)[] {
  const buffer = (resource: GPUBuffer | undefined) => resource && { buffer: resource };
  const where = <T>(condition: string, resource: T) => (conditions[condition] ? resource : undefined);
  const shows = conditions['composite'] || conditions['isosurface'];
  return [
    buffer(uniforms.image),
    buffer(meshes?.binner?.uniforms ?? grid),
    buffer(output.buffer),
    buffer(pattern),
    volume && buffer(uniforms.volume),
    volume && buffer(uniforms.planes),
    volume?.volume.texture.createView(),
    volume?.transfer.texture.createView(),
    where('hardware_filter', sampler),
    where('gradient_opacity', volume?.gradientOpacity?.texture.createView()),
    volume?.mask?.labels.createView(),
    shows ? buffer(volume?.mask?.styles) : undefined,
    volume?.integrals?.createView(),
    buffer(meshes?.binner?.header),
    buffer(meshes?.binner?.binStarts),
    buffer(meshes?.binner?.items),
    meshes && buffer(uniforms.view),
    meshes?.binner || meshes?.lightBinner ? buffer(meshes.geometry.triangles) : undefined,
    meshes && buffer(uniforms.look),
    buffer(meshes?.geometry.arena.vertices),
    buffer(meshes?.geometry.arena.faces),
    meshes?.lightBinner && buffer(meshes.geometry.lightExtent),
    buffer(meshes?.lightBinner?.header),
    buffer(meshes?.lightBinner?.binStarts),
    buffer(meshes?.lightBinner?.items),
    volume?.distances?.texture.createView(),
    where('skip_ranges', volume?.volume.brickRanges.createView()),
    takesTree(conditions) ? buffer(meshes?.tree?.uniforms) : undefined,
  ];
}

export function bindCast(
  { device }: Gpu,
  kernel: CastKernel,
  uniforms: FrameUniforms,
  residents: FrameResidents,
  sampler: GPUSampler,
): CastBindings {
  const bindings = listBindings(kernel, uniforms, residents, sampler);
  const entries = bindings.flatMap((resource, binding) => (resource ? [{ binding, resource }] : []));
  const own = device.createBindGroup({ label: 'cast', layout: kernel.pipeline.getBindGroupLayout(0), entries });
  return { own, tree: takesTree(kernel.conditions) ? residents.meshes?.tree?.bvh.bind(kernel.pipeline) : undefined };
}

const takesTree = (conditions: ShaderConditions) => conditions['traced'] || conditions['eye_bvh'];

/** A workgroup for each of so many columns and rows of tiles, from the image's `first_tile` on. */
export function encodeCast(
  pass: GPUComputePassEncoder,
  { pipeline }: CastKernel,
  { own, tree }: CastBindings,
  columns: number,
  rows: number,
): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, own);
  if (tree) pass.setBindGroup(BVH_GROUP, tree);
  pass.dispatchWorkgroups(columns, rows);
}
