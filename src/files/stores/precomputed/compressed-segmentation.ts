/** Decodes blocks of labels: neuroglancer's `sliceview/compressed_segmentation`. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';

/** Widths of the numbers by which a block's voxels choose among its labels. */
const WIDTHS: readonly number[] = [0, 1, 2, 4, 8, 16, 32];

/**
 * The labels of a chunk, i fastest; of labels of 64 bits the lower 32.
 * @param wordsPerLabel 1 or 2, of 32 bits.
 * @throws InputError, without the store's name, for data that are damaged or lead beyond their end.
 */
export function decodeSegmentation(
  bytes: Uint8Array,
  { sizes, blockSizes, channel }: { readonly sizes: Vec3; readonly blockSizes: Vec3; readonly channel: number },
  wordsPerLabel: 1 | 2,
): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = bytes.length >> 2;
  const wordAt = (index: number) => {
    if (index >= words) throw damaged();
    return view.getUint32(4 * index, true);
  };
  const start = wordAt(channel);
  const blocks = sizes.map((size, axis) => Math.ceil(size / blockSizes[axis]!)) as unknown as Vec3;
  const labels = new Uint32Array(sizes[0] * sizes[1] * sizes[2]);
  for (let bk = 0; bk < blocks[2]; bk++) {
    for (let bj = 0; bj < blocks[1]; bj++) {
      for (let bi = 0; bi < blocks[0]; bi++) {
        const header = start + 2 * (bi + blocks[0] * (bj + blocks[1] * bk));
        const [first, valuesAt] = [wordAt(header), start + wordAt(header + 1)];
        const [tableAt, width] = [start + (first & 0xffffff), first >>> 24];
        if (!WIDTHS.includes(width)) throw damaged();
        fillBlock([bi, bj, bk], (voxel) => {
          const bit = voxel * width;
          // Widths divide 32, so that no number lies across two words.
          const mask = width === 32 ? 0xffffffff : 2 ** width - 1;
          const choice = width === 0 ? 0 : ((wordAt(valuesAt + (bit >>> 5)) >>> (bit & 31)) & mask) >>> 0;
          return wordAt(tableAt + wordsPerLabel * choice);
        });
      }
    }
  }
  return labels;

  function fillBlock(block: Vec3, labelOf: (voxel: number) => number): void {
    const [i0, j0, k0] = block.map((number, axis) => number * blockSizes[axis]!) as unknown as Vec3;
    const [iEnd, jEnd, kEnd] = [i0, j0, k0].map((first, axis) => Math.min(first + blockSizes[axis]!, sizes[axis]!));
    for (let k = k0; k < kEnd!; k++) {
      for (let j = j0; j < jEnd!; j++) {
        const row = blockSizes[0] * (j - j0 + blockSizes[1] * (k - k0)) - i0;
        const to = sizes[0] * (j + sizes[1] * k);
        for (let i = i0; i < iEnd!; i++) labels[to + i] = labelOf(row + i);
      }
    }
  }
}

const damaged = () =>
  new InputError('has a compressed segmentation that is damaged or leads beyond its end; get a whole copy');
