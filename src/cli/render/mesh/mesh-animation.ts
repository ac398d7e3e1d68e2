/** Meshes that move as the animations of their files say. */
import type { Mesh, MeshAnimation, MeshFile, PosedMesh } from '../../../index.js';
import { fail } from '../../../options/parse-options.js';
import type { AnimationChoice } from './mesh-options.js';

/**
 * The animation of each file that has it, by name or by number.
 * @throws InputError if none has it, or it is shorter than the moment that is asked for.
 */
export function findAnimations(
  files: readonly MeshFile[],
  { name, seconds = 0 }: AnimationChoice,
): (MeshAnimation | undefined)[] {
  const found = files.map(
    ({ animations = [] }) =>
      animations.find((animation) => animation.name === name) ??
      (/^\d{1,9}$/.test(name) ? animations[Number(name)] : undefined),
  );
  const names = files.flatMap(({ animations = [] }) => animations.map((animation) => animation.name));
  if (!found.some((animation) => animation)) {
    fail(
      `--animation: there is none named "${name}"; there ${names.length > 0 ? `are ${names.join(', ')}` : 'are none'}`,
    );
  }
  const longest = lengthOf(found);
  if (!(seconds >= 0 && seconds <= longest))
    fail(`--animation: "${name}" is from 0 to ${longest} seconds, not at ${seconds}`);
  return found;
}

/** Seconds of the longest. */
export const lengthOf = (animations: readonly (MeshAnimation | undefined)[]) =>
  animations.reduce((longest, animation) => Math.max(longest, animation?.seconds ?? 0), 0);

/**
 * @param rest the meshes in the colours that they are shown in.
 * @param moment the seconds that are shown; undefined where all of the animation is.
 * @param place takes a mesh into the world.
 * @returns the meshes at a time from 0 to 1.
 */
export function animateMeshes(
  rest: readonly Mesh[],
  animations: readonly (MeshAnimation | undefined)[],
  moment: number | undefined,
  place: (mesh: Mesh, index: number) => Mesh,
): (time: number) => PosedMesh[] {
  const still = rest.map((mesh, index) => (animations[index] ? undefined : place(mesh, index)));
  let last: { seconds: number; meshes: PosedMesh[] } | undefined;
  return (time) => {
    const seconds = moment ?? time * lengthOf(animations);
    // The renderer knows the same mesh again.
    if (last?.seconds === seconds) return last.meshes;
    const meshes = rest.map((mesh, index): PosedMesh => {
      const animation = animations[index];
      if (!animation) return { mesh: still[index]! };
      const { positions, origin, normals, triangles } = animation.at(seconds);
      return { mesh: place({ ...mesh, positions, origin, normals, triangles }, index) };
    });
    last = { seconds, meshes };
    return meshes;
  };
}
