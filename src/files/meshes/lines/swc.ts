/** Reads neurons (.swc): http://www.neuronland.org/NLMorphologyConverter/MorphologyFormats/SWC/Spec.html. */
import { InputError } from '../../../errors.js';
import { createIcosphere } from '../../../mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../mesh/merge-meshes.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeText } from '../../bytes/text/utf8.js';
import { finishMesh, type MeshReader, noteLeftOut } from '../mesh-file.js';
import { finishLines } from './finish-lines.js';

const SOMA = 1;

/** Colours by type: undefined, soma, axon, basal and apical dendrites, and what programs define themselves. */
const COLORS = [
  [200, 200, 200],
  [240, 190, 60],
  [80, 140, 230],
  [220, 90, 90],
  [200, 90, 200],
  [90, 190, 120],
] as const;

/** A branch of one point and another file's tubes are thinner than this share of the extent, and would not be seen. */
const RADIUS_MIN = 1e-6;

interface Sample {
  readonly type: number;
  readonly position: readonly [number, number, number];
  readonly radius: number;
  readonly parent: number;
}

/**
 * Reads branches as tubes as thick as they are, and a soma of one or three points as a ball, in colours of their types. Values are
 * `type` and `radius`. Coordinates are the file's, mostly micrometres.
 */
export const readSwc: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const samples = parse(decodeText(bytes, name));
    const branches = findBranches(samples);
    const meshes: Mesh[] = [];
    const balls = findBalls(samples);
    const joined = new Set(branches.flat());
    const isShown = ([id, { type }]: readonly [number, Sample]) =>
      joined.has(id) || (balls.length > 0 && (type === SOMA || samples.size === 1));
    const alone = [...samples].filter((entry) => !isShown(entry)).length;
    const notes = noteLeftOut(alone, 'points that are joined to no other');
    if (branches.length > 0) {
      const file = finishLines(linesOf(branches, samples));
      notes.push(...file.notes);
      meshes.push(file.mesh);
    }
    for (const sample of balls) meshes.push(ballOf(sample));
    return finishMesh(meshes.length === 1 ? meshes[0]! : mergeMeshes(meshes), notes);
  });

function parse(text: string): ReadonlyMap<number, Sample> {
  const samples = new Map<number, Sample>();
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const numbers = line.trim().split(/\s+/).map(Number);
    const [id, type, x, y, z, radius, parent] = numbers as [number, number, number, number, number, number, number];
    if (numbers.length < 7 || !numbers.slice(0, 7).every(Number.isFinite)) {
      throw new InputError(`line ${index + 1} is not seven numbers: id, type, x, y, z, radius and parent`);
    }
    if (samples.has(id)) throw new InputError(`line ${index + 1} has the id ${id} again; each is right once`);
    samples.set(id, { type, position: [x, y, z], radius, parent });
  }
  if (samples.size === 0) throw new InputError('has no points');
  return samples;
}

/** A neuron's soma is a ball where it is one point, or one with two beside it that say how wide it is. */
function findBalls(samples: ReadonlyMap<number, Sample>): Sample[] {
  const somas = [...samples.values()].filter(({ type }) => type === SOMA);
  if (somas.length === 0 && samples.size === 1) return [...samples.values()];
  return somas.length === 1 || somas.length === 3 ? somas.slice(0, 1) : [];
}

/** Chains of ids from where they leave another to where they end or part. */
function findBranches(samples: ReadonlyMap<number, Sample>): number[][] {
  const children = new Map<number, number[]>();
  for (const [id, { parent }] of samples) {
    if (!samples.has(parent)) continue;
    const known = children.get(parent);
    if (known) known.push(id);
    else children.set(parent, [id]);
  }
  const balls = new Set(
    findBalls(samples).length > 0 ? [...samples].filter(([, { type }]) => type === SOMA).map(([id]) => id) : [],
  );
  const branches: number[][] = [];
  const visited = new Set<number>();
  for (const [id, { parent }] of samples) {
    const isStart = !samples.has(parent) || children.get(parent)!.length > 1 || balls.has(parent);
    if (!isStart || balls.has(id)) continue;
    const chain = samples.has(parent) ? [parent] : [];
    for (let at: number | undefined = id; at !== undefined && !visited.has(at); ) {
      visited.add(at);
      chain.push(at);
      const next: readonly number[] = children.get(at) ?? [];
      at = next.length === 1 ? next[0] : undefined;
    }
    if (chain.length > 1) branches.push(chain);
  }
  return branches;
}

function linesOf(branches: readonly (readonly number[])[], samples: ReadonlyMap<number, Sample>) {
  const ids = branches.flat();
  const starts = new Uint32Array(branches.length + 1);
  for (const [index, branch] of branches.entries()) starts[index + 1] = starts[index]! + branch.length;
  // A branch begins at its parent, as thick and of the type that it is itself: not as the soma.
  const own = branches.flatMap((branch) => {
    const [first, second] = [samples.get(branch[0]!)!, samples.get(branch[1]!)!];
    const rest = branch.slice(1).map((id) => samples.get(id)!);
    return [first.type === SOMA ? { ...second, position: first.position } : { ...first, type: second.type }, ...rest];
  });
  return {
    positions: Float64Array.from(ids.flatMap((id) => samples.get(id)!.position)),
    starts,
    radii: Float32Array.from(own, ({ radius }) => Math.max(radius, RADIUS_MIN)),
    colors: Uint8Array.from(own.flatMap(({ type }) => colorOf(type))),
    values: [
      { name: 'type', on: 'points' as const, values: own.map(({ type }) => type) },
      { name: 'radius', on: 'points' as const, values: own.map(({ radius }) => radius) },
    ],
  };
}

const colorOf = (type: number) => COLORS[Math.min(Math.max(Math.trunc(type), 0), COLORS.length - 1)]!;

const BALL_SUBDIVISIONS = 3;

function ballOf({ position, radius, type }: Sample): Mesh {
  const ball = createIcosphere({
    center: position,
    radius: Math.max(radius, RADIUS_MIN),
    subdivisions: BALL_SUBDIVISIONS,
  });
  const count = ball.positions.length / 3;
  const vertexColors = Uint8Array.from({ length: 4 * count }, (_, at) => (at % 4 === 3 ? 255 : colorOf(type)[at % 4]!));
  const values = [
    { name: 'type', on: 'vertices' as const, values: new Float32Array(count).fill(type) },
    { name: 'radius', on: 'vertices' as const, values: new Float32Array(count).fill(radius) },
  ];
  return { ...ball, vertexColors, values };
}
