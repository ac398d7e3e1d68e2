// Make a picture better from frame to frame, until it is good enough.
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const size = { width: 128, height: 128 };
const { camera } = await renderer.render({ volume, ...size });
let accumulated = 0;
while (accumulated < 8) ({ accumulated } = await renderer.render({ volume, camera, ...size, accumulate: true }));
console.log(`the mean of ${accumulated} frames`);
renderer.destroy();
