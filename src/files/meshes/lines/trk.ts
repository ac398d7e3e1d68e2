/** Reads TrackVis's streamlines (.trk): https://trackvis.org/docs/?subsect=fileformat. */
import { InputError } from '../../../errors.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { type MeshReader, turnRasToLps } from '../mesh-file.js';
import { finishLines, type LineValues } from './finish-lines.js';

const HEADER_BYTES = 1000;

/** Reads streamlines as tubes, with the values of points and of lines. The header's matrix leads from voxels to RAS. */
export const readTrk: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (bytes.length < HEADER_BYTES)
      throw new InputError(`has ${bytes.length} bytes, fewer than the 1000 of its header`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const little = view.getInt32(996, true) === HEADER_BYTES;
    if (!little && view.getInt32(996) !== HEADER_BYTES) {
      throw new InputError('is no TrackVis file: its header does not say that it has 1000 bytes');
    }
    const [scalars, properties] = [view.getInt16(36, little), view.getInt16(238, little)];
    if (scalars < 0 || properties < 0) throw new InputError('has a negative number of values a point or line');
    const tracks = readTracks(view, little, scalars, properties);
    const { toWorld, notes } = placeInWorld(bytes, view, little);
    const positions = new Float64Array(tracks.points.length);
    for (let at = 0; at < positions.length; at += 3) {
      const [x, y, z] = [tracks.points[at]!, tracks.points[at + 1]!, tracks.points[at + 2]!];
      for (let row = 0; row < 3; row++) {
        const [a, b, c, d] = toWorld[row]! as [number, number, number, number];
        positions[at + row] = a * x + b * y + c * z + d;
      }
    }
    const values: LineValues[] = [
      ...nameLists(bytes, 38, tracks.scalars, 'points'),
      ...nameLists(bytes, 240, tracks.properties, 'lines'),
    ];
    return turnRasToLps(finishLines({ positions, starts: tracks.starts, values, notes: [...notes, ...tracks.notes] }));
  });

/**
 * The lists by the header's ten names, each of 20 bytes. Some programs give several lists one name, with their number behind a zero
 * byte (NiBabel's documentation of its TrkFile).
 */
function nameLists(
  bytes: Uint8Array,
  start: number,
  lists: readonly Float32Array[],
  on: LineValues['on'],
): LineValues[] {
  const names: string[] = [];
  for (let field = 0; field < 10 && names.length < lists.length; field++) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(start + 20 * field, start + 20 * field + 20));
    const [name = '', count = ''] = text.split('\0').map((part) => part.trim());
    const times = Number(/^\d{1,3}$/.exec(count)?.[0] ?? 1);
    for (let part = 0; part < times; part++) names.push(times > 1 ? `${name} ${part + 1}` : name);
  }
  return lists.map((values, index) => ({ name: names[index] || `value ${index + 1}`, on, values }));
}

function readTracks(view: DataView, little: boolean, scalarCount: number, propertyCount: number) {
  const perPoint = 3 + scalarCount;
  const lengths: number[] = [];
  let total = 0;
  let at = HEADER_BYTES;
  const notes: string[] = [];
  for (; at + 4 <= view.byteLength; ) {
    const points = view.getInt32(at, little);
    const end = at + 4 + 4 * (points * perPoint + propertyCount);
    if (points < 0 || end > view.byteLength) {
      if (lengths.length === 0) throw new InputError('ends within its first line; get a whole copy');
      notes.push(`ends within line ${lengths.length + 1}, which was left out; get a whole copy`);
      break;
    }
    lengths.push(points);
    total += points;
    at = end;
  }
  const points = new Float32Array(3 * total);
  const scalars = Array.from({ length: scalarCount }, () => new Float32Array(total));
  const properties = Array.from({ length: propertyCount }, () => new Float32Array(lengths.length));
  const starts = new Uint32Array(lengths.length + 1);
  at = HEADER_BYTES;
  let point = 0;
  const next = () => {
    at += 4;
    return view.getFloat32(at - 4, little);
  };
  for (const [line, length] of lengths.entries()) {
    at += 4;
    for (let index = 0; index < length; index++, point++) {
      for (let axis = 0; axis < 3; axis++) points[3 * point + axis] = next();
      for (const list of scalars) list[point] = next();
    }
    for (const list of properties) list[line] = next();
    starts[line + 1] = point;
  }
  return { points, scalars, properties, starts, notes };
}

type Rows = readonly (readonly number[])[];

const LETTERS = ['LR', 'PA', 'IS'] as const;

/**
 * Points count millimetres from the corner of the first voxel, along axes that the header names, such as LPS; the matrix takes the
 * centres of voxels, along axes of its own, to RAS.
 */
function placeInWorld(bytes: Uint8Array, view: DataView, little: boolean): { toWorld: Rows; notes: string[] } {
  const float = (at: number) => view.getFloat32(at, little);
  const spacing = [0, 1, 2].map((axis) => float(12 + 4 * axis));
  if (!spacing.every((size) => size > 0 && Number.isFinite(size))) {
    throw new InputError(`has voxels of ${spacing.join(' × ')} mm; three positive numbers would be right`);
  }
  const sizes = [0, 1, 2].map((axis) => view.getInt16(6 + 2 * axis, little));
  const known = float(440 + 4 * 15) !== 0;
  const matrix = [0, 1, 2].map((row) =>
    [0, 1, 2, 3].map((column) => (known ? float(440 + 16 * row + 4 * column) : Number(row === column))),
  );
  const order = String.fromCharCode(...bytes.subarray(948, 951)).toUpperCase();
  const isOrder = /^[LR][PA][IS]$|^[LRPAIS]{3}$/.test(order);
  const codes = isOrder ? [...order] : ['L', 'P', 'S'];
  const axisOf = (letter: string) => LETTERS.findIndex((pair) => pair.includes(letter));
  const ofMatrix = nearestAxes(matrix);
  const rows = matrix.map((row) => [...row]);
  const toWorld = rows.map(() => [0, 0, 0, 0]);
  for (const [row, into] of toWorld.entries()) into[3] = rows[row]![3]!;
  for (const [axis, letter] of codes.entries()) {
    const column = ofMatrix.findIndex((found) => found.axis === axisOf(letter));
    const isFlipped = ofMatrix[column]!.letter !== letter;
    for (const [row, into] of toWorld.entries()) {
      const step = rows[row]![column]! * (isFlipped ? -1 : 1);
      into[axis] = step / spacing[axis]!;
      // Moves from the corner to the centre of the first voxel, which is the last where the axis is flipped.
      into[3]! += -0.5 * step - (isFlipped ? step * (sizes[axis]! - 1) : 0);
    }
  }
  const note = 'does not say where its voxels are in the world; took millimetres from the first one';
  return { toWorld, notes: known ? [] : [note] };
}

/** The world's axis that each column of a matrix is nearest to, no two the same, and the letter that it grows towards. */
function nearestAxes(matrix: Rows): { axis: number; letter: string }[] {
  const found: { axis: number; letter: string }[] = [];
  const lengths = [0, 1, 2].map((column) => Math.hypot(...matrix.map((row) => row[column]!)));
  const shares = [0, 1, 2].flatMap((column) =>
    [0, 1, 2].map((axis) => ({ column, axis, share: matrix[axis]![column]! / (lengths[column] || 1) })),
  );
  for (const { column, axis, share } of shares.sort((a, b) => Math.abs(b.share) - Math.abs(a.share))) {
    if (found[column] || found.some((other) => other?.axis === axis)) continue;
    found[column] = { axis, letter: LETTERS[axis]![share < 0 ? 0 : 1]! };
  }
  return found;
}
