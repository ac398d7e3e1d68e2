/** Writes the `FusedVolumes` of wgsl/cast/fused/fused_volumes.wgsl. */
import { packStruct, type Struct } from '../../gpu/shaders/structs.js';
import { invert, transformPoint, transformVector } from '../../math/affine.js';
import { mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import { fullShadingGradient, gradientUnit } from '../../transfer/gradient-scale.js';
import type { Grid } from '../../volume/grids/union-grid.js';
import { smallestSpacing } from '../../volume/volume.js';
import { worldToPosition } from '../light/positions.js';
import type { FusedVolume, VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { finestGrid } from '../volume/grids.js';
import { tableFields } from '../volume/resident/transfer.js';
import type { ResidentVolume } from '../volume/resident/volume-store.js';

/** Weights of the low and the high byte of 16 bits, and of a channel that is alone. */
const WORD_WEIGHTS = [255 / 65_535, 65_280 / 65_535] as const;
const SINGLE_WEIGHTS = [1, 0] as const;

const NO_BRICKS: Vec3 = [0, 0, 0];

export function packFusedUniforms(
  { fused = [], fusedDepth = 0 }: Pick<VolumeScene, 'fused' | 'fusedDepth'>,
  settings: Pick<Settings, 'step'>,
  resident: ResidentVolume,
): ArrayBuffer {
  const stepWorld = settings.step * smallestSpacing(resident.grid);
  let first = 0;
  const volumes = fused.map((one, index) => {
    const { distances } = resident.fused[index]!;
    const fields = { bricks: distances?.bricks ?? NO_BRICKS, first_brick: first };
    first += fields.bricks[2];
    return { ...describeFused(one, resident.fused[index]!, resident.grid, stepWorld), ...fields };
  });
  return packStruct('FusedVolumes', { count: volumes.length, kept_of_step: keptOf(stepWorld, fusedDepth), volumes });
}

/** The share of light that comes through a length of a medium whose mean free path is `depth`. */
const keptOf = (length: number, depth: number) => (depth > 0 ? Math.exp(-length / depth) : 0);

function describeFused(
  fused: FusedVolume,
  { volume, transfer: table, gradientOpacity }: ResidentVolume,
  samples: Grid,
  stepWorld: number,
): Omit<Struct<'FusedVolume'>, 'bricks' | 'first_brick'> {
  const { resident, voxelFormat } = volume;
  const { transfer, shading } = fused;
  // A downsampled one, and a coarser level, look the same.
  const spacing = smallestSpacing(finestGrid(fused));
  const unit = gradientUnit(transfer);
  const { columns } = invert(resident.indexToWorld);
  const row = (axis: 0 | 1 | 2): Vec3 =>
    scale([columns[0][axis], columns[1][axis], columns[2][axis]], spacing / voxelFormat.factor / unit);
  const gradient = gradientOpacity && tableFields(gradientOpacity, { offset: 0, factor: 1 });
  const { ambient = 1, diffuse = 0, specular = 0, shininess = 1 } = shading ?? {};
  return {
    ...positionFields(samples, resident),
    ...tableFields(table, voxelFormat),
    size: resident.sizes,
    opacity_exponent: stepWorld / (transfer.unit ?? spacing),
    gradient_x: row(0),
    gradient_y: row(1),
    gradient_z: row(2),
    gradient_low: (gradient?.table_low ?? 0) / unit,
    gradient_scale: (gradient?.table_scale ?? 0) * unit,
    gradient_cells: gradient?.table_cells ?? 0,
    shading_gain: shading ? unit / fullShadingGradient(transfer) : 0,
    ambient,
    diffuse,
    specular,
    shininess,
    bricks_per_voxel: 1 / volume.brickSide,
    channel_weights: voxelFormat.format === 'rg8unorm' ? WORD_WEIGHTS : SINGLE_WEIGHTS,
  };
}

/** The affine map between positions, which run from 0 to 1 over each grid. */
function positionFields({ sizes, indexToWorld }: Grid, own: Grid) {
  const toPosition = worldToPosition(own);
  const [position_x, position_y, position_z] = indexToWorld.columns.map((column, axis) =>
    transformVector(toPosition, scale(column, sizes[axis]!)),
  ) as [Vec3, Vec3, Vec3];
  const corner = mapVec3(sizes, () => -0.5);
  return {
    position_x,
    position_y,
    position_z,
    position_origin: transformPoint(toPosition, transformPoint(indexToWorld, corner)),
  };
}
