/** Chooses the query of `tilecast intersect`, and its files. */
import { MESH_FORMATS } from '../../index.js';
import { MAX_NEAREST } from '../../mesh-queries.js';
import { fail, optional, parseChoice, parseIndex, parsePositive } from '../../recipe/parse/parse-options.js';
import type { AdapterArguments } from '../arguments/adapter-options.js';
import { readPointFiles, readTextRows, readVertices } from './segment-input.js';
import type { OutputFormat } from './segment-output.js';
import {
  closestTask,
  INSIDE,
  type IntersectTask,
  MODES,
  overlapTask,
  signedDistanceTask,
  withPoints,
} from './tasks.js';

export interface IntersectArguments extends AdapterArguments {
  readonly inputs: readonly string[] | undefined;
  readonly mesh: string | undefined;
  readonly rays: string | undefined;
  readonly inside: string | undefined;
  readonly closest: string | undefined;
  readonly signedDistance: string | undefined;
  readonly boxes: string | undefined;
  readonly balls: string | undefined;
  readonly nearest: string | undefined;
  readonly within: string | undefined;
  readonly mode: string | undefined;
  readonly out: string | undefined;
  readonly format: string | undefined;
  readonly csv: boolean;
  readonly sortRays: boolean;
  readonly json: boolean;
}

/** Each names a file, and what to find for what is in it. */
export const QUESTION_OPTIONS = ['inside', 'closest', 'signed-distance', 'boxes', 'balls'] as const;

/** The points, boxes or balls to ask about, and the option that names their file. */
export function chooseQuestion({ inside, closest, signedDistance, boxes, balls }: IntersectArguments) {
  const files = { inside, closest, 'signed-distance': signedDistance, boxes, balls };
  const [option, other] = QUESTION_OPTIONS.filter((name) => files[name] !== undefined);
  if (other !== undefined) fail(`--${other}: leave it out with --${option}; each is another query`);
  return option && { option, file: files[option]! };
}

export function chooseTask(args: IntersectArguments, format: OutputFormat): IntersectTask {
  const task = chooseBareTask(args);
  if (format !== 'ply') return task;
  if (task.rows !== 'points') fail(`--format ply: is for points, not for ${task.rows}`);
  if (args.nearest !== undefined && args.nearest !== '1')
    fail('--format ply: has one triangle per point; leave out --nearest');
  return withPoints(task);
}

function chooseBareTask(args: IntersectArguments): IntersectTask {
  const { mode, rays } = args;
  const question = chooseQuestion(args);
  const within = optional('within', args.within, parsePositive) ?? Infinity;
  if (args.nearest !== undefined && question?.option !== 'closest') fail('--nearest: is for --closest');
  if (args.within !== undefined && question?.option !== 'closest' && question?.option !== 'signed-distance') {
    fail('--within: is for --closest and --signed-distance');
  }
  if (!question) return MODES[parseChoice('mode', mode ?? 'boolean', Object.keys(MODES) as (keyof typeof MODES)[])];
  if (mode !== undefined) fail(`--mode: is for segments; leave it out with --${question.option}`);
  if (rays !== undefined) fail(`--rays: leave it out with --${question.option}`);
  if (question.option === 'boxes' || question.option === 'balls') return overlapTask(question.option);
  if (question.option === 'inside') return INSIDE;
  if (question.option === 'signed-distance') return signedDistanceTask(within);
  const nearest = optional('nearest', args.nearest, parseIndex) ?? 1;
  if (nearest < 1 || nearest > MAX_NEAREST) fail(`--nearest: must be 1 to ${MAX_NEAREST}, not ${nearest}`);
  return closestTask(nearest, within);
}

/** The files of the surface and of the segments, among those that are named without an option. */
export function chooseInputs(args: IntersectArguments): [string[], string[]] {
  const { inputs = [], mesh, rays } = args;
  const surface = mesh === undefined ? ['vertices', 'triangles'] : [];
  const rows = rays === undefined && !chooseQuestion(args) ? ['rayFrom', 'rayTo'] : [];
  const names = [...surface, ...rows];
  const missing = names[inputs.length];
  if (missing) fail(`the file of ${missing} is missing: name ${names.join(', ')}`);
  const left = inputs[names.length];
  if (left !== undefined) fail(`${left}: is one file too many; the inputs are ${names.join(', ') || 'all in options'}`);
  return [inputs.slice(0, surface.length), inputs.slice(surface.length)];
}

export function openRows(args: IntersectArguments, files: readonly string[], rowsAtOnce: number) {
  const { rays } = args;
  if (rays !== undefined) return readTextRows(rays, [3, 3]);
  const question = chooseQuestion(args);
  if (!question) return readPointFiles(files, rowsAtOnce);
  const { option, file } = question;
  if (option === 'boxes') return readTextRows(file, [3, 3]);
  if (option === 'balls') return readTextRows(file, [3, 1]);
  // Rows of numbers first: a .csv with names of columns is a mesh elsewhere.
  if (/\.(csv|tsv|txt|xyz)$/i.test(file)) return readTextRows(file, [3]);
  const isMesh = MESH_FORMATS.some(({ extensions }) =>
    extensions.some((ending) => file.toLowerCase().endsWith(ending)),
  );
  return isMesh ? readVertices(file) : readPointFiles([file], rowsAtOnce);
}
