/** Reads meshes that other libraries wrote, and compares corners and values with what they were told to write. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mesh, readMeshValues } from 'tilecast';
import { openInputs, readMeshFile } from 'tilecast/node';

interface Expected {
  readonly file: string;
  /** Nine numbers per triangle. */
  readonly corners: readonly number[];
  /** Values by name, three numbers per triangle of vertices' values, or one of the triangle's own. */
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly valuesFile: string | null;
  /** The moment that the corners are of; the rest pose where it is absent. */
  readonly animation?: { readonly name: string; readonly seconds: number } | null;
}

const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3';
/** Relative to numbers above 1: writers of text round to six digits. */
const TOLERANCE = 1e-5;
const kept = process.argv[2];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'tilecast-meshes-'));

if (!existsSync(join(folder, 'freesurfer'))) {
  execFileSync(PYTHON, ['-W', 'ignore', join(import.meta.dirname, 'make_meshes.py'), folder], { stdio: 'inherit' });
  execFileSync(process.execPath, [join(import.meta.dirname, 'make_animations.mjs'), folder], { stdio: 'inherit' });
}
const outcomes = [];
for (const name of readdirSync(folder).sort()) {
  if (!existsSync(join(folder, name, 'expected.json'))) continue;
  const outcome = await compare(name).catch((error: Error) => ({ name, problem: error.message.replace(/^.*?: /, '') }));
  outcomes.push(outcome);
  if ('problem' in outcome) console.log(`${name}: ${outcome.problem}`);
}
if (!kept) rmSync(folder, { recursive: true });
const agree = outcomes.filter((outcome) => !('problem' in outcome)).length;
const largestError = Math.max(...outcomes.map((outcome) => ('error' in outcome ? outcome.error : 0)));
console.log(`${agree} of ${outcomes.length} cases agree; corners within ${largestError}`);
writeFileSync(
  join(import.meta.dirname, 'results-meshes.json'),
  `${JSON.stringify({ cases: outcomes.length, agree, largestError, outcomes }, null, 2)}\n`,
);

async function compare(name: string): Promise<{ name: string; error: number; values: number }> {
  const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected;
  const { mesh: rest, animations } = await readMeshFile(join(folder, name, expected.file));
  const mesh = expected.animation
    ? animations!.find((animation) => animation.name === expected.animation!.name)!.at(expected.animation.seconds)
    : rest;
  const others = expected.valuesFile === null ? [] : await readValues(join(folder, name, expected.valuesFile));
  const values = [...(mesh.values ?? []), ...others];
  const wanted = Object.entries(expected.values);
  const columns = wanted.map(([label]) => values.find((value) => value.name === label));
  const missing = wanted.findIndex((_, index) => !columns[index]);
  if (missing >= 0) throw new Error(`has no values ${wanted[missing]![0]}, only ${values.map((value) => value.name)}`);
  const rowsFound = listTriangles(mesh).map((row, triangle) => [
    ...row,
    ...columns.flatMap((column) =>
      column!.on === 'triangles'
        ? [column!.values[triangle]!]
        : [0, 1, 2].map((corner) => column!.values[mesh.triangles[3 * triangle + corner]!]!),
    ),
  ]);
  const triangles = expected.corners.length / 9;
  const rowsWanted = Array.from({ length: triangles }, (_, triangle) => [
    ...expected.corners.slice(9 * triangle, 9 * triangle + 9),
    ...wanted.flatMap(([, numbers]) => {
      const each = numbers.length / triangles;
      return numbers.slice(each * triangle, each * (triangle + 1));
    }),
  ]);
  if (rowsFound.length !== triangles) throw new Error(`has ${rowsFound.length} triangles, not ${triangles}`);
  const error = differ(rowsFound.map(normalize), rowsWanted.map(normalize));
  if (!(error <= TOLERANCE)) throw new Error(`is off by ${error}`);
  return { name, error, values: wanted.length };
}

async function readValues(path: string) {
  const [input] = await openInputs([path]);
  if (!input || !('source' in input)) throw new Error(`${path} is no file`);
  return readMeshValues(input.source);
}

function listTriangles({ positions, triangles, origin }: Mesh): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, triangle) =>
    [0, 1, 2].flatMap((corner) =>
      [0, 1, 2].map((axis) => positions[3 * triangles[3 * triangle + corner]! + axis]! + origin[axis]!),
    ),
  );
}

/** Strips and some programs turn triangles: the corner that comes first by its coordinates goes first. */
function normalize(row: readonly number[]): number[] {
  const corners = [0, 1, 2].map((corner) => row.slice(3 * corner, 3 * corner + 3));
  const sums = corners.map(([x, y, z]) => x! + 10 * y! + 100 * z!);
  const first = sums.indexOf(Math.min(...sums));
  const turn = <T>(items: readonly T[]) => [0, 1, 2].map((at) => items[(first + at) % 3]!);
  const values = row.slice(9);
  return [...turn(corners).flat(), ...(values.length >= 3 ? turn(values.slice(0, 3)) : []), ...values.slice(3)];
}

/** The largest difference of triangles in the order of their centres. */
function differ(a: readonly number[][], b: readonly number[][]): number {
  const key = (row: readonly number[]) =>
    row[0]! + row[3]! + row[6]! + 17 * (row[1]! + row[4]! + row[7]!) + 131 * (row[2]! + row[5]! + row[8]!);
  const [left, right] = [a, b].map((rows) => [...rows].sort((p, q) => key(p) - key(q))) as [number[][], number[][]];
  return Math.max(
    ...left.flatMap((row, index) =>
      row.map((value, at) => Math.abs(value - right[index]![at]!) / Math.max(1, Math.abs(value))),
    ),
  );
}
