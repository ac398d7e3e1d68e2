// Extract an isosurface as a mesh, and save it.
import { extractIsosurface, writeMesh } from 'tilecast';
import { loadVolume, openGpu, writeWholeFile } from 'tilecast/node';

const gpu = await openGpu();
const mesh = await extractIsosurface(gpu, await loadVolume('volumes/head-phantom.nrrd'), 300);
const { pieces } = await writeMesh(mesh, 'bone.ply');
await writeWholeFile('bone.ply', Buffer.concat(pieces));
console.log(`${mesh.triangles.length / 3} triangles`);
gpu.destroy();
