/** Which tiles are fastest: T. Tsiodras's sweep of threads per block and bins per side, as far as they are apart here. */
import { Renderer } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { loadModels, measureFrames, viewModel, writeResults } from '../mesh-bench.js';

/** Pixels of a tile: in `quads` a quarter as many threads cast it, in `batches` as many. */
const TILES = ['4x4', '8x4', '8x8', '16x8', '16x16', '32x8', '64x4'];
const VARIANTS = ['quads', 'batches'] as const;
const SIZE = 512;
const REPEATS = 5;

const gpu = await openGpu();
const pass = new Renderer(gpu);
const [{ name, mesh }] = (await loadModels(process.argv.slice(2), [100_000])) as [
  Awaited<ReturnType<typeof loadModels>>[number],
];
const cases = VARIANTS.flatMap((variant) =>
  TILES.map((tile) => {
    const [width, height] = tile.split('x').map(Number) as [number, number];
    return { variant, tile, width, height };
  }),
);
const measured = await measureFrames(
  pass,
  cases.map(({ variant, width, height }) => ({
    mesh,
    camera: viewModel(mesh, 30),
    options: { width: SIZE, height: SIZE, variant, shape: { width, height } },
  })),
  REPEATS,
);
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  model: name,
  triangles: mesh.triangles.length / 3,
  image: `${SIZE}²`,
  repeats: REPEATS,
  rows: measured.map(({ stats, sortMs, binMs, castMs, wallMs }, index) => ({
    variant: cases[index]!.variant,
    tile: cases[index]!.tile,
    bins: stats.tiles,
    sortMs,
    binMs,
    castMs,
    framesPerSecond: 1000 / wallMs,
    testsMillions: (stats.rti ?? 0) / 1e6,
  })),
});
gpu.destroy();
