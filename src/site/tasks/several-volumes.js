// Show a second volume in the first, such as a PET scan in a CT.
import { colorMapTransfer, createVolume } from 'tilecast';
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const [nx, ny] = volume.sizes;
const distance = (at) => Math.hypot((at % nx) - nx / 2, (Math.floor(at / nx) % ny) - ny / 2);
const uptake = createVolume({
  ...volume,
  voxels: Float32Array.from(volume.voxels, (_, at) => 100 / (1 + distance(at))),
});
const transfer = colorMapTransfer('inferno', [20, 100]);
const renderer = await createRenderer();
const alone = await renderer.render({ volume, width: 128, height: 128 });
const fused = await renderer.render({ volume, fused: [{ volume: uptake, transfer }], width: 128, height: 128 });
const changed = fused.pixels.filter((byte, at) => byte !== alone.pixels[at]).length;
console.log(`${changed} bytes of the picture differ`);
renderer.destroy();
