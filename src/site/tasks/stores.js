// Render an OME-Zarr store that is larger than the device's memory; `fetchKeys(url)` opens one on the web.
import { openPagedVolume, openStore } from 'tilecast';
import { createRenderer, diskKeys } from 'tilecast/node';

const store = await openStore(diskKeys('head.zarr'));
const pages = await openPagedVolume(store, { atlasBytes: 1 << 28 });
const renderer = await createRenderer();
const { stats } = await renderer.render({ volume: pages.preview, pages, width: 128, height: 128 });
console.log(`${store.levels.length} levels; ${stats.paging.pagesLoaded} of ${stats.paging.pages} pages were needed`);
renderer.destroy();
