/** The transfer functions of fused volumes in one texture. */
import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { TransferTable } from '../../transfer/table/transfer-table.js';

const CHANNELS = 4;

/** A row for each table, from the start on. */
export function uploadFusedTables({ device }: Gpu, rows: readonly (TransferTable | undefined)[]): GPUTexture {
  const width = Math.max(...rows.map((table) => (table ? table.rgba.length / CHANNELS : 0)));
  const texels = new Float32Array(CHANNELS * width * rows.length);
  for (const [row, table] of rows.entries()) if (table) texels.set(table.rgba, CHANNELS * width * row);
  const size = [width, rows.length];
  const texture = device.createTexture({
    label: 'fused.tables',
    size,
    format: 'rgba32float',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
  });
  const bytesPerRow = CHANNELS * Float32Array.BYTES_PER_ELEMENT * width;
  device.queue.writeTexture({ texture }, texels, { bytesPerRow, rowsPerImage: rows.length }, size);
  return texture;
}
