/** Opens files of plain voxels as stores; what parses their headers is loaded when there is one. */
import type { Store } from '../../paged/store.js';
import type { ByteSource } from '../bytes/byte-source.js';
import { nameInErrors } from '../bytes/name-in-errors.js';

/**
 * Opens an uncompressed NRRD, MetaImage or NIfTI file of one volume, of any size; undefined where it is none.
 * @param openSibling opens a file that this one names, relative to it.
 * @throws InputError, one line that starts with the file's name, for a header that cannot be.
 */
export function findFlatStore(
  file: ByteSource,
  openSibling: (name: string) => Promise<ByteSource>,
): Promise<Store | undefined> {
  return nameInErrors(file.name, async () => {
    const [{ FLAT_HEADER_BYTES, findFlatLayout }, { openFlat }] = await Promise.all([
      import('./flat/flat-layout.js'),
      import('./flat/flat-store.js'),
    ]);
    const layout = findFlatLayout(await file.read(0, FLAT_HEADER_BYTES));
    if (!layout) return undefined;
    return openFlat(file.name, layout, layout.dataFile === undefined ? file : await openSibling(layout.dataFile));
  });
}
