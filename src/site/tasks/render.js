// Render a volume to a PNG.
import { createRenderer, encodePng, loadVolume, writeWholeFile } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const image = await renderer.render({ volume, width: 256, height: 256 });
await writeWholeFile('head.png', encodePng(image));
console.log(`${image.width} × ${image.height} pixels on ${image.stats.adapter}`);
renderer.destroy();
