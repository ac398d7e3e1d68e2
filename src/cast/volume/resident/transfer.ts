/** A transfer function's table on the device, in the form that a kernel classifies texels with. */
import { createConstants } from '../../../gpu/allocate-storage.js';
import type { Gpu } from '../../../gpu/gpu.js';
import { BUFFER_USAGE, TEXTURE_USAGE } from '../../../gpu/usages.js';
import { bakeEvenRanges, RANGE_ROWS } from '../../../transfer/table/even-ranges.js';
import { countVisibleCells, type TransferTable } from '../../../transfer/table/transfer-table.js';
import { countCopiedCells, type SamplingPlan } from '../plan-sampling.js';
import { toHalfBits } from './half-float.js';
import { toTexel, type VoxelFormat } from './voxel-format.js';

/** The part of a table that kernels need beside its cells. */
export interface TransferTexture extends Pick<TransferTable, 'domain' | 'cells' | 'visible'> {
  /** `table` or `cells` of wgsl/cast/volume/transfer.wgsl. */
  readonly memory: GPUTexture | GPUBuffer;
  /** `CellOpacity` of wgsl/cast/bricks/activity.wgsl. */
  readonly opacities: GPUBuffer;
}

/** Opacities are stored times this in 16-bit floats, which else lose those below 2⁻¹⁴; `HALF_OPACITY` of the WGSL. */
const HALF_OPACITY_SCALE = 2 ** 15;

/** Choices of a plan that a table's form on the device follows. */
export type TableForm = Pick<SamplingPlan, 'table' | 'judgedUnits'>;

export function uploadTransfer(gpu: Gpu, table: TransferTable, form: TableForm): TransferTexture {
  const { domain, cells, visible } = table;
  const memory = uploadTable(gpu, table, form);
  return { memory, domain, cells, visible, opacities: uploadOpacities(gpu, table) };
}

function uploadTable(gpu: Gpu, table: TransferTable, { table: kind, judgedUnits }: TableForm): GPUTexture | GPUBuffer {
  const { rgba } = table;
  switch (kind) {
    case 'float-texture':
      return judgedUnits === undefined
        ? uploadTexture(gpu, 'transfer.table', rgba)
        : uploadTexture(gpu, 'transfer.table', bakeEvenRanges(table, judgedUnits), RANGE_ROWS);
    case 'float-loads':
      return uploadTexture(gpu, 'transfer.table', rgba);
    case 'float-cells':
      return uploadCells(gpu, rgba);
    case 'cells':
      return uploadCells(gpu, toHalves(rgba));
    case 'workgroup-cells':
      return uploadCells(gpu, toHalves(rgba), countCopiedCells(table));
  }
}

/** Colours, and opacities scaled, as 16-bit floats. */
function toHalves(rgba: Float32Array): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(rgba.length);
  for (let index = 0; index < rgba.length; index++) {
    halves[index] = toHalfBits(index % 4 === 3 ? HALF_OPACITY_SCALE * rgba[index]! : rgba[index]!);
  }
  return halves;
}

/** @param count of cells that kernels may read, where it is more than there are. */
function uploadCells(
  { device }: Gpu,
  cells: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  count = cells.length / 8,
): GPUBuffer {
  const usage = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST;
  const size = 8 * cells.BYTES_PER_ELEMENT * count;
  const buffer = device.createBuffer({ label: 'transfer.cells', size, usage });
  device.queue.writeBuffer(buffer, 0, cells);
  return buffer;
}

/** How many cells before each one are not wholly transparent, and the opacities of its ends; one more ends the list. */
function uploadOpacities(gpu: Gpu, table: TransferTable): GPUBuffer {
  const { rgba } = table;
  const before = countVisibleCells(table);
  const words = new Uint32Array(3 * before.length);
  const floats = new Float32Array(words.buffer);
  for (const [cell, count] of before.entries()) {
    words[3 * cell] = count;
    floats[3 * cell + 1] = rgba[8 * cell + 3] ?? 0;
    floats[3 * cell + 2] = rgba[8 * cell + 7] ?? 0;
  }
  return createConstants(gpu, 'transfer.opacities', words.buffer);
}

/** A factor of opacities by gradient magnitude, for wgsl/cast/volume/transfer.wgsl. */
export function uploadGradientOpacity(gpu: Gpu, table: TransferTable): GradientTexture {
  const { domain, cells, visible, rgba } = table;
  return { table, texture: uploadTexture(gpu, 'transfer.gradient', rgba), domain, cells, visible };
}

export interface GradientTexture extends Pick<TransferTable, 'domain' | 'cells' | 'visible'> {
  readonly table: TransferTable;
  readonly texture: GPUTexture;
}

function uploadTexture({ device }: Gpu, label: string, rgba: Float32Array<ArrayBuffer>, rows = 1): GPUTexture {
  const size = [rgba.length / 4 / rows, rows];
  const usage = TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST;
  const texture = device.createTexture({ label, size, format: 'rgba32float', usage });
  device.queue.writeTexture({ texture }, rgba, { bytesPerRow: rgba.byteLength / rows }, size);
  return texture;
}

/** The fields of a frame that take texels of the volume's format to the table. */
export function tableFields(
  { domain, cells, visible }: Pick<TransferTable, 'domain' | 'cells' | 'visible'>,
  format: Pick<VoxelFormat, 'offset' | 'factor'>,
) {
  const texelOf = (value: number) => toTexel(format, value);
  return {
    table_low: texelOf(domain[0]),
    table_scale: cells / (texelOf(domain[1]) - texelOf(domain[0])),
    table_cells: cells,
    visible_low: widen(texelOf(visible[0]), -1),
    visible_high: widen(texelOf(visible[1]), 1),
  };
}

const MAX_FLOAT32 = 3.4028234663852886e38;
/** A few float32 roundings: a voxel at the very end of the interval must not fall out of it. */
const MARGIN = 2 ** -21;

const clampToFloat32 = (value: number) => Math.min(MAX_FLOAT32, Math.max(-MAX_FLOAT32, value));

function widen(texel: number, direction: 1 | -1): number {
  const finite = clampToFloat32(texel);
  return clampToFloat32(finite + direction * MARGIN * Math.abs(finite));
}
