/** Commands that are timed, as users give them, on inputs that are written anew. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  readonly name: string;
  /** Arguments of `tilecast`; outputs go to the working folder. */
  readonly args: readonly string[];
  /** Whether it opens an adapter. */
  readonly draws: boolean;
}

/** A ball of waves in raw NRRD: nothing to decompress, and most rays meet something. */
function writeWaves(path: string, side: number): string {
  const voxels = new Uint8Array(side ** 3);
  for (let index = 0; index < voxels.length; index++) {
    const [x, y, z] = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)].map(
      (i) => (2 * i) / side - 1,
    ) as [number, number, number];
    const isInside = Math.hypot(x, y, z) < 0.9;
    voxels[index] = isInside ? 127.5 * (1 + Math.sin(9 * x) * Math.sin(11 * y) * Math.cos(7 * z)) : 0;
  }
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), voxels]));
  return path;
}

/**
 * Twelve commands, of half a second to two seconds on two cores without a GPU.
 * @param volumes the folder of sample volumes.
 * @param folder where inputs are written.
 */
export function writeCases(volumes: string, folder: string): Case[] {
  const small = writeWaves(join(folder, 'waves-64.nrrd'), 64);
  const large = writeWaves(join(folder, 'waves-192.nrrd'), 192);
  const head = join(volumes, 'head-phantom.nrrd');
  const knot = join(volumes, 'knot.ply');
  const picture = 'picture.png';
  const render = (name: string, ...args: string[]): Case => ({
    name,
    args: ['render', ...args, '-o', picture, '--recipe', 'none'],
    draws: true,
  });
  return [
    { name: 'info', args: ['info', small], draws: false },
    { name: 'slices', args: ['slices', head, '-o', picture], draws: false },
    { name: 'convert', args: ['convert', large, '-o', 'waves.zarr'], draws: false },
    render('first picture', small, '--size', '256x256'),
    render('larger picture', large, '--size', '384x384'),
    render('lit', head, '--turntable', '8', '--size', '256x256'),
    render('unlit', head, '--turntable', '16', '--size', '256x256', '--no-shade', '--quality', 'plain'),
    render('isosurface', head, '--turntable', '12', '--size', '256x256', '--mode', 'isosurface', '--iso', '300'),
    render('mip', large, '--turntable', '6', '--size', '256x256', '--mode', 'mip'),
    render('path', head, '--quality', 'path', '--samples', '2', '--size', '96x96'),
    render('mesh', knot, '--turntable', '16', '--size', '384x384'),
    render('mesh with shadows', knot, '--turntable', '4', '--size', '256x256', '--shadows', '--reflectivity', '0.3'),
  ];
}
