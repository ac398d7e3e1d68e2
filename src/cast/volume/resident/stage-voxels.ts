/** Voxels as whole 32-bit words of a buffer, in rows that a texture can be copied from where the adapter asks for that. */
import type { VoxelArray } from '../../../volume/volume.js';

/** WebGPU copies rows to textures from multiples of it alone. */
const ROW_ALIGNMENT_BYTES = 256;

export interface StagedRows {
  /** Voxels of a row, and from its start to that of the next. */
  readonly width: number;
  readonly pitch: number;
  /** Whether the sign bit is flipped: the least signed integer becomes 0. */
  readonly isFlipped: boolean;
}

/** Voxels of `bytesPerVoxel` from one row to the next. */
export function alignRow(width: number, bytesPerVoxel: number): number {
  return (Math.ceil((width * bytesPerVoxel) / ROW_ALIGNMENT_BYTES) * ROW_ALIGNMENT_BYTES) / bytesPerVoxel;
}

/** Bytes of whole words for a number of voxels. */
export const wordBytes = (voxels: number, bytesPerVoxel: number): number => 4 * Math.ceil((voxels * bytesPerVoxel) / 4);

/**
 * Writes a piece of the words.
 * @param voxels whole rows.
 * @param offsetBytes of the piece in the words; a multiple of 4, as its length is.
 */
export function stageVoxels(piece: Uint8Array, voxels: VoxelArray, rows: StagedRows, offsetBytes: number): void {
  const { BYTES_PER_ELEMENT: bytesPerVoxel, buffer, byteOffset, byteLength } = voxels;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const end = offsetBytes + piece.length;
  const [rowBytes, pitchBytes] = [rows.width * bytesPerVoxel, rows.pitch * bytesPerVoxel];
  if (rowBytes === pitchBytes) piece.set(bytes.subarray(offsetBytes, end));
  else {
    for (let row = Math.floor(offsetBytes / pitchBytes); row * pitchBytes < end; row++) {
      // A piece may begin and end within a row.
      const first = Math.max(offsetBytes - row * pitchBytes, 0);
      const last = Math.min(rowBytes, end - row * pitchBytes);
      if (first < last) {
        piece.set(
          bytes.subarray(row * rowBytes + first, row * rowBytes + last),
          row * pitchBytes + first - offsetBytes,
        );
      }
    }
  }
  if (rows.isFlipped)
    flipSigns(
      new Uint32Array(piece.buffer, piece.byteOffset, piece.length / 4),
      bytesPerVoxel === 1 ? 0x80808080 : 0x80008000,
    );
}

function flipSigns(words: Uint32Array, signs: number): void {
  for (let index = 0; index < words.length; index++) words[index]! ^= signs;
}

/** Fills memory with the bytes of voxels, from the one at an offset on. */
export type ReadVoxels = (target: Uint8Array, offsetBytes: number) => Promise<void>;

/** Writes a piece of the words of some rows. @param offsetBytes of the piece in the words. */
export type FillWords = (
  piece: Uint8Array,
  firstRow: number,
  rowCount: number,
  offsetBytes: number,
) => void | Promise<void>;

/** @param read reads voxels that are not in memory yet. */
export function createFill(voxels: VoxelArray, rows: StagedRows, read: ReadVoxels | undefined): FillWords {
  const { width, pitch } = rows;
  if (!read) {
    return (piece, firstRow, rowCount, offsetBytes) =>
      stageVoxels(piece, voxels.subarray(firstRow * width, (firstRow + rowCount) * width), rows, offsetBytes);
  }
  const { BYTES_PER_ELEMENT: bytesPerVoxel } = voxels;
  const [rowBytes, pitchBytes] = [width * bytesPerVoxel, pitch * bytesPerVoxel];
  if (pitch === width && !rows.isFlipped) {
    return (piece, firstRow, rowCount, offsetBytes) => {
      // Words may go on after the last voxel.
      const wanted = Math.min(piece.length, rowCount * rowBytes - offsetBytes);
      return read(piece.subarray(0, wanted), firstRow * rowBytes + offsetBytes);
    };
  }
  const Voxels = voxels.constructor as new (memory: ArrayBuffer) => VoxelArray;
  return async (piece, firstRow, rowCount, offsetBytes) => {
    const first = Math.floor(offsetBytes / pitchBytes);
    const end = Math.min(Math.ceil((offsetBytes + piece.length) / pitchBytes), rowCount);
    const bytes = new Uint8Array((end - first) * rowBytes);
    await read(bytes, (firstRow + first) * rowBytes);
    stageVoxels(piece, new Voxels(bytes.buffer), rows, offsetBytes - first * pitchBytes);
  };
}
