/** Every command that writes, on inputs that a fast machine is done with in a second or two. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';

const ROOT = join(import.meta.dirname, '..', '..');
export const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
export const SAMPLE = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
export const MESH = join(ROOT, 'volumes', 'knot.ply');
const RAYS = join(ROOT, 'test', 'fuzz', 'rays.csv');
const SMALL = ['--size', '16x16'];

export interface WritingCommand {
  readonly args: (folder: string) => readonly string[];
  /** Files that it takes, for those that have none of their own. */
  readonly prepare?: (folder: string) => void;
  /** Names that may stay when it is ended, since the same command goes on with them. */
  readonly keeps?: RegExp;
}

/** A volume that is cut into several chunks, and that is not one of the package's. */
function prepareVolume(folder: string): void {
  const header = 'NRRD0004\ntype: uint16\ndimension: 3\nsizes: 96 96 96\nendian: little\nencoding: raw\n\n';
  const voxels = Uint16Array.from({ length: 96 ** 3 }, (_, at) => (at * 2654435761) >>> 18);
  writeFileSync(join(folder, 'in.nrrd'), Buffer.concat([Buffer.from(header), new Uint8Array(voxels.buffer)]));
}

/** Commands by their names. */
export const COMMANDS: Readonly<Record<string, WritingCommand>> = {
  render: {
    args: (folder) => ['render', SAMPLE, '-o', join(folder, 'a.png'), ...SMALL, '--stats', join(folder, 'a.json')],
  },
  turntable: { args: (folder) => ['render', SAMPLE, '-o', join(folder, 'a.png'), ...SMALL, '--turntable', '2'] },
  video: { args: (folder) => ['render', SAMPLE, '-o', join(folder, 'a.y4m'), ...SMALL, '--turntable', '2'] },
  pictures: { args: (folder) => ['render', SAMPLE, MESH, '-o', join(folder, '{name}.png'), ...SMALL] },
  camera: {
    args: (folder) => ['render', MESH, '-o', join(folder, 'a.png'), ...SMALL, '--save-camera', join(folder, 'c.json')],
  },
  intersect: {
    args: (folder) => ['intersect', '--mesh', MESH, '--rays', RAYS, '--mode', 'barycentric', '--out', folder],
  },
  sweep: {
    args: (folder) => [
      ...['sweep', SAMPLE, '--out', folder, ...SMALL, '--frames', '1', '--views', 'a', '--shapes', '16x16'],
    ],
  },
  tune: {
    args: (folder) => [
      ...[
        'tune',
        '-o',
        join(folder, 'profile.json'),
        '--size',
        '16',
        '--frames',
        '1',
        '--views',
        '1',
        '--shapes',
        '64',
      ],
    ],
  },
  volume: { args: (folder) => ['convert', SAMPLE, '-o', join(folder, 'a.nrrd')] },
  metaImage: { args: (folder) => ['convert', SAMPLE, '-o', join(folder, 'a.mha')] },
  store: {
    prepare: prepareVolume,
    args: (folder) => ['convert', join(folder, 'in.nrrd'), '-o', join(folder, 'a.zarr')],
    keeps: /^a\.zarr\.partial/,
  },
  mesh: { args: (folder) => ['convert', MESH, '-o', join(folder, 'a.stl')] },
  isosurface: {
    args: (folder) => ['convert', SAMPLE, '--isosurface', '0.5', '-o', join(folder, 'a.ply')],
  },
  distances: { args: (folder) => ['convert', MESH, '--distance', '24', '-o', join(folder, 'a.nrrd')] },
  thickness: {
    args: (folder) => [
      ...['measure', 'thickness', MESH, '--out', folder, '--format', 'ply', '--at', 'vertices'],
      ...['--picture', join(folder, 'a.png'), ...SMALL],
    ],
  },
  vertices: { args: (folder) => ['measure', 'vertices', MESH, MESH, '--out', folder, '--format', 'csv'] },
};

/** What runs the command, in a folder that it is prepared for. */
export function prepareCommand({ prepare, args }: WritingCommand, folder: string): readonly string[] {
  prepare?.(folder);
  return [...args(folder), '--software'];
}

/** The names of all files below a folder, and their sizes. */
export function listSizes(folder: string): Map<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => [name, statSync(join(folder, name))] as const);
  return new Map(files.flatMap(([name, status]) => (status.isFile() ? [[name, status.size]] : [])));
}

/**
 * A file that is not as it is after a command that nobody ended; undefined where all are, or are not there.
 * @param whole sizes of files then. What tells of times differs in size, and can be read.
 */
export function findHalf(folder: string, whole: ReadonlyMap<string, number>): string | undefined {
  return [...listSizes(folder)].find(([name, sizeBytes]) => {
    if (name.includes('.partial')) return false;
    const path = join(folder, name);
    if (/\.png$/.test(name)) return !isWhole(() => PNG.sync.read(readFileSync(path)));
    if (/\.json$/.test(name)) return !isWhole(() => JSON.parse(readFileSync(path, 'utf8')));
    if (/\.html$/.test(name)) return !readFileSync(path, 'utf8').trimEnd().endsWith('</html>');
    if (/\.csv$/.test(name)) return !readFileSync(path, 'utf8').endsWith('\n');
    return whole.get(name) !== sizeBytes;
  })?.[0];
}

function isWhole(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
