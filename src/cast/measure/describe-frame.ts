/** The cost of a frame, from its plan, counts and times. */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimes } from '../../gpu/timer.js';
import { formatShape } from '../../shapes/shape.js';
import type { FrameWork } from '../frame/encode-frame.js';
import type { FrameStats, PagingStats, PixelCounts } from '../frame.js';
import type { MeshCounts } from '../mesh/bins/bin-check.js';
import type { Residency } from '../paged/residency.js';
import type { Settings } from '../settings.js';

interface Found {
  readonly settings: Pick<Settings, 'quality' | 'step'>;
  readonly counts: PixelCounts | undefined;
  readonly meshCounts: MeshCounts | undefined;
  readonly times: PassTimes;
}

export function describeFrame(
  gpu: Gpu,
  { plan, resident }: FrameWork,
  { settings: { quality, step }, counts, meshCounts, times }: Found,
): FrameStats {
  const { grid, shape, rays } = plan;
  const { meshes, volume } = resident;
  return {
    adapter: gpu.adapterName,
    software: gpu.software,
    shape: `${grid.tileWidth}x${grid.tileHeight}`,
    workgroup: formatShape(shape.shape),
    shapePolicy: shape.policy,
    shapeReason: shape.reason,
    tiles: grid.columns * grid.rows,
    primaryRays: rays?.primary,
    shadowRays: rays?.shadow,
    slabs: grid.slabs,
    quality,
    step,
    ...sumCounts(counts),
    // Triangles that may be seen; with the tree, all that can be drawn.
    triangles:
      meshes && meshCounts
        ? (meshCounts.counts?.items ?? meshes.geometry.arena.triangleCount - meshCounts.trianglesSkipped)
        : 0,
    trianglesSkipped: meshCounts?.trianglesSkipped ?? 0,
    binItems: meshCounts?.counts?.pairs ?? 0,
    lightBinItems: meshCounts?.lightCounts?.pairs ?? 0,
    ...times,
    ...(volume && {
      volume: {
        sizes: volume.volume.resident.sizes,
        format: volume.volume.voxelFormat.format,
        downsampleFactor: volume.volume.downsampleFactor,
        filter: plan.sampling!.filter,
      },
      ...(volume.volume.residency && { paging: describePaging(volume.volume.residency) }),
    }),
  };
}

function describePaging({ counts, grid, atlas, volume: { chunks } }: Residency): PagingStats {
  return {
    ...counts,
    pages: grid.pages[0] * grid.pages[1] * grid.pages[2],
    slots: atlas.capacity,
    pageSide: grid.side,
    border: grid.border,
    chunksRead: chunks.chunksRead,
    bytesRead: chunks.bytesRead,
  };
}

/** Sums over all pixels. */
function sumCounts(counts: PixelCounts | undefined): Pick<FrameStats, 'samples' | 'samplesSkipped' | 'rti'> {
  const sum = (values: Uint32Array | undefined) => values?.reduce((total, value) => total + value, 0);
  return { samples: sum(counts?.samples), samplesSkipped: sum(counts?.skipped), rti: sum(counts?.tests) };
}
