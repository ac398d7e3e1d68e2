/** The volume that is looked at, in the format that each library reads without unpacking. */
import { createVolume, writeVolume } from 'tilecast';

/** A gyroid in a ball: surfaces everywhere, and nothing to see outside; one byte per voxel, at any size. */
export function sampleGyroid(side: number): Uint8Array<ArrayBuffer> {
  const voxels = new Uint8Array(side ** 3);
  const sines = Float32Array.from({ length: side }, (_, at) => Math.sin((12 * Math.PI * at) / side));
  const cosines = Float32Array.from({ length: side }, (_, at) => Math.cos((12 * Math.PI * at) / side));
  const squares = Float32Array.from({ length: side }, (_, at) => ((2 * (at + 0.5)) / side - 1) ** 2);
  for (let k = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      const row = side * (j + side * k);
      for (let i = 0; i < side; i++) {
        if (squares[i]! + squares[j]! + squares[k]! > 0.9) continue;
        const gyroid = sines[i]! * cosines[j]! + sines[j]! * cosines[k]! + sines[k]! * cosines[i]!;
        voxels[row + i] = 128 + 80 * gyroid;
      }
    }
  }
  return voxels;
}

const NIFTI_HEADER_BYTES = 352;

/** NIfTI-1 with an identity transform. */
function writeNifti(voxels: Uint8Array, side: number): Uint8Array {
  const bytes = new Uint8Array(NIFTI_HEADER_BYTES + voxels.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 348, true);
  for (const [at, value] of [3, side, side, side, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * at, value, true);
  view.setInt16(70, 2, true);
  view.setInt16(72, 8, true);
  for (let at = 0; at < 8; at++) view.setFloat32(76 + 4 * at, 1, true);
  view.setFloat32(108, NIFTI_HEADER_BYTES, true);
  view.setFloat32(112, 1, true);
  view.setInt16(254, 1, true);
  for (const [row, offset] of [280, 296, 312].entries()) view.setFloat32(offset + 4 * row, 1, true);
  bytes.set(new TextEncoder().encode('n+1\0'), 344);
  bytes.set(voxels, NIFTI_HEADER_BYTES);
  return bytes;
}

/** Files by their names. */
export async function writeFiles(side: number): Promise<Map<string, readonly Uint8Array[]>> {
  const voxels = sampleGyroid(side);
  const volume = createVolume({ sizes: [side, side, side], voxels });
  const { pieces } = await writeVolume(volume, `volume-${side}.nrrd`, { compress: false });
  return new Map([
    [`volume-${side}.raw`, [voxels]],
    [`volume-${side}.nii`, [writeNifti(voxels, side)]],
    [`volume-${side}.nrrd`, pieces],
  ]);
}
