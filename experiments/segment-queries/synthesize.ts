/** Writes the synthetic surface and its segments as the four files of `tilecast intersect`, and what is true of them. */
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTerrain, createTerrainSegments } from 'tilecast/lab';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rays: { type: 'string', default: '10000000' } },
});
const [folder] = positionals;
if (!folder) throw new Error('name a folder to write into');
const BLOCK = 1_000_000;

mkdirSync(folder, { recursive: true });
const terrain = createTerrain();
const open = (name: string) => openSync(join(folder, name), 'w');
const write = (file: number, values: Float32Array | Int32Array | Uint32Array) =>
  writeSync(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
write(open('vertices_f32'), terrain.positions);
write(open('triangles_i32'), terrain.triangles);
const files = {
  from: open('rayFrom_f32'),
  to: open('rayTo_f32'),
  triangles: open('truthTriangle_i32'),
  t: open('truthT_f32'),
};
const rays = Number(flags.rays);
for (let first = 0; first < rays; first += BLOCK) {
  const segments = createTerrainSegments(terrain, Math.min(BLOCK, rays - first), 2 + first / BLOCK);
  for (const [name, file] of Object.entries(files)) write(file, segments[name as keyof typeof segments]);
}
