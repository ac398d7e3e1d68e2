/** Jobs as JSON, and the checks of those that a queue hands to a worker, which are untrusted. */
import { basename, dirname } from 'node:path';
import { InputError } from '../../../index.js';
import { findEnvironmentName } from '../../../recipe/parse/file-or-name.js';
import { FRAMES_MAX } from '../../../recipe/parse/parse-options.js';
import { checkRecipe, formatRecipe, type Recipe } from '../../../recipe/recipe.js';

/** A frame: a recipe, the files of it, and where the picture goes. Paths are absolute, or relative to a worker's root. */
export interface FrameJob {
  readonly version: typeof JOB_VERSION;
  readonly recipe: unknown;
  readonly inputs: readonly string[];
  readonly mask?: string;
  readonly output: string;
  /** Whether it is one of several frames, which have the same channels. */
  readonly several: boolean;
  /** Whether the picture is the job's result, which the submitter writes. */
  readonly returns?: boolean;
}

/** One part of a frame's picture, which goes to a file of its own. */
export interface PartJob extends FrameJob {
  readonly parts: number;
  readonly part: number;
  readonly store: string;
  /** Whether it needs the whole volume, for a mask made from it. */
  readonly whole: boolean;
}

/** A frame of parts, or some of them that become one: front to back. */
export interface MergeJob extends FrameJob {
  readonly sources: readonly string[];
  /** Undefined where all parts are among them, and the picture is written. */
  readonly store?: string;
  readonly whole: boolean;
}

/** The end of a series: an animation of its frames, or nothing. */
export interface SeriesJob {
  readonly version: typeof JOB_VERSION;
  readonly animation?: {
    readonly path: string;
    readonly frames: readonly string[];
    readonly framesPerSecond: number;
  };
}

export const JOB_VERSION = 1;

/** Volumes and meshes of one picture. */
export const INPUTS_MAX = 256;

/** Any adapter and shape do: workers have their own. */
export const ANY_MAKER = { shape: 'auto', adapter: 'any' } as const;

/** A recipe for a job. */
export const recipeForJob = (recipe: Recipe): unknown => JSON.parse(formatRecipe(recipe, ANY_MAKER));

export interface CheckedFrameJob extends Omit<FrameJob, 'recipe'> {
  /** The recipe as it was handed out, so that it reads the same in the picture. */
  readonly recipe: Recipe;
}

/** @throws InputError that says what is wrong with it. */
export function checkFrameJob(data: unknown): CheckedFrameJob {
  const { version, recipe, inputs, mask, output, several, returns } = asJob(data);
  checkVersion(version);
  const { shape: _, adapter: __, notes: ___, camera, ...parts } = checkRecipe(recipe);
  refuseEnvironmentFile(parts);
  if (!camera) throw new InputError('the job’s recipe lacks its camera');
  return {
    version: JOB_VERSION,
    recipe: { ...parts, camera },
    inputs: asPaths(inputs, 'inputs', INPUTS_MAX),
    ...(mask !== undefined && { mask: asPath(mask, 'mask') }),
    output: asPicture(output, 'output'),
    several: several === true,
    ...(returns === true && { returns }),
  };
}

/** @throws InputError for a panorama, of which jobs name no files. */
function refuseEnvironmentFile({ options: { environment } }: Pick<Recipe, 'options'>): void {
  if (environment === undefined || findEnvironmentName(environment)) return;
  throw new InputError(`--environment: ${environment} is a file, which jobs do not name; take one that is built in`);
}

/** @throws InputError that says what is wrong with it. */
export function checkPartJob(data: unknown): CheckedFrameJob & Pick<PartJob, 'parts' | 'part' | 'store' | 'whole'> {
  const { parts, part, store, whole } = asJob(data);
  if (!Number.isSafeInteger(parts) || !Number.isSafeInteger(part)) {
    throw new InputError('the job’s part and parts must be whole numbers');
  }
  const frame = checkFrameJob(data);
  return {
    ...frame,
    parts: parts as number,
    part: part as number,
    store: asPart(store, frame),
    whole: whole === true,
  };
}

/** @throws InputError that says what is wrong with it. */
export function checkMergeJob(data: unknown): CheckedFrameJob & Pick<MergeJob, 'sources' | 'store' | 'whole'> {
  const { sources, store, whole } = asJob(data);
  const frame = checkFrameJob(data);
  return {
    ...frame,
    sources: asDifferent(asPaths(sources, 'sources', FRAMES_MAX)).map((source) => asPart(source, frame)),
    ...(store !== undefined && { store: asPart(store, frame) }),
    whole: whole === true,
  };
}

/** @throws InputError that says what is wrong with it. */
export function checkSeriesJob(data: unknown): SeriesJob {
  const { version, animation } = asJob(data);
  checkVersion(version);
  if (animation === undefined) return { version: JOB_VERSION };
  const { path, frames, framesPerSecond } = asJob(animation);
  if (typeof framesPerSecond !== 'number') throw new InputError('the job’s animation must have a speed');
  const animated = asPicture(path, 'animation');
  const waiting = asDifferent(asPaths(frames, 'frames', FRAMES_MAX).map((frame) => asPicture(frame, 'frames')));
  // They are deleted once they are an animation.
  if (waiting.some((frame) => dirname(frame) !== `${animated}.frames`)) {
    throw new InputError(`the job’s frames must lie in ${animated}.frames, as those of an animation do`);
  }
  return { version: JOB_VERSION, animation: { path: animated, frames: waiting, framesPerSecond } };
}

export function checkVersion(version: unknown): void {
  if (version === JOB_VERSION) return;
  throw new InputError(`the job is of version ${String(version)}, and this worker does version ${JOB_VERSION}`);
}

export function asJob(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InputError('the job must be an object');
}

export function asPath(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
  throw new InputError(`the job’s ${what} must be a path`);
}

export function asPaths(value: unknown, what: string, countMax: number): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new InputError(`the job’s ${what} must be a list of paths`);
  if (value.length > countMax) {
    throw new InputError(`the job’s ${what} are ${value.length}; ${countMax} are the most that a worker takes`);
  }
  return value.map((path) => asPath(path, what));
}

/** A file that is named again and again would be read as often. */
function asDifferent(paths: readonly string[]): readonly string[] {
  if (new Set(paths).size === paths.length) return paths;
  throw new InputError('the job’s files must differ from each other');
}

/** A job writes only pictures, under names that no program takes for anything else. */
export function asPicture(value: unknown, what: string): string {
  const path = asPath(value, what);
  if (/[^/\\]\.png$/i.test(path)) return path;
  throw new InputError(`the job’s ${what} must end in .png, which is all that jobs write`);
}

/** Parts are deleted once they are a picture, so that they have a folder of their own beside it. */
function asPart(value: unknown, { output }: Pick<FrameJob, 'output'>): string {
  const path = asPath(value, 'parts');
  const folder = dirname(path);
  if (dirname(folder) === dirname(output) && folder.startsWith(`${output}.`) && /\.[0-9a-f]+\.parts$/.test(folder)) {
    if (/^\d+(-\d+)?$/.test(basename(path))) return path;
  }
  throw new InputError(`the job’s parts must lie in a folder of ${output}’s`);
}
