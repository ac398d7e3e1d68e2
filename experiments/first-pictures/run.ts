/**
 * Renders each sample volume by the command line without a single option, and puts the pictures on one sheet:
 * `npx tsx experiments/first-pictures/run.ts --sheet after.png [--cli dist/cli/main.js] [--keep DIRECTORY]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { generateVolumes, type SampleVolume } from './volumes.js';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..', '..');
const PICTURE = 192;
const COLUMNS = 7;
const GAP = 2;

const { values: options } = parseArgs({
  options: {
    sheet: { type: 'string', default: 'after.png' },
    cli: { type: 'string', default: join(ROOT, 'dist', 'cli', 'main.js') },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});

const TYPES = { Uint8Array: 'uint8', Int16Array: 'int16', Uint16Array: 'uint16', Float32Array: 'float' } as const;

function writeNrrd(path: string, { sizes, spacings, voxels }: SampleVolume): void {
  const type = TYPES[voxels.constructor.name as keyof typeof TYPES];
  const lines = ['NRRD0004', `type: ${type}`, 'dimension: 3', `sizes: ${sizes.join(' ')}`, 'endian: little'];
  if (spacings) lines.push(`spacings: ${spacings.join(' ')}`);
  const header = Buffer.from(`${[...lines, 'encoding: raw'].join('\n')}\n\n`);
  writeFileSync(path, Buffer.concat([header, Buffer.from(voxels.buffer)]));
}

/** Nothing where the command refuses the volume. */
function render(input: string, output: string): PNG | undefined {
  const args = [options.cli, 'render', input, '-o', output, '--size', `${PICTURE}x${PICTURE}`, '--software'];
  try {
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 });
  } catch {
    return undefined;
  }
  return PNG.sync.read(readFileSync(output));
}

const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'first-pictures-'));
mkdirSync(folder, { recursive: true });
const pictures: (PNG | undefined)[] = [];
for (const name of options.only === undefined ? ['head-phantom', 'marschner-lobb'] : []) {
  pictures.push(render(join(ROOT, 'volumes', `${name}.nrrd`), join(folder, `${name}.png`)));
}
const wanted = options.only?.split(',');
for (const volume of generateVolumes()) {
  if (wanted && !wanted.includes(volume.name)) continue;
  const path = join(folder, `${volume.name}.nrrd`);
  writeNrrd(path, volume);
  pictures.push(render(path, join(folder, `${volume.name}.png`)));
}

const pitch = PICTURE + GAP;
const rows = Math.ceil(pictures.length / COLUMNS);
const sheet = new PNG({ width: COLUMNS * pitch, height: rows * pitch });
sheet.data.fill(0x60);
for (let index = 3; index < sheet.data.length; index += 4) sheet.data[index] = 255;
for (const [index, picture] of pictures.entries()) {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
  if (picture) PNG.bitblt(picture, sheet, 0, 0, PICTURE, PICTURE, column * pitch, row * pitch);
}
writeFileSync(join(HERE, options.sheet), PNG.sync.write(sheet));
if (options.keep === undefined) rmSync(folder, { recursive: true });
