/** The package's tarball, and programs that use it, in a folder of their own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Options of strict programs: declarations are checked too, but for the compiler's own. */
export const STRICT = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--skipLibCheck',
  'false',
  '--skipDefaultLibCheck',
  '--target',
  'es2023',
];
export const FOR_NODE = ['--module', 'nodenext', '--lib', 'es2023'];
/** No packages of types are around. */
export const FOR_PAGES = '--module esnext --moduleResolution bundler --lib es2023,dom --typeRoots no-types'.split(' ');

export const NODE_PROGRAM = `
  import { BUFFER_USAGE, type Camera, type Gpu, InputError, Renderer, type Scene, type Volume } from 'tilecast';
  import { measureShapes, Splitter } from 'tilecast/lab';
  import { Bvh, findClosest, type SegmentAnswers } from 'tilecast/mesh';
  import { encodePng, loadMesh, loadShapeProfile, loadVolume, openGpu } from 'tilecast/node';
  export const volume: Volume = await loadVolume(new URL('file:///scan.nrrd'), { time: 1 });
  export const mesh = await loadMesh('model.ply');
  const gpu: Gpu = await openGpu({ software: true });
  const renderer = new Renderer(gpu, { profile: await loadShapeProfile(gpu) });
  export const render = async (scene: Scene, camera: Camera) => encodePng(await renderer.render(scene, camera));
  export const lab = [measureShapes, Splitter, InputError];
  export const queries: [typeof findClosest, SegmentAnswers | null] = [findClosest, null];
  export const tree = await Bvh.build(gpu, mesh);
  export const usage: number = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC;
`;

export const PAGE_PROGRAM = `
  import { type Gpu, loadVolume, orbit, readVolume, Renderer, type Volume } from 'tilecast';
  import { TilecastViewer, type ViewerDocument } from 'tilecast/viewer';
  export const viewer = new TilecastViewer();
  export const viewed: ViewerDocument = viewer.document;
  export async function show(gpu: Gpu): Promise<[Renderer, Volume]> {
    return [new Renderer(gpu), await loadVolume('scan.nrrd')];
  }
  export async function draw(renderer: Renderer, volume: Volume, file: File) {
    const canvas = document.querySelector('canvas')!;
    const { camera } = await renderer.render({ volume, target: canvas });
    await renderer.render({ volume, target: new OffscreenCanvas(64, 64) });
    await renderer.render({ volume }, orbit(camera, { azimuthDegrees: 10 }), { target: canvas });
    const { pixels, values } = await renderer.render({ volume, camera, outputs: ['pixels', 'values'] });
    const { volume: other } = await readVolume(file);
    return { pixels, values, other };
  }
`;

export interface PackedPackage {
  readonly folder: string;
  readonly tarball: string;
  /** Runs a command in the folder; what it returns is its output. */
  readonly run: (command: string, args: readonly string[]) => string;
  readonly remove: () => void;
}

/** Packs what is built already, in a new folder. */
export function packPackage(): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-package-'));
  const run = (command: string, args: readonly string[], cwd = folder) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ends with ${status}:\n${stdout}${stderr}`);
    return stdout;
  };
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
  return {
    folder,
    tarball,
    run: (command, args) => run(command, args),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
