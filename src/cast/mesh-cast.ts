/** Encodes the casting of rays to binned triangles: one workgroup a tile. */
import type { Gpu } from '../gpu/gpu.js';
import type { ShaderConditions } from '../gpu/link-key.js';
import type { MeshArena } from './mesh-arena.js';
import type { MeshPlan } from './mesh-plan.js';
import type { FrameResidents } from './mesh-residents.js';

/** What of the kernel a frame needs. */
export interface CastNeeds {
  readonly orthographic: boolean;
  readonly smooth: boolean;
  readonly shadows: boolean;
  readonly headlight: boolean;
  readonly hits: boolean;
  readonly countTests: boolean;
}

/** The uniforms of a frame. */
export interface CastUniforms {
  readonly view: GPUBuffer;
  readonly look: GPUBuffer;
  readonly subpixels: GPUBuffer;
}

export interface CastKernel {
  readonly pipeline: GPUComputePipeline;
  readonly conditions: ShaderConditions;
}

export async function loadCastKernel(
  { kernels }: Gpu,
  { grid, variant, invocations }: MeshPlan,
  { hasFaceColors, hasVertexColors }: MeshArena,
  { orthographic, smooth, shadows, headlight, hits, countTests }: CastNeeds,
): Promise<CastKernel> {
  const conditions = {
    quads: variant === 'quads',
    morton: grid.order === 'morton',
    face_colors: hasFaceColors,
    vertex_colors: hasVertexColors,
    count: countTests,
    orthographic,
    smooth,
    shadows,
    headlight,
    hits,
  };
  const constants = { invocations, tile_width: grid.tileWidth, tile_height: grid.tileHeight };
  return { pipeline: await kernels.get('cast/mesh_cast.wgsl', { conditions, constants }), conditions };
}

export function encodeMeshCast(
  { device }: Gpu,
  pass: GPUComputePassEncoder,
  { pipeline, conditions }: CastKernel,
  { view, look, subpixels }: CastUniforms,
  { geometry, binner, lightBinner, output }: FrameResidents,
): void {
  const buffers = [
    view,
    binner.uniforms,
    binner.header,
    binner.binStarts,
    binner.items,
    geometry.triangles,
    look,
    geometry.arena.vertices,
    geometry.arena.faces,
    output.buffer,
    subpixels,
    conditions['shadows'] ? geometry.lightExtent : undefined,
    lightBinner?.header,
    lightBinner?.binStarts,
    lightBinner?.items,
  ];
  const entries = buffers.flatMap((buffer, binding) => (buffer ? [{ binding, resource: { buffer } }] : []));
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ label: 'meshes', layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(binner.grid.paddedColumns, binner.grid.paddedRows);
}
