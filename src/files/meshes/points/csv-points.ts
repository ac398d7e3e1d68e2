/** Reads points from tables (.csv): columns x, y and z, a radius and values. */
import { InputError } from '../../../errors.js';
import { createIcosphere } from '../../../mesh/generators/create-basic-meshes.js';
import { recenter } from '../../../mesh/recenter.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeText } from '../../bytes/text/utf8.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import { finishMesh, type MeshReader } from '../mesh-file.js';
import { thinPoints, VALUES_MAX } from './finish-points.js';
import { POINTS_HEADER } from './is-csv-points.js';

/** Subdivisions of balls by how many there are at most: up to four million triangles in all. */
const SUBDIVISIONS: readonly (readonly [points: number, subdivisions: number])[] = [
  [3000, 3],
  [12_000, 2],
  [50_000, 1],
  [200_000, 0],
];

/** The share of the extent's diagonal that a ball is thick where the table says nothing. */
const RADIUS_SHARE = 1 / 150;

/** Reads a ball for each point, of its radius; other columns of numbers are values. */
export const readCsvPoints: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const text = decodeText(bytes, name);
    const [, separator] = POINTS_HEADER.exec(text) ?? [];
    if (separator === undefined) throw new InputError('has no first line "x,y,z", with which a table of points starts');
    const lines = text.split(/\r?\n/);
    const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const columns = cells(lines[0]!.replace(/^\uFEFF/, ''));
    const rows = lines.flatMap((line, index) =>
      index > 0 && line.trim() !== '' ? [{ line: index + 1, cells: cells(line) }] : [],
    );
    if (rows.length === 0) throw new InputError('has no points below its first line');
    const { every, notes } = thinPoints(rows.length);
    const taken = rows.filter((_, index) => index % every === 0);
    const numbersOf = (column: number) =>
      Float64Array.from(taken, ({ cells }) => (cells[column] ? Number(cells[column]) : Number.NaN));
    const [xs, ys, zs] = [numbersOf(0), numbersOf(1), numbersOf(2)];
    const wrong = taken.findIndex((_, index) => ![xs, ys, zs].every((list) => Number.isFinite(list[index])));
    if (wrong >= 0) {
      throw new InputError(
        `line ${taken[wrong]!.line} has the coordinates ${quote(taken[wrong]!.cells.slice(0, 3).join(separator))}; three numbers would be right`,
      );
    }
    const centers = Float64Array.from(
      { length: 3 * taken.length },
      (_, at) => [xs, ys, zs][at % 3]![Math.floor(at / 3)]!,
    );
    const radiusColumn = columns.findIndex((column) => /^(?:r|radius)$/i.test(column));
    const radii = radiusColumn < 0 ? undefined : numbersOf(radiusColumn);
    const bad = radii?.findIndex((radius) => !(radius > 0 && Number.isFinite(radius))) ?? -1;
    if (bad >= 0)
      throw new InputError(
        `line ${taken[bad]!.line} has the radius ${quote(taken[bad]!.cells[radiusColumn] ?? '')}; a positive number would be right`,
      );
    const valueColumns = columns.flatMap((column, index) =>
      index > 2 && index !== radiusColumn ? [{ column, index }] : [],
    );
    const lists = valueColumns
      .map(({ column, index }) => ({ name: column || `column ${index + 1}`, values: numbersOf(index) }))
      .filter(({ values }) => values.some(Number.isFinite))
      .slice(0, VALUES_MAX);
    return finishMesh(makeBalls(centers, radii, lists), notes);
  });

function makeBalls(
  centers: Float64Array,
  radii: Float64Array | undefined,
  lists: readonly { name: string; values: Float64Array }[],
) {
  const count = centers.length / 3;
  const [, subdivisions] = SUBDIVISIONS.find(([most]) => count <= most) ?? SUBDIVISIONS.at(-1)!;
  const ball = createIcosphere({ subdivisions });
  const vertices = ball.positions.length / 3;
  const radius = RADIUS_SHARE * (extentOf(centers) || RADIUS_SHARE ** -1);
  const { positions: middles, origin } = recenter(centers);
  const positions = new Float32Array(3 * vertices * count);
  const normals = new Float32Array(3 * vertices * count);
  const triangles = new Uint32Array(ball.triangles.length * count);
  for (let point = 0; point < count; point++) {
    const size = radii ? radii[point]! : radius;
    for (let at = 0; at < 3 * vertices; at++) {
      positions[3 * vertices * point + at] = middles[3 * point + (at % 3)]! + size * ball.positions[at]!;
    }
    normals.set(ball.positions, 3 * vertices * point);
    for (let at = 0; at < ball.triangles.length; at++) {
      triangles[ball.triangles.length * point + at] = vertices * point + ball.triangles[at]!;
    }
  }
  const values = lists.map(({ name, values }) => {
    const spread = new Float32Array(vertices * count);
    for (let point = 0; point < count; point++) spread.fill(values[point]!, vertices * point, vertices * (point + 1));
    return { name, on: 'vertices' as const, values: spread };
  });
  return { positions, normals, triangles, origin, values };
}

function extentOf(centers: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < centers.length; at++) {
    low[at % 3] = Math.min(low[at % 3]!, centers[at]!);
    high[at % 3] = Math.max(high[at % 3]!, centers[at]!);
  }
  return Math.hypot(...high.map((coordinate, axis) => coordinate - low[axis]!));
}
