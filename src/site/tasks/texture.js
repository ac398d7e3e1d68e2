// Draw into a texture, or by `target: canvas` onto a canvas, and read nothing back.
import { TEXTURE_USAGE } from 'tilecast';
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const usage = TEXTURE_USAGE.RENDER_ATTACHMENT | TEXTURE_USAGE.TEXTURE_BINDING;
const target = renderer.gpu.device.createTexture({ size: [256, 256], format: 'rgba8unorm', usage });
const { width, done } = await renderer.render({ volume, target });
const { whole } = await done;
console.log(`${width} pixels wide, drawn: ${whole}`);
renderer.destroy();
