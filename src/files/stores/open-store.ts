/** Opens stores of volumes; what reads them is loaded when there is one. */
import type { Store } from '../../paged/store.js';
import type { KeyStore } from './key-store.js';
import type { StoreSelection } from './zarr/zarr-store.js';

/** Files that a Zarr group or array has at its root. */
export const ZARR_MARKS = ['/zarr.json', '/.zgroup', '/.zattrs', '/.zarray'] as const;

/** The formats of stores, for lists of what is read. */
export const STORE_FORMATS = [{ name: 'OME-Zarr, and plain arrays of Zarr 2 and 3', extensions: ['.zarr'] }] as const;

/**
 * Opens an OME-Zarr store or a Zarr array.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export async function openStore(keys: KeyStore, selection: StoreSelection = {}): Promise<Store> {
  return (await import('./zarr/zarr-store.js')).openZarr(keys, selection);
}
