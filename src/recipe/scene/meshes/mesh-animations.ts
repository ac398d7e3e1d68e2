/** Animations of meshes' files, by the option that names one. */
import type { MeshAnimation } from '../../../index.js';
import { fail, parseOptionNumber } from '../../parse/parse-options.js';

/** An animation of the meshes' files. */
export interface AnimationChoice {
  /** Its name in the file. */
  readonly name: string;
  /** The moment that is shown; undefined where all of it is. */
  readonly seconds?: number | undefined;
}

/** NAME or NAME@SECONDS. */
export function parseAnimation(option: string, text: string): AnimationChoice {
  const [, name, seconds] = /^(.*)@([^@]*)$/s.exec(text) ?? [undefined, text, undefined];
  return { name: name!, ...(seconds !== undefined && { seconds: parseOptionNumber(option, seconds) }) };
}

/** The animation of a file by its name, in any case, or by its number from 0; undefined where the file has none such. */
export const findAnimation = (animations: readonly MeshAnimation[] = [], name: string): MeshAnimation | undefined =>
  animations.find((animation) => animation.name === name) ??
  animations.find((animation) => animation.name.toLowerCase() === name.toLowerCase()) ??
  (/^\d{1,9}$/.test(name) ? animations[Number(name)] : undefined);

/** Seconds of the longest. */
export const longestSeconds = (animations: readonly (MeshAnimation | undefined)[]) =>
  animations.reduce((longest, animation) => Math.max(longest, animation?.seconds ?? 0), 0);

/** @throws InputError if no file has the animation, or it is shorter than the requested moment. */
export function checkAnimation(
  files: readonly { readonly animations?: readonly MeshAnimation[] | undefined }[],
  { name, seconds = 0 }: AnimationChoice,
): void {
  const found = files.map(({ animations }) => findAnimation(animations, name));
  const names = files.flatMap(({ animations = [] }) => animations.map((animation) => animation.name));
  if (!found.some((animation) => animation)) {
    const known = names.length > 0 ? `are ${names.join(', ')}` : 'are none';
    fail(`--animation: there is none named "${name}"; there ${known}`);
  }
  const longest = longestSeconds(found);
  if (!(seconds >= 0 && seconds <= longest)) {
    fail(`--animation: "${name}" is from 0 to ${longest} seconds, not at ${seconds}`);
  }
}
