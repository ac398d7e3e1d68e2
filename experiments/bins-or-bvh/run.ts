/** Which rays find their triangles sooner: those of bins, made for each frame, or those of a tree, kept or built anew? */
import { parseArgs } from 'node:util';
import { createShading, type Mesh, type MeshScene, type RayTracing, Renderer, type RenderOptions } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { loadModels, viewModel, writeResults } from '../mesh-bench.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    software: { type: 'boolean' },
    counts: { type: 'string', default: '1000,10000,100000,1000000' },
    sizes: { type: 'string', default: '256,1024' },
    repeats: { type: 'string', default: '5' },
  },
});
const repeats = Number(flags.repeats);
const sizes = flags.sizes.split(',').map(Number);
const models = await loadModels(positionals, flags.counts.split(',').map(Number));

const gpu = await openGpu({ software: flags.software ?? false });
const shading = createShading({ light: [0.4, 0.6, 1] });

/** How rays go, and whether vertices move from frame to frame. */
interface Way {
  readonly primary: RayTracing;
  readonly shadow: RayTracing | undefined;
  readonly moves: boolean;
}

const WAYS: readonly Way[] = [false, true].flatMap((moves) =>
  ([undefined, 'bins', 'bvh'] as const).flatMap((shadow) =>
    (['bins', 'bvh'] as const).map((primary) => ({ primary, shadow, moves })),
  ),
);

const rows: object[] = [];
for (const { name, mesh } of models) {
  const poses = [mesh.positions, mesh.positions.slice()];
  for (const side of sizes) {
    // One for each way: what one keeps, another would throw away.
    const times = await measureWays(mesh, poses, side);
    for (const [index, { primary, shadow, moves }] of WAYS.entries()) {
      const { frameMs, wallMs } = times[index]!;
      rows.push({ model: name, triangles: mesh.triangles.length / 3, side, moves, shadow, primary, frameMs, wallMs });
    }
    process.stderr.write(`${name}, ${mesh.triangles.length / 3} triangles, ${side}²\n`);
  }
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, repeats, rows });
gpu.destroy();

async function measureWays(mesh: Mesh, poses: readonly Float32Array[], side: number) {
  const camera = viewModel(mesh, 30);
  const renderers = WAYS.map(() => new Renderer(gpu));
  const runs = WAYS.map(() => [] as { frameMs: number; wallMs: number }[]);
  for (let round = -2; round < repeats; round++) {
    for (const [index, { primary, shadow, moves }] of WAYS.entries()) {
      const positions = moves ? poses[round & 1] : undefined;
      const scene: MeshScene = { meshes: [{ mesh, positions }], shading, shadows: shadow !== undefined };
      const options: RenderOptions = {
        width: side,
        height: side,
        timestamps: true,
        primaryRays: primary,
        shadowRays: shadow ?? 'auto',
      };
      const startMs = performance.now();
      const { stats } = await renderers[index]!.render(scene, camera, options);
      const wallMs = performance.now() - startMs;
      const frameMs = Object.values(stats.timesMs).reduce((sum, ms) => sum + ms, 0);
      if (round >= 0) runs[index]!.push({ frameMs, wallMs });
    }
  }
  for (const renderer of renderers) renderer.destroy();
  return runs.map((run) => ({
    frameMs: median(run.map(({ frameMs }) => frameMs)),
    wallMs: median(run.map(({ wallMs }) => wallMs)),
  }));
}
