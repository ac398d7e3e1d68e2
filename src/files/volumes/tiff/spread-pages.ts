/** Pages behind one directory: ImageJ writes them so beyond 4 GiB, and tifffile where it is asked to. */
import { InputError } from '../../../errors.js';
import { parseStackShape } from './stack-shape.js';
import { PAGES_MAX, TAG, type TiffDirectory } from './tiff-directory.js';
import type { TiffPage } from './tiff-page.js';
import { describeFile } from './tiff-planes.js';

/**
 * A directory for each page that follows the first one's data, as the description counts them; the first one alone where it counts
 * no others.
 * @throws InputError where tifffile says that there are others, and they are not there.
 */
export function spreadPages(first: TiffDirectory, page: TiffPage, fileBytes: number): readonly TiffDirectory[] {
  const description = describeFile(first);
  const shape = parseStackShape(description);
  const { width, height, depth, samples, bits } = page;
  const pageValues = width * height * depth * samples;
  const count = shape?.isTruncated
    ? shape.sizes.reduce((product, size) => product * size, 1) / pageValues
    : Number(/^ImageJ=.*\nimages=(\d+)\s*$/m.exec(description)?.[1] ?? 1);
  if (count === 1) return [first];
  const start = contiguousStart(first);
  const pageBytes = (pageValues * bits) / 8;
  const isThere = !page.isPacked && start !== undefined && start + count * pageBytes <= fileBytes && count <= PAGES_MAX;
  if (Number.isSafeInteger(count) && isThere) {
    return Array.from({ length: count }, (_, index) => {
      const moved = new Map(first);
      const offsets = first.get(TAG.stripOffsets) as readonly number[];
      return moved.set(
        TAG.stripOffsets,
        offsets.map((offset) => offset + index * pageBytes),
      );
    });
  }
  if (!shape?.isTruncated) return [first];
  throw new InputError(
    `says that ${count} pages follow each other, and has too little data for them; get a whole copy`,
  );
}

/** The offset of a page's uncompressed data that lies in one piece; undefined for other pages. */
function contiguousStart(directory: TiffDirectory): number | undefined {
  const [offsets, counts, compression] = [TAG.stripOffsets, TAG.stripByteCounts, TAG.compression].map((tag) =>
    directory.get(tag),
  );
  if (!Array.isArray(offsets) || !Array.isArray(counts) || (compression?.[0] ?? 1) !== 1) return undefined;
  const follows = (offset: number, strip: number) => strip === 0 || offset === offsets[strip - 1] + counts[strip - 1];
  return offsets.every(follows) ? (offsets[0] as number | undefined) : undefined;
}
