// Get colours as floats, and the values that a projection found, instead of bytes.
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const size = { width: 128, height: 128 };
const { color, values } = await renderer.render({ volume, mode: 'mip', ...size, outputs: ['color', 'values'] });
const seen = values.filter((value) => !Number.isNaN(value));
console.log(`${color.length / 4} premultiplied colours, largest value ${Math.max(...seen)}`);
renderer.destroy();
