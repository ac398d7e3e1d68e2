/** Clouds of points as meshes of balls: as many as a device draws at interactive speed. */
import { InputError } from '../../../errors.js';
import { createStrokes } from '../../../mesh/generators/create-strokes.js';
import { allVertices, finishMesh, type MeshFile, noteLeftOut } from '../mesh-file.js';

/** A cloud of points of a file, whose numbers are asked for where they are taken. */
export interface PointCloud {
  readonly count: number;
  readonly coordinate: (point: number, axis: number) => number;
  /** Red, green and blue from 0 to 255. */
  readonly color?: ((point: number) => readonly [number, number, number]) | undefined;
  readonly values: readonly { readonly name: string; readonly at: (point: number) => number }[];
}

const POINTS_MAX = 200_000;

/** Lists of values that are kept; each is as long as the mesh. */
export const VALUES_MAX = 16;

/** A note where only every second, third, … point is taken; `every` is that number. */
export function thinPoints(count: number): { readonly every: number; readonly notes: readonly string[] } {
  const every = Math.max(Math.ceil(count / POINTS_MAX), 1);
  const taken = Math.ceil(count / every);
  const note = `has ${count} points; took ${taken} of them, spread evenly, since more are slow`;
  return { every, notes: every > 1 ? [note] : [] };
}

/**
 * A ball for each point whose coordinates are finite, as thick as their number and extent allow.
 * @throws InputError if there is none.
 */
export function finishPoints({ count, coordinate, color, values }: PointCloud, said: readonly string[]): MeshFile {
  const there = allVertices(count).filter((point) =>
    [0, 1, 2].every((axis) => Number.isFinite(coordinate(point, axis))),
  );
  if (count === 0) throw new InputError('has no points; nothing can be shown');
  if (there.length === 0) throw new InputError(`has ${count} points, none of them with finite coordinates`);
  const { every, notes } = thinPoints(there.length);
  const taken = there.filter((_, index) => index % every === 0);
  const positions = Float64Array.from({ length: 3 * taken.length }, (_, at) =>
    coordinate(taken[Math.floor(at / 3)]!, at % 3),
  );
  const vertexColors = color && new Uint8Array(4 * taken.length);
  if (vertexColors) for (const [index, point] of taken.entries()) vertexColors.set([...color(point), 255], 4 * index);
  const mesh = createStrokes({
    positions,
    points: allVertices(taken.length),
    lines: new Uint32Array(),
    vertexColors,
    values: values.slice(0, VALUES_MAX).map(({ name, at }) => ({
      name,
      on: 'vertices' as const,
      values: Float32Array.from(taken, at),
    })),
  });
  return finishMesh(mesh, [
    ...said,
    ...noteLeftOut(count - there.length, 'points without coordinates'),
    ...noteLeftOut(Math.max(values.length - VALUES_MAX, 0), 'lists of values'),
    ...notes,
  ]);
}
