/** Opens stores of volumes; what reads them is loaded when there is one. */
import type { Store } from '../../paged/store.js';
import type { KeyStore } from './key-store.js';
import type { StoreSelection } from './zarr/zarr-store.js';

/** Files that a Zarr group or array has at its root. */
export const ZARR_MARKS = ['/zarr.json', '/.zgroup', '/.zattrs', '/.zarray'] as const;

/**
 * Opens an OME-Zarr store or a Zarr array.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export async function openStore(keys: KeyStore, selection: StoreSelection = {}): Promise<Store> {
  return (await import('./zarr/zarr-store.js')).openZarr(keys, selection);
}
