/** tilecast from Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DeviceError, Renderer, type RenderOptions, type Scene } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { type Contestant, IMAGE_SIDE, MissingContestant, type Task, type View } from './contestant.js';
import { ownCpuMs } from './process-time.js';
import { asVolume } from './scan.js';

const require = createRequire(import.meta.url);
const versionOf = (path: string) => JSON.parse(readFileSync(require.resolve(path), 'utf8')).version as string;

const SETTINGS: RenderOptions = { quality: 'plain', width: IMAGE_SIDE, height: IMAGE_SIDE };

export type SoftwareAdapter = 'lavapipe' | 'swiftshader';

/** @throws MissingContestant where there is no such adapter. */
export async function createTilecast(adapter: SoftwareAdapter): Promise<Contestant> {
  const gpu = await openGpu({ adapter }).catch((error: unknown) => {
    throw error instanceof DeviceError ? new MissingContestant(`tilecast on ${adapter}: ${error.message}`) : error;
  });
  const { adapterName } = gpu;
  gpu.destroy();
  const about = { version: versionOf('tilecast/package.json'), dawn: versionOf('webgpu/package.json') };
  return {
    name: `tilecast on ${adapter}`,
    about: { ...about, adapter: adapterName, 'ends rays at': '0.999' },
    enter: (task) => enter(task, adapter),
    close: async () => {},
  };
}

/** The step, and the length that opacities are for, are its defaults. */
const sceneOf = ({ scan, transfer, shading }: Task): Scene => ({
  volume: asVolume(scan),
  transfer,
  ...(shading && { shading }),
});

async function enter(task: Task, adapter: SoftwareAdapter) {
  const gpu = await openGpu({ adapter });
  const scene = sceneOf(task);
  let renderer: Renderer | undefined;
  return {
    render: async (view: View) => {
      const startCpuMs = ownCpuMs();
      const startMs = performance.now();
      renderer ??= new Renderer(gpu);
      const { pixels } = await renderer.render(scene, view, SETTINGS);
      return { ms: performance.now() - startMs, cpuMs: ownCpuMs() - startCpuMs, pixels };
    },
    close: async () => gpu.destroy(),
  };
}

/** Samples that rays come to until they are opaque, and those of them that are skipped; by a renderer of its own. */
export async function countSamples(task: Task, view: View): Promise<{ samples: number; skipped: number }> {
  const gpu = await openGpu({ software: true });
  const options: RenderOptions = { ...SETTINGS, counts: true };
  const { samples: taken, samplesSkipped: skipped } = (await new Renderer(gpu).render(sceneOf(task), view, options))
    .stats;
  gpu.destroy();
  return { samples: taken! + skipped!, skipped: skipped! };
}
