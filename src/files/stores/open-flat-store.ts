/** Opens files of raw voxels as stores; parsers of headers are loaded on demand. */
import type { Store } from '../../paged/store.js';
import type { ByteSource } from '../bytes/byte-source.js';
import { isGzip } from '../bytes/compression/inflate.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { type RawLayout, rawSizeBytes, refuseOtherSize } from '../volumes/raw/raw-layout.js';
import type { StoreSelection } from './zarr/zarr-store.js';

/**
 * Opens a file of nothing but voxels as a store; undefined for voxels of 64-bit integers and for gzip, which have to be in memory.
 * @throws InputError, one line that starts with the file's name, for a file of another size than the layout's.
 */
export function findRawStore(file: ByteSource, layout: RawLayout): Promise<Store | undefined> {
  return nameInErrors(file.name, async () => {
    const { flatOfRaw, openFlat } = await importFlat();
    const flat = flatOfRaw(layout);
    const isPlain = file.sizeBytes === rawSizeBytes(layout);
    if (!flat || (!isPlain && isGzip(await file.read(0, GZIP_MARK_BYTES)))) return undefined;
    refuseOtherSize(layout, file.sizeBytes);
    return openFlat(file.name, flat, file);
  });
}

const GZIP_MARK_BYTES = 16;

/** The store of a file of plain voxels as a selection has it. @throws InputError as `selectFlat` of its reader does. */
export const selectFlatStore = async (store: Store, selection: StoreSelection): Promise<Store> =>
  (await importFlat()).selectFlat(store, selection);

async function importFlat() {
  const [layout, store] = await Promise.all([import('./flat/flat-layout.js'), import('./flat/flat-store.js')]);
  return { ...layout, ...store };
}

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
    const { FLAT_HEADER_BYTES, findFlatLayout, openFlat } = await importFlat();
    const layout = findFlatLayout(await file.read(0, FLAT_HEADER_BYTES));
    if (!layout) return undefined;
    if (layout.dataFile === undefined) return openFlat(file.name, layout, file);
    const data = await openSibling(layout.dataFile);
    if (layout.format === 'NRRD') await checkNrrdData(data, layout.dataStart);
    return openFlat(file.name, layout, data);
  });
}

async function checkNrrdData(data: ByteSource, byteSkip: number): Promise<void> {
  const { CHECKED_BYTES, checkDataFile } = await import('../volumes/nrrd/check-data-file.js');
  const start = await data.read(0, Math.min(CHECKED_BYTES, data.sizeBytes));
  await nameInErrors(`data file ${data.name}`, () => checkDataFile(start, { encoding: 'raw', byteSkip, lineSkip: 0 }));
}
