/** tilecast from Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Renderer, type RenderOptions, type Scene } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { type Contestant, IMAGE_SIDE, type Task, type View } from './contestant.js';
import { ownCpuMs } from './process-time.js';
import { asVolume } from './scan.js';

const require = createRequire(import.meta.url);
const versionOf = (path: string) => JSON.parse(readFileSync(require.resolve(path), 'utf8')).version as string;

export async function createTilecast(name: string, options: RenderOptions = {}): Promise<Contestant> {
  const settings: RenderOptions = { ...options, quality: 'plain', width: IMAGE_SIDE, height: IMAGE_SIDE };
  const gpu = await openGpu({ software: true });
  const adapter = gpu.adapterName;
  gpu.destroy();
  const about = { version: versionOf('tilecast/package.json'), dawn: versionOf('webgpu/package.json'), adapter };
  return {
    name,
    about: { ...about, 'ends rays at': '0.999' },
    enter: (task) => enter(task, settings),
    close: async () => {},
  };
}

/** The step, and the length that opacities are for, are its defaults. */
const sceneOf = ({ scan, transfer, shading }: Task): Scene => ({
  volume: asVolume(scan),
  transfer,
  ...(shading && { shading }),
});

async function enter(task: Task, settings: RenderOptions) {
  const gpu = await openGpu({ software: true });
  const scene = sceneOf(task);
  let renderer: Renderer | undefined;
  return {
    render: async (view: View) => {
      const startCpuMs = ownCpuMs();
      const startMs = performance.now();
      renderer ??= new Renderer(gpu);
      const { pixels } = await renderer.render(scene, view, settings);
      return { ms: performance.now() - startMs, cpuMs: ownCpuMs() - startCpuMs, pixels };
    },
    close: async () => gpu.destroy(),
  };
}

/** Samples that rays come to until they are opaque, and those of them that are skipped; by a renderer of its own. */
export async function countSamples(task: Task, view: View): Promise<{ samples: number; skipped: number }> {
  const gpu = await openGpu({ software: true });
  const options: RenderOptions = { quality: 'plain', width: IMAGE_SIDE, height: IMAGE_SIDE, counts: true };
  const { samples: taken, samplesSkipped: skipped } = (await new Renderer(gpu).render(sceneOf(task), view, options))
    .stats;
  gpu.destroy();
  return { samples: taken! + skipped!, skipped: skipped! };
}
