/** Lines of files as meshes of tubes: as many as a device draws at interactive speed, in the colours of their directions. */
import { InputError } from '../../../errors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { createTubes, type Polylines, tangentAt } from '../../../mesh/generators/tubes.js';
import { finishMesh, type MeshFile, noteLeftOut } from '../mesh-file.js';

export interface FileLines extends Polylines {
  /** Numbers of points or of lines, by name. */
  readonly values?: readonly LineValues[];
  /** World units at each point; by default a share of the extent. */
  readonly radii?: Float32Array;
  /** Red, green and blue of each point; by default those of its direction. */
  readonly colors?: Uint8Array;
  readonly notes?: readonly string[];
}

export interface LineValues {
  readonly name: string;
  readonly on: 'points' | 'lines';
  readonly values: ArrayLike<number>;
}

/** Sides of tubes by how many segments there are at most: up to six million triangles in all. */
const SIDES: readonly (readonly [segments: number, sides: number])[] = [
  [60_000, 8],
  [160_000, 6],
  [500_000, 4],
  [1_000_000, 3],
];

const SEGMENTS_MAX = 1_000_000;

/** The share of the extent's diagonal that a tube is thick where the file says nothing. */
const RADIUS_SHARE = 1 / 600;

/** Lists of values that are kept; each is as long as the mesh. */
const VALUES_MAX = 16;

/** @throws InputError if there is no line of two points. */
export function finishLines(lines: FileLines): MeshFile {
  const { notes: said = [] } = lines;
  const notes = [...said];
  const kept = chooseLines(lines, notes);
  const taken = kept.length === lines.starts.length - 1 ? lines : takeLines(lines, kept);
  const { positions, starts, radii, colors } = taken;
  const segments = positions.length / 3 - kept.length;
  const [, sides] = SIDES.find(([most]) => segments <= most) ?? SIDES.at(-1)!;
  const radius = RADIUS_SHARE * diagonalOf(positions);
  const tubes = createTubes(taken, { radiusAt: radii ? (point) => radii[point]! : () => radius, sides });
  const vertexColors = new Uint8Array(4 * sides * (positions.length / 3));
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let point = starts[line]!; point < starts[line + 1]!; point++) {
      const color = colors
        ? colors.subarray(3 * point, 3 * point + 3)
        : tangentAt(taken, point, starts[line]!, starts[line + 1]!).map((part) => Math.round(255 * Math.abs(part)));
      for (let side = 0; side < sides; side++) vertexColors.set([...color, 255], 4 * (sides * point + side));
    }
  }
  const values = (taken.values ?? []).slice(0, VALUES_MAX).map((list) => spreadValues(list, starts, sides));
  notes.push(...noteLeftOut(Math.max((taken.values ?? []).length - VALUES_MAX, 0), 'lists of values'));
  return finishMesh({ ...tubes, vertexColors, values }, notes);
}

/** The lines that make tubes: all of two points and more, or every second, third, … of them. */
function chooseLines({ starts }: FileLines, notes: string[]): Uint32Array {
  const count = starts.length - 1;
  let whole = 0;
  let segments = 0;
  for (let line = 0; line < count; line++) {
    const points = starts[line + 1]! - starts[line]!;
    if (points < 2) continue;
    whole += 1;
    segments += points - 1;
  }
  if (whole === 0) throw new InputError(`has ${count} lines, none of two points or more; nothing can be shown`);
  notes.push(...noteLeftOut(count - whole, 'lines of fewer than two points'));
  const every = Math.max(Math.ceil(segments / SEGMENTS_MAX), 1);
  const kept = new Uint32Array(Math.ceil(whole / every));
  let at = 0;
  let room = SEGMENTS_MAX;
  for (let line = 0, index = 0; line < count; line++) {
    const points = starts[line + 1]! - starts[line]!;
    if (points < 2 || index++ % every !== 0) continue;
    // Lines of very different lengths may still be too many.
    room -= points - 1;
    if (room < 0 && at > 0) break;
    kept[at++] = line;
  }
  if (at < whole) {
    notes.push(
      `has ${whole} lines of ${segments} segments; took ${at} of them, spread evenly, since more than ${SEGMENTS_MAX} segments are slow`,
    );
  }
  return kept.subarray(0, at);
}

function takeLines({ positions, starts, radii, colors, values }: FileLines, kept: Uint32Array): FileLines {
  const own = new Uint32Array(kept.length + 1);
  for (const [index, line] of kept.entries()) own[index + 1] = own[index]! + starts[line + 1]! - starts[line]!;
  const points = new Uint32Array(own.at(-1)!);
  for (const [index, line] of kept.entries()) {
    for (let at = own[index]!; at < own[index + 1]!; at++) points[at] = starts[line]! + at - own[index]!;
  }
  const pick = <T extends Float64Array | Float32Array | Uint8Array>(from: T, into: T, components: number): T => {
    for (const [at, point] of points.entries()) {
      for (let part = 0; part < components; part++) into[components * at + part] = from[components * point + part]!;
    }
    return into;
  };
  return {
    positions: pick(positions, new Float64Array(3 * points.length), 3),
    starts: own,
    ...(radii && { radii: pick(radii, new Float32Array(points.length), 1) }),
    ...(colors && { colors: pick(colors, new Uint8Array(3 * points.length), 3) }),
    ...(values && {
      values: values.map((list) => ({
        ...list,
        values: Float32Array.from(list.on === 'points' ? points : kept, (index) => list.values[index]!),
      })),
    }),
  };
}

function spreadValues({ name, on, values }: LineValues, starts: Uint32Array, sides: number): MeshValues {
  const spread = new Float32Array(sides * starts.at(-1)!);
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let point = starts[line]!; point < starts[line + 1]!; point++) {
      spread.fill(values[on === 'points' ? point : line]!, sides * point, sides * (point + 1));
    }
  }
  return { name, on: 'vertices', values: spread };
}

function diagonalOf(positions: Float64Array): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let at = 0; at < positions.length; at++) {
    const coordinate = positions[at]!;
    if (!Number.isFinite(coordinate)) continue;
    low![at % 3] = Math.min(low![at % 3]!, coordinate);
    high![at % 3] = Math.max(high![at % 3]!, coordinate);
  }
  return Math.hypot(...high!.map((coordinate, axis) => Math.max(coordinate - low![axis]!, 0))) || 1;
}
