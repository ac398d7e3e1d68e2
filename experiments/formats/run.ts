/** Reads what other libraries wrote, and compares values and geometry with what they were told to write. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Volume, VolumeSelection } from 'tilecast';
import { readVolumeFile } from 'tilecast/node';

interface Expected {
  /** The file to open; DICOM's folder where it is absent. */
  readonly input?: string;
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
/** Scripts that write the files, and where the results go. */
const KINDS = {
  dicom: { script: 'make_dicom.py', results: 'results.json' },
  volumes: { script: 'make_volumes.py', results: 'volumes.json' },
  pictures: { script: 'make_pictures.py', results: 'pictures.json' },
  itk: { script: 'make_itk.mjs', results: 'itk.json' },
} as const;

const [kind, kept] = process.argv.slice(2);
for (const [name, { script, results }] of Object.entries(KINDS)) {
  if (kind === undefined || kind === name) await compareAll(script, results);
}

async function compareAll(script: string, results: string): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'tilecast-formats-'));
  if (readdirSync(folder).length === 0) {
    const command = script.endsWith('.py') ? [PYTHON, '-W', 'ignore'] : [process.execPath];
    execFileSync(command[0]!, [...command.slice(1), join(import.meta.dirname, script), folder], { stdio: 'inherit' });
  }
  const outcomes: Outcome[] = [];
  for (const name of readdirSync(folder).sort()) {
    const outcome = await compare(folder, name);
    outcomes.push(outcome);
    if (outcome.problem) console.log(`${name}: ${outcome.problem}`);
  }
  if (!kept) rmSync(folder, { recursive: true });
  const agree = outcomes.filter(({ problem }) => !problem).length;
  const geometryErrorMm = Math.max(...outcomes.map((outcome) => outcome.geometryErrorMm));
  console.log(`${agree} of ${outcomes.length} cases agree; geometry within ${geometryErrorMm} mm`);
  const report = { cases: outcomes.length, agree, geometryErrorMm, outcomes };
  writeFileSync(join(import.meta.dirname, results), `${JSON.stringify(report, null, 2)}\n`);
}

async function compare(folder: string, name: string): Promise<Outcome> {
  const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;
  const { input } = expected;
  const parent = join(folder, name, input === undefined ? 'dicom' : 'input');
  const path = input === undefined ? parent : join(parent, input);
  const files = readdirSync(parent, { recursive: true }).length;
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
  for (const [index, value] of values.entries()) largest = Math.max(largest, differenceOf(voxels[index]!, value));
  return largest;
}

/** NaN stands for nothing there, in both. */
function differenceOf(actual: number, right: number): number {
  if (Number.isNaN(actual) || Number.isNaN(right)) return Number.isNaN(actual) && Number.isNaN(right) ? 0 : Infinity;
  return Math.abs(actual - right);
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
