/** A transfer function as the table texture that wgsl/cast/ray/cast.wgsl classifies texels with. */
import { createConstants } from '../../gpu/buffers.js';
import { TEXTURE_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { bakeIntegralTable } from '../../transfer/integral-table.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { bakeTransferTable, countVisibleCells } from '../../transfer/transfer-table.js';
import { toTexel, type VoxelFormat } from './voxel-format.js';

export interface TransferTexture {
  readonly texture: GPUTexture;
  /** Data values where the first cell starts and the last one ends. */
  readonly domain: readonly [number, number];
  readonly cells: number;
  /** Data values outside this interval are wholly transparent. */
  readonly visible: readonly [number, number];
  /** Words: how many cells before each one, and before the end, are not wholly transparent. */
  readonly visibleBefore: GPUBuffer;
}

export function uploadTransfer(gpu: Gpu, transfer: TransferFunction): TransferTexture {
  const table = bakeTransferTable(transfer);
  const { rgba, cells, domain, visible } = table;
  const visibleBefore = createConstants(gpu, 'transfer.visible-before', countVisibleCells(table));
  return { texture: uploadTable(gpu, 'transfer.table', rgba), domain, cells, visible, visibleBefore };
}

/** What wgsl/cast/volume/preintegrated.wgsl integrates with, on the cells of the transfer function's table. */
export function uploadIntegrals(gpu: Gpu, transfer: TransferFunction, table: TransferTexture): GPUTexture {
  return uploadTable(gpu, 'transfer.integrals', bakeIntegralTable(transfer, table));
}

function uploadTable({ device }: Gpu, label: string, rgba: Float32Array<ArrayBuffer>): GPUTexture {
  const size = [rgba.length / 4, 1];
  const usage = TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST;
  const texture = device.createTexture({ label, size, format: 'rgba32float', usage });
  device.queue.writeTexture({ texture }, rgba, { bytesPerRow: rgba.byteLength }, size);
  return texture;
}

/** The fields of a frame that take texels of the volume's format to the table. */
export function tableFields(
  { domain, cells, visible }: Pick<TransferTexture, 'domain' | 'cells' | 'visible'>,
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
