/** The kernel that casts rays: which of its parts a frame needs, and what it binds. */
import type { Camera } from '../../camera/camera.js';
import type { Resources } from '../../gpu/bind-groups.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Conditions, Kernel, KernelVariant } from '../../gpu/kernels.js';
import type { RenderMode } from '../../transfer/mode.js';
import { risesSteeply } from '../../transfer/rises-steeply.js';
import { RANGE_ROWS } from '../../transfer/table/even-ranges.js';
import { smallestSpacing } from '../../volume/volume.js';
import { fusedResources } from '../fused/resources.js';
import type { ResidentLight } from '../light/light-store.js';
import type { LightPlan } from '../light/plan-light.js';
import type { VolumeScene } from '../scene.js';
import type { MeshSettings, SceneParts } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { outputNeeds } from '../target/outputs.js';
import { finestGrid, shownGrid } from '../volume/grids.js';
import { countCopiedCells, type SamplingPlan } from '../volume/plan-sampling.js';
import type { PresentScene } from '../volume/resident/present-volume.js';
import type { ResidentVolume } from '../volume/resident/volume-store.js';
import { chooseVoxelFormat } from '../volume/resident/voxel-format.js';
import type { ResidentScene } from './frame-store.js';
import type { FramePlan } from './plan-frame.js';
import type { RayPlan } from './plan-rays.js';
import type { FrameUniforms } from './uniforms.js';

/** Rays, or paths of light. */
export type CastKernel = Kernel<CastPath>;
export type CastPath = 'cast/ray/cast.wgsl' | 'cast/path/trace_paths.wgsl';

type CastConditions = Conditions<'cast/ray/cast.wgsl'>;

/** @param downsampled whether the volume on the device is coarser than the one given. */
export async function loadCastKernel(
  gpu: Gpu,
  { volume, meshes, environment }: SceneParts,
  camera: Camera,
  settings: Settings,
  { shape: { shape }, rays, light, variant, invocations, skip, sampling }: FramePlan,
  downsampled = false,
): Promise<CastKernel> {
  const { color, surface, values, guides } = outputNeeds(settings);
  if (settings.quality === 'path') {
    const depths = volume && sampling && depthVariant(gpu, volume, sampling);
    const conditions: Conditions<'cast/path/trace_paths.wgsl'> = {
      ...(volume && {
        ...depths?.conditions,
        volume: true,
        own_colors: showsOwn(volume),
        paged: volume.pages !== undefined,
      }),
      ...(meshes && meshConditions(meshes)),
      skip: skip.majorants,
      guides,
      environment_map: typeof environment !== 'string',
      coat: settings.coat > 0,
      finish: meshes?.styles.finished ?? false,
    };
    const constants = {
      ...depths?.constants,
      ...flags({
        labels_in_pages: volume?.pageLabels !== undefined,
        sums_colors: color,
      }),
      ...(meshes && meshConstants(meshes)),
      invocations,
    };
    return gpu.kernels.get('cast/path/trace_paths.wgsl', { conditions, constants });
  }
  const conditions: CastConditions = {
    supersample: settings.samplesPerPixel > 1 || settings.accumulate,
    jitter: settings.jitter !== undefined,
    surface,
    together: shape.together !== undefined,
    ...(volume && volumeConditions(volume)),
    ...(volume && sampling && samplingConditions(gpu, volume, sampling)),
    ...(volume && sampling && aheadConditions(volume, sampling, settings)),
    ...(meshes && meshConditions(meshes)),
    ...(rays && rayConditions(rays)),
    ...(light && lightConditions(light)),
    quads: variant === 'quads',
    skip: skip.distances !== undefined || skip.ranges,
  };
  const constants = {
    invocations,
    ...flags({
      counts: settings.counts,
      values,
      sums_colors: color,
      lane_layout_morton: shape.laneLayout === 'morton',
    }),
    ...(volume && volumeConstants(gpu, volume, settings, downsampled)),
    ...(sampling && tableConstants(sampling)),
    ...(sampling && judgeConstants(sampling, downsampled)),
    ...(meshes && meshConstants(meshes, camera)),
    ...(rays && rayConstants(rays)),
    lane_layout_width: typeof shape.laneLayout === 'object' ? shape.laneLayout.width : undefined,
    lane_layout_height: typeof shape.laneLayout === 'object' ? shape.laneLayout.height : undefined,
    samples_together: shape.together,
    lookups_worth: skip.lookupsWorth,
    workgroup_cells: sampling?.table === 'workgroup-cells' ? countCopiedCells(sampling.transferTable) : undefined,
  };
  return gpu.kernels.get('cast/ray/cast.wgsl', { conditions, constants });
}

/** Samples are composited by default. */
const MODE_CONDITIONS = {
  composite: {},
  mip: { mip: true },
  minip: { mip: true },
  average: { average: true },
  isosurface: { isosurface: true },
  // A sum, as a mean begins with.
  xray: { average: true },
} as const satisfies Readonly<Record<RenderMode, CastConditions>>;

function volumeConditions(scene: PresentScene) {
  const { mode = 'composite', shading, transfer, clip, mask, part, pages } = scene;
  return {
    volume: true,
    ...MODE_CONDITIONS[mode],
    shade: mode === 'composite' && shading !== undefined,
    gradient_opacity: mode === 'composite' && transfer.gradientOpacities !== undefined,
    clip: clip !== undefined && clip.length > 0,
    mask: mask !== undefined,
    part: part !== undefined,
    paged: pages !== undefined,
    own_colors: showsOwn(scene),
    fused: isFused(scene),
  };
}

/** Constants are left out where they are the kernel's own: 0. */
const flags = <Name extends string>(given: Readonly<Record<Name, boolean>>): Partial<Record<Name, number>> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, is]) => (is ? [[name, 1]] : []))) as never;

/**
 * Quarters up to which `raise_to_quarters` of wgsl/cast/volume/material.wgsl goes: those of moving frames of copies with an eighth of
 * the voxels along a side, and of frames at rest, so that they share a kernel.
 */
const MAX_QUARTERS = 63;
/** Spacings of copies are products, and round; f32 has less to tell steps by. */
const QUARTERS_TOLERANCE = 1e-6;

function volumeConstants(
  { traits }: Pick<Gpu, 'traits'>,
  scene: PresentScene,
  { refined, isFine, step }: Settings,
  downsampled: boolean,
) {
  const { mode, transfer, isosurfaces, pageLabels, mask, fused = [], fusedDepth = 0 } = scene;
  const spacing = smallestSpacing(shownGrid(scene));
  const unit = transfer.unit ?? smallestSpacing(finestGrid(scene));
  const quarters = (4 * step * spacing) / unit;
  const isWhole = Math.abs(quarters - Math.round(quarters)) < QUARTERS_TOLERANCE;
  const areQuarters = isWhole && quarters >= 1 - QUARTERS_TOLERANCE && quarters <= MAX_QUARTERS && !downsampled;
  return flags({
    minip: mode === 'minip',
    xray: mode === 'xray',
    refine: refined,
    finds_entries: isFine && [scene, ...fused].some((one) => risesSteeply(one.transfer)),
    sees_through: isFused(scene) && fusedDepth > 0,
    labels_in_pages: pageLabels !== undefined,
    // Labels in pages have no coverage.
    voxel_mask: pageLabels !== undefined || (mask !== undefined && mask.edges !== 'smooth'),
    isosurfaces: mode === 'isosurface' && isosurfaces !== undefined,
    // Without it, steps are as long as the length that opacities are given for.
    scale_opacity: step * spacing !== unit || downsampled,
    // GPUs have powers at no more than the cost of roots.
    quarter_steps: traits.kind !== 'gpu' && areQuarters,
  });
}

/** Modes that reduce a ray to one value show it in the transfer function's colours. */
const showsOwn = ({ volume, mode = 'composite', isosurfaces }: VolumeScene) =>
  volume.colors !== undefined && (mode === 'composite' || (mode === 'isosurface' && isosurfaces === undefined));

const isFused = ({ fused = [] }: VolumeScene) => fused.length > 0;

/** Rays gain nothing by it: their lanes are at the same volume. */
const fusedConstants = ({ fused = [] }: VolumeScene) => (fused.length > 0 ? { fused_volumes: fused.length } : {});

function samplingConditions(
  gpu: Gpu,
  { volume, fused = [] }: VolumeScene,
  { table, gradients, words, traversal, filter }: SamplingPlan,
): CastConditions {
  const { filterable, format } = chooseVoxelFormat(gpu, volume.voxels, words);
  const areFilterable = fused.every((other) => chooseVoxelFormat(gpu, other.volume.voxels, words).filterable);
  return {
    hardware_filter: filter === 'hardware' && filterable && areFilterable,
    rg8unorm: format === 'rg8unorm',
    table_filter: table === 'float-texture',
    table_loads: table === 'float-loads',
    table_in_workgroup: table === 'workgroup-cells',
    flat: traversal === 'steps',
    shared_gradients: gradients === 'voxels',
    stored_gradients: gradients === 'stored',
  };
}

/** Opacities that follow gradients need the gradient of each sample. */
function aheadConditions(
  { shading, transfer }: PresentScene,
  { ahead, lighting }: SamplingPlan,
  { isFine }: Settings,
): CastConditions {
  const isShared = lighting === 'shared' && isFine && transfer.gradientOpacities === undefined;
  return { ahead: ahead > 1, shared_light: ahead > 1 && shading !== undefined && isShared };
}

/** Steps of a coarser copy are longer than those that the table is for. */
const judgeConstants = ({ judgedUnits }: SamplingPlan, downsampled: boolean) =>
  flags({ judges_steps: judgedUnits !== undefined && !downsampled });

const tableConstants = ({ table, judgedUnits }: Pick<SamplingPlan, 'table' | 'judgedUnits'>) => ({
  ...flags({ half_table: table === 'cells' || table === 'workgroup-cells' }),
  ...(judgedUnits !== undefined && { table_rows: RANGE_ROWS }),
});

const meshConditions = ({ styles }: MeshSettings) => ({
  meshes: true,
  translucent: styles.translucent,
});

const meshConstants = ({ meshes, smooth, shading }: MeshSettings, camera?: Camera) =>
  flags({
    smooth_normals: smooth,
    face_colors: meshes.some(({ mesh }) => mesh.faceColors),
    vertex_colors: meshes.some(({ mesh }) => mesh.vertexColors),
    textures: meshes.some(({ mesh }) => mesh.textures),
    materials: meshes.some(({ mesh }) => mesh.materials),
    headlight: shading.light === 'headlight',
    orthographic: camera?.projection === 'orthographic',
  });

const rayConditions = ({ primary, shadow, traced }: RayPlan) => ({
  primary_bvh: primary === 'bvh',
  shadows: shadow !== undefined,
  traced,
});

const rayConstants = ({ mirrors, occlusion, softShadows }: RayPlan) =>
  flags({ mirrors, occlusion, soft_shadows: softShadows });

const lightConditions = ({ shadows, meshShadows, ambientOcclusion }: LightPlan): CastConditions => ({
  lights: true,
  light_grid: shadows,
  mesh_light_grid: meshShadows,
  open_grid: ambientOcclusion !== undefined,
});

/** Parts of the kernel that finds how dense a volume is. */
export function depthVariant(
  gpu: Gpu,
  volume: VolumeScene,
  sampling: SamplingPlan,
): KernelVariant<'cast/light/optical_depths.wgsl'> {
  const { mode = 'composite', isosurfaces, transfer, mask } = volume;
  const { hardware_filter, rg8unorm, table_filter, table_loads } = samplingConditions(gpu, volume, sampling);
  const conditions = {
    ...{ hardware_filter, rg8unorm, table_filter, table_loads },
    isosurface: mode === 'isosurface',
    gradient_opacity: mode === 'composite' && transfer.gradientOpacities !== undefined,
    mask: mask !== undefined,
    fused: isFused(volume),
  };
  const isList = mode === 'isosurface' && isosurfaces !== undefined;
  const constants = {
    ...tableConstants(sampling),
    ...flags({ isosurfaces: isList }),
    ...fusedConstants(volume),
  };
  return { conditions, constants };
}

/** The bindings of kernels that look at a volume's samples. */
export function volumeResources(
  uniforms: Pick<FrameUniforms, 'volume' | 'fused'>,
  volume: ResidentVolume,
  sampler: GPUSampler,
) {
  return {
    volume: uniforms.volume,
    voxels: volume.volume.texture,
    colors: volume.volume.colors,
    table: volume.transfer.memory,
    cells: volume.transfer.memory,
    float_cells: volume.transfer.memory,
    linear_clamped: sampler,
    differences: volume.differences,
    gradient_table: volume.gradientOpacity?.texture,
    labels: volume.mask?.labels,
    styles: volume.mask?.styles,
    ...fusedResources(uniforms.fused, volume),
  };
}

/** The bindings of cast kernels; each takes what its variant has. */
export function castResources(
  uniforms: FrameUniforms,
  { volume, meshes, output, grid, pattern, environment }: ResidentScene,
  sampler: GPUSampler,
  light: ResidentLight | undefined,
): Resources<CastPath> {
  return {
    image: uniforms.image,
    grid: meshes?.binner?.uniforms ?? grid,
    output: output.buffer,
    pattern: pattern.buffer,
    planes: uniforms.planes,
    ...(volume && volumeResources(uniforms, volume, sampler)),
    brick_distances: volume?.distances?.texture,
    brick_majorants: volume?.distances?.majorants,
    brick_gain: volume?.distances?.gain,
    brick_ranges: volume?.volume.brickRanges,
    page_table: volume?.volume.residency?.table,
    page_requests: volume?.volume.residency?.requests,
    ray_states: volume?.volume.residency?.states,
    path_states: volume?.volume.residency?.states,
    header: meshes?.binner?.header,
    bin_starts: meshes?.binner?.binStarts,
    bin_items: meshes?.binner?.items,
    view: meshes?.geometry.cameraView,
    triangles: meshes?.geometry.triangles,
    appearance: uniforms.appearance,
    vertices: meshes?.geometry.arena.vertices,
    faces: meshes?.geometry.arena.faces,
    extent: meshes?.geometry.lightExtent,
    light_header: meshes?.lightBinner?.header,
    light_bin_starts: meshes?.lightBinner?.binStarts,
    light_bin_items: meshes?.lightBinner?.items,
    space: meshes?.tree?.uniforms,
    scene_lights: uniforms.lights,
    frame: uniforms.path,
    cuts: uniforms.cuts,
    environment_map: environment?.map,
    environment_guides: environment?.guides,
    ...light?.volume.resources,
    mesh_shadows: light?.meshes?.shares,
    ...meshes?.tree?.bvh.resources,
  };
}
