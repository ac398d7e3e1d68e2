/** Reads what other libraries wrote, and compares values and geometry with what they were told to write. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Volume, VolumeSelection } from 'tilecast';
import { readVolumeFile } from 'tilecast/node';

interface Expected {
  readonly sizes: readonly number[];
  readonly matrix: Readonly<Record<'i' | 'j' | 'k' | 'origin', readonly number[]>>;
  readonly tolerance: number;
  readonly anatomical: boolean;
  readonly options: VolumeSelection;
  readonly labels: readonly string[] | null;
}

interface Outcome {
  readonly name: string;
  readonly files: number;
  readonly largestDifference: number;
  readonly geometryErrorMm: number;
  readonly problem?: string;
}

const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3';
const GEOMETRY_TOLERANCE_MM = 1e-5;
const kept = process.argv[2];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'tilecast-formats-'));

if (!existsSync(join(folder, 'implicit'))) {
  execFileSync(PYTHON, ['-W', 'ignore', join(import.meta.dirname, 'make_dicom.py'), folder], { stdio: 'inherit' });
}
const outcomes: Outcome[] = [];
for (const name of readdirSync(folder).sort()) {
  const outcome = await compare(name);
  outcomes.push(outcome);
  if (outcome.problem) console.log(`${name}: ${outcome.problem}`);
}
if (!kept) rmSync(folder, { recursive: true });
const wrong = outcomes.filter(({ problem }) => problem);
const geometryErrorMm = Math.max(...outcomes.map((outcome) => outcome.geometryErrorMm));
console.log(
  `${outcomes.length - wrong.length} of ${outcomes.length} cases agree; geometry within ${geometryErrorMm} mm`,
);
writeFileSync(
  join(import.meta.dirname, 'results.json'),
  `${JSON.stringify({ cases: outcomes.length, agree: outcomes.length - wrong.length, geometryErrorMm, outcomes }, null, 2)}\n`,
);

async function compare(name: string): Promise<Outcome> {
  const path = join(folder, name, 'dicom');
  const files = readdirSync(path, { recursive: true }).length;
  const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;
  const bytes = readFileSync(join(folder, name, 'voxels.bin'));
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  try {
    const { volume, labels } = await readVolumeFile(path, expected.options);
    const largestDifference = differ(volume, values);
    const geometryErrorMm = misplacement(volume, expected);
    const wrong = [
      String(volume.sizes) !== String(expected.sizes) && `sizes ${volume.sizes}, not ${expected.sizes}`,
      !(largestDifference <= expected.tolerance) && `values differ by ${largestDifference}`,
      !(geometryErrorMm <= GEOMETRY_TOLERANCE_MM) && `corners are ${geometryErrorMm} mm apart`,
      volume.anatomical !== expected.anatomical && `anatomical is ${volume.anatomical}`,
      expected.labels && String(labels?.map((label) => label.name)) !== String(expected.labels) && 'labels differ',
    ].filter((text) => typeof text === 'string');
    return { name, files, largestDifference, geometryErrorMm, ...(wrong.length > 0 && { problem: wrong.join('; ') }) };
  } catch (error) {
    return { name, files, largestDifference: Number.NaN, geometryErrorMm: 0, problem: (error as Error).message };
  }
}

function differ({ voxels }: Volume, values: Float64Array): number {
  if (voxels.length !== values.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const [index, value] of values.entries()) largest = Math.max(largest, Math.abs(voxels[index]! - value));
  return largest;
}

/** How far the centres of the corner voxels are from where they should be. */
function misplacement({ sizes, indexToWorld }: Volume, { matrix }: Expected): number {
  let farthest = 0;
  for (let corner = 0; corner < 8; corner++) {
    const index = sizes.map((size, axis) => (corner & (1 << axis) ? size - 1 : 0));
    const place = (columns: readonly (readonly number[])[], origin: readonly number[]) =>
      origin.map((start, axis) => columns.reduce((sum, column, which) => sum + column[axis]! * index[which]!, start));
    const actual = place(indexToWorld.columns, indexToWorld.origin);
    const right = place([matrix.i, matrix.j, matrix.k], matrix.origin);
    farthest = Math.max(farthest, Math.hypot(...actual.map((value, axis) => value - right[axis]!)));
  }
  return farthest;
}
