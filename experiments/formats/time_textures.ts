/** What images on a mesh cost: frames of one torus in one colour, in its vertices' colours, and in an image. */
import { createMesh, Renderer } from 'tilecast';
import { createTorus } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { viewModel } from '../mesh-bench.js';

const [SEGMENTS, IMAGE_SIZE, SIZE, REPEATS] = [320, 2048, 1024, 15];

const torus = createTorus({ majorSegments: SEGMENTS, minorSegments: SEGMENTS / 2 });
const vertices = torus.positions.length / 3;
const texels = Uint8Array.from({ length: 4 * IMAGE_SIZE ** 2 }, (_, at) =>
  at % 4 === 3 ? 255 : (at * 2654435761) >>> 24,
);
const coordinates = Float32Array.from({ length: 3 * vertices }, (_, at) =>
  at % 3 === 2 ? 0 : 2 * torus.positions[at]!,
);
const image = { width: IMAGE_SIZE, height: IMAGE_SIZE, texels, wrap: ['repeat', 'repeat'] } as const;
const meshes = {
  'one colour': torus,
  'colours of vertices': createMesh({ ...torus, vertexColors: texels.slice(0, 4 * vertices) }),
  'an image': createMesh({ ...torus, textures: { images: [image], coordinates } }),
};

const gpu = await openGpu();
console.log(`${gpu.adapterName}, ${torus.triangles.length / 3} triangles, ${SIZE}², image of ${IMAGE_SIZE}²`);
for (const [name, mesh] of Object.entries(meshes)) {
  const renderer = new Renderer(gpu);
  const times: number[] = [];
  for (let frame = 0; frame <= REPEATS; frame++) {
    const options = { width: SIZE, height: SIZE, timestamps: true, primaryRays: 'bins' } as const;
    const { stats } = await renderer.render({ meshes: [{ mesh }] }, viewModel(mesh, 30), options);
    if (frame > 0) times.push(stats.timesMs['cast'] ?? Number.NaN);
  }
  renderer.destroy();
  console.log(`${name}: cast ${times.sort((a, b) => a - b)[REPEATS >> 1]!.toFixed(3)} ms`);
}
gpu.destroy();
