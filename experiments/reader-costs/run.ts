/** Opens the worst small inputs of the readers, each in a process of its own, and writes what they cost. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORST_INPUTS } from './worst-inputs.js';

const folder = mkdtempSync(join(tmpdir(), 'reader-costs-'));
const rows = WORST_INPUTS.map(({ name, kind, make }) => {
  const bytes = make();
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const script = join(import.meta.dirname, 'open.mjs');
  const args = [script, kind, path];
  const { stdout, signal, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  const ended = signal ?? (status === 0 ? undefined : `status ${status}`);
  const cost = ended ? { message: `died: ${ended}`, mib: Infinity, seconds: Infinity } : JSON.parse(stdout);
  const row = { name, bytes: bytes.length, ...cost, message: cost.message.replaceAll(`${folder}/`, '') };
  process.stderr.write(`${JSON.stringify(row)}\n`);
  rmSync(path);
  return row;
});
rmSync(folder, { recursive: true });
rows.sort((a, b) => b.mib - a.mib);
writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(rows, undefined, 2)}\n`);
const table = rows.map(({ name, bytes, mib, seconds, message }) =>
  [
    '',
    name,
    bytes,
    mib.toFixed(0),
    seconds.toFixed(2),
    ((mib * 1024 * 1024) / bytes).toFixed(0),
    message.slice(0, 100),
    '',
  ]
    .join(' | ')
    .trim(),
);
process.stdout.write(`${table.join('\n')}\n`);
