// Render on a device of your own, which others may share.
import { BUFFER_USAGE, createRenderer } from 'tilecast';
import { findAdapter, loadVolume } from 'tilecast/node';

const { adapter } = await findAdapter();
const requiredFeatures = ['float32-filterable'].filter((name) => adapter.features.has(name));
const device = await adapter.requestDevice({ requiredFeatures });
const renderer = await createRenderer({ device });
const volume = await loadVolume('volumes/head-phantom.nrrd');
const { width } = await renderer.render({ volume, width: 64, height: 64 });
renderer.destroy();
const buffer = device.createBuffer({ size: 16, usage: BUFFER_USAGE.STORAGE });
console.log(`${width} pixels wide; the device lives on: ${buffer.size} bytes`);
device.destroy();
