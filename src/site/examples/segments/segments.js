// Segments that lie in a GPU buffer of the program's are answered into another: nothing is read back in between.
import { BUFFER_USAGE, MAP_MODE } from 'tilecast';
import { Bvh, SegmentPass } from 'tilecast/mesh';
import { loadMesh, openGpu } from 'tilecast/node';

const gpu = await openGpu();
const { device } = gpu;
const bvh = await Bvh.build(gpu, await loadMesh('volumes/knot.ply'));
const COUNT = 4096;

/** As a kernel of the program's would write an array<vec3f>; the places are relative to the tree's origin. */
function createEnds(z) {
  const floats = new Float32Array(4 * COUNT);
  for (let at = 0; at < COUNT; at++) floats.set([(at % 64) / 8 - 4, Math.floor(at / 64) / 8 - 4, z, 0], 4 * at);
  const buffer = device.createBuffer({ size: floats.byteLength, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST });
  device.queue.writeBuffer(buffer, 0, floats);
  return buffer;
}

const size = SegmentPass.answerBytes('count', COUNT);
const answers = device.createBuffer({ size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC });
const read = device.createBuffer({ size, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
const pass = await SegmentPass.create(bvh, 'count', {
  capacity: COUNT,
  from: createEnds(-10),
  to: createEnds(10),
  answers,
  strideBytes: 16,
});
const encoder = device.createCommandEncoder();
pass.encode(encoder);
encoder.copyBufferToBuffer(answers, 0, read, 0, size);
device.queue.submit([encoder.finish()]);

await read.mapAsync(MAP_MODE.READ);
const counts = new Int32Array(read.getMappedRange());
console.log(`${counts.filter((count) => count > 0).length} of ${COUNT} segments cross the knot`);
pass.destroy();
bvh.destroy();
gpu.destroy();
