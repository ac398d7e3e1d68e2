// Follow light through a volume, until the noise is small.
import { renderPaths } from 'tilecast';
import { createRenderer, encodePng, loadVolume, writeWholeFile } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const options = { width: 96, height: 96, paths: 8, denoised: true };
const image = await renderPaths(renderer, { volume, environment: 'studio' }, undefined, options);
await writeWholeFile('paths.png', encodePng(image));
console.log(`${image.stats.paths.count} paths through each pixel`);
renderer.destroy();
