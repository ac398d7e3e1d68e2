/** How depth slabs change the time and the ray-triangle tests of a frame: Patidar and Narayanan 2008, tables 2 and 3. */
import { Renderer } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { loadModels, measureFrames, viewModel, writeResults } from '../mesh-bench.js';

const SLABS = [1, 4, 8, 16];
const ANGLES = [0, 30, 60, 90];
const SIZE = 1024;
/** The paper's. */
const TILE = { width: 8, height: 8 };
const REPEATS = 5;

const gpu = await openGpu();
const pass = new Renderer(gpu);
const [{ name, mesh }] = (await loadModels(process.argv.slice(2), [810_000])) as [
  Awaited<ReturnType<typeof loadModels>>[number],
];
const size = { width: SIZE, height: SIZE };

const bySlabs = await measureFrames(
  pass,
  SLABS.map((slabs) => ({ mesh, camera: viewModel(mesh), options: { ...size, shape: TILE, slabs } })),
  REPEATS,
);
const byAngle = [];
for (const angle of ANGLES) {
  for (const slabs of [1, 16]) {
    const options = { ...size, shape: TILE, slabs, counts: true };
    const { stats } = await pass.render({ meshes: [{ mesh }] }, viewModel(mesh, angle), options);
    byAngle.push({ angle, slabs, testsMillions: (stats.rti ?? 0) / 1e6 });
  }
}
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  model: name,
  triangles: mesh.triangles.length / 3,
  image: `${SIZE}²`,
  tilesPerTriangle: bySlabs[0]!.stats.binItems / bySlabs[0]!.stats.triangles,
  table2: bySlabs.map(({ stats, sortMs, binMs, castMs }, index) => ({
    slabs: SLABS[index],
    sortMs,
    binMs,
    castMs,
    totalMs: sortMs + binMs + castMs,
    testsMillions: (stats.rti ?? 0) / 1e6,
  })),
  table3: byAngle,
});
gpu.destroy();
