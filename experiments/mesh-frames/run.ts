/** The parts of a frame by model and by image size: Patidar and Narayanan 2008, table 4. */
import { Renderer } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { loadModels, measureFrames, viewModel, writeResults } from '../mesh-bench.js';

const COUNTS = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const SIZES = [256, 512, 1024, 2048];
const REPEATS = 3;

const gpu = await openGpu();
const pass = new Renderer(gpu);
const named = process.argv.length > 2 ? await loadModels(process.argv.slice(2), []) : [];
const generated = await loadModels([], COUNTS);
const models = [...named, ...generated];

const byModel = await measureFrames(
  pass,
  models.map(({ mesh }) => ({ mesh, camera: viewModel(mesh, 30), options: { width: 1024, height: 1024 } })),
  REPEATS,
);
const { name, mesh } = models[named.length > 0 ? 0 : generated.length - 2]!;
const bySize = await measureFrames(
  pass,
  SIZES.map((side) => ({ mesh, camera: viewModel(mesh, 30), options: { width: side, height: side } })),
  REPEATS,
);
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  repeats: REPEATS,
  byModel: byModel.map(({ stats, ...times }, index) => ({
    model: models[index]!.name,
    triangles: models[index]!.mesh.triangles.length / 3,
    ...times,
    framesPerSecond: 1000 / times.wallMs,
    tilesPerTriangle: stats.binItems / stats.triangles,
    testsMillions: (stats.rti ?? 0) / 1e6,
  })),
  bySize: {
    model: name,
    rows: bySize.map(({ stats, ...times }, index) => ({
      image: `${SIZES[index]}²`,
      ...times,
      testsMillions: (stats.rti ?? 0) / 1e6,
    })),
  },
});
gpu.destroy();
