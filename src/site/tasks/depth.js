// Measure how far the surface of an isosurface is, pixel by pixel.
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const scene = { volume, mode: 'isosurface', isoValue: 300 };
const { distances, normals, width, height } = await renderer.render({
  ...scene,
  width: 128,
  height: 128,
  outputs: ['distances', 'normals'],
});
const centre = (height / 2) * width + width / 2;
console.log(`${distances[centre].toFixed(1)} to the bone, which faces ${normals.slice(3 * centre, 3 * centre + 3)}`);
renderer.destroy();
