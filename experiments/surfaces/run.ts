/**
 * Renders labels, cuts, shadows and flat models by the command line, and puts each kind on a sheet:
 * `npx tsx experiments/surfaces/run.ts [labels|cuts|shadows|views]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { readVolumeFile } from 'tilecast/node';

const SIZE = Number(process.env['SIZE'] ?? 224);
const HERE = import.meta.dirname;
const ROOT = join(HERE, '..', '..');
const HEAD = join(ROOT, 'volumes', 'head-phantom.nrrd');
const KNOT = join(ROOT, 'volumes', 'knot.ply');

const folder = mkdtempSync(join(tmpdir(), 'surfaces-'));
const at = (name: string) => join(folder, name);

/** Bones as 1 and vessels as 2, as thresholds segment them. */
async function writeLabels(): Promise<string> {
  const { volume } = await readVolumeFile(HEAD);
  const labels = Uint8Array.from(volume.voxels, (value) => (value > 1050 ? 2 : Number(value > 350)));
  const text = readFileSync(HEAD).toString('latin1');
  const header = text.slice(0, text.indexOf('\n\n')).replace(/^(type|encoding|endian): .*\n?/gm, '');
  writeFileSync(
    at('labels.nrrd'),
    Buffer.concat([Buffer.from(`${header.trim()}\ntype: uint8\nencoding: raw\n\n`), labels]),
  );
  return at('labels.nrrd');
}

/** A plate with a hole, which lies in the plane of x and z. */
function writePlate(): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    [1, 0.5].map((radius) => {
      const angle = ((corner + 0.5) * Math.PI) / 4;
      return `${radius * Math.cos(angle)} 0 ${radius * Math.sin(angle)}`;
    }),
  );
  const faces = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const next = (corner + 1) % 8;
    return `4 ${2 * corner} ${2 * corner + 1} ${2 * next + 1} ${2 * next}`;
  });
  writeFileSync(at('plate.off'), ['OFF', '16 8 0', ...corners, ...faces, ''].join('\n'));
  return at('plate.off');
}

const LABELS = await writeLabels();
const PLATE = writePlate();
const TURNED = ['--azimuth', '30', '--elevation', '20'];
const CUT = [...TURNED, '--clip', '0,1,0,0'];
const COLORS = ['--labels', '1:ivory,2:firebrick'];
const STAND = ['--ground', 'tan', '--elevation', '30', '--background', 'white'];
const LIT = ['--light', 'key', '--shadows'];

const SHEETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  labels: [
    [LABELS, ...TURNED],
    [LABELS, '--label-surfaces', ...COLORS, ...TURNED],
    [LABELS, '--label-surfaces', '--labels', '1:ivory:0.35,2:firebrick', ...CUT],
    [HEAD, '--mask', LABELS, '--label-surfaces', '--labels', '2:firebrick', '--iso', '-300:tan:0.4', ...CUT],
  ],
  cuts: [
    [HEAD, '--transfer', 'CT-Bone', '--shade', ...CUT],
    [HEAD, '--iso', '300', ...CUT],
    [HEAD, '--iso', '-300:tan:0.4,300:ivory', ...CUT],
    [HEAD, '--crop', ':60,:,:', ...CUT, ...LIT],
  ],
  shadows: [
    [KNOT, ...STAND, ...LIT],
    [KNOT, ...STAND, ...LIT, '--light-size', '6', '--samples', '4'],
    [KNOT, ...STAND, '--ambient-occlusion', '64', '--samples', '2'],
    [
      LABELS,
      '--label-surfaces',
      ...COLORS,
      ...TURNED,
      ...LIT,
      '--light-size',
      '8',
      '--ground',
      'slategray',
      '--samples',
      '4',
    ],
  ],
  views: [[PLATE], [PLATE, '--view', 'a']],
};

function render(args: readonly string[]): PNG {
  const cli = join(ROOT, 'dist', 'cli', 'main.js');
  const size = ['--size', `${SIZE}x${SIZE}`, '--software'];
  execFileSync(process.execPath, [cli, 'render', '-o', at('out.png'), ...size, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  });
  return PNG.sync.read(readFileSync(at('out.png')));
}

const named = process.argv.slice(2);
for (const [name, pictures] of Object.entries(SHEETS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const sheet = new PNG({ width: pictures.length * SIZE, height: SIZE });
  for (const [column, args] of pictures.entries()) PNG.bitblt(render(args), sheet, 0, 0, SIZE, SIZE, column * SIZE, 0);
  writeFileSync(join(HERE, `${name}.png`), PNG.sync.write(sheet));
  console.log(name);
}
rmSync(folder, { recursive: true });
