/** Stores that were opened, of which some show what they lack once they are read. */
import type { Store } from '../../../index.js';

/** Undefined until somebody asks, since a library's caller may open stores for as long as it likes. */
let opened: Set<Store> | undefined;

export function noteStore(store: Store): Store {
  if (store.countLacking || store.findAbsent) opened?.add(store);
  return store;
}

/** Collects the stores that are opened from now on. */
export function collectStores(): ReadonlySet<Store> {
  opened = new Set();
  return opened;
}
