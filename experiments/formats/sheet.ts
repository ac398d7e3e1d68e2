/** Renders what make_sheet.py wrote, one picture a file, side by side, and says how far each is from the first of its kind. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { PNG } from 'pngjs';

const [folder, out] = process.argv.slice(2) as [string, string];
const [SIDE, COLUMNS] = [200, 6];
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
/** The same place in the world for all meshes: some formats have z up, and others y. */
const MESH_VIEW = ['--eye', '0.15,0.25,0.5', '--target', '-0.006,0.124,-0.005', '--up', '0,1,0', '--no-own-colors'];
const VOLUME_VIEW = ['--view', 'b', '--azimuth', '30', '--elevation', '15', '--mode', 'isosurface'];
/** PNG has (value + 1024) / 8, and says nothing of its spacing. */
const ISO: Readonly<Record<string, readonly string[]>> = {
  png: ['--iso', '146.75', '--spacing', '1.439886,1.441828,2'],
};

const names = readdirSync(folder).filter((name) => !name.endsWith('.hdr') && extname(name) !== '.mtl');
const isMesh = (name: string) => name.startsWith('mesh.');
const ordered = [...names.filter((name) => !isMesh(name)), ...names.filter(isMesh)];
const first = { volume: 'nifti-1.nii.gz', mesh: 'mesh.ply' };

function render(name: string): Buffer {
  const view = isMesh(name) ? MESH_VIEW : [...VOLUME_VIEW, ...(ISO[name] ?? ['--iso', '150'])];
  const picture = join(folder, `${name}.out.png`);
  const args = ['render', join(folder, name), '-o', picture, '--size', `${SIDE}x${SIDE}`, ...view];
  execFileSync(process.execPath, [MAIN, ...args], { stdio: 'ignore' });
  const { data } = PNG.sync.read(readFileSync(picture));
  rmSync(picture);
  return data;
}

const pictures = new Map(ordered.map((name) => [name, render(name)]));
const sheet = new PNG({ width: COLUMNS * SIDE, height: Math.ceil(ordered.length / COLUMNS) * SIDE });
for (const [index, name] of ordered.entries()) {
  const data = pictures.get(name)!;
  const [left, top] = [(index % COLUMNS) * SIDE, Math.floor(index / COLUMNS) * SIDE];
  for (let y = 0; y < SIDE; y++) {
    sheet.data.set(data.subarray(4 * y * SIDE, 4 * (y + 1) * SIDE), 4 * ((top + y) * sheet.width + left));
  }
  const reference = pictures.get(isMesh(name) ? first.mesh : first.volume)!;
  const mean = data.reduce((sum, value, at) => sum + Math.abs(value - reference[at]!), 0) / data.length;
  console.log(`${name}: ${mean.toFixed(3)} of 255 from ${isMesh(name) ? first.mesh : first.volume}, on average`);
}
writeFileSync(out, PNG.sync.write(sheet));
