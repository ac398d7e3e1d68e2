/** Meshes that move as the animations of their files say. */
import type { Mesh, MeshAnimation, MeshFile, PosedMesh } from '../../../index.js';
import {
  type AnimationChoice,
  checkAnimation,
  findAnimation,
  longestSeconds,
} from '../../../recipe/meshes/mesh-animations.js';

/**
 * The animation of each file that has it, by name or by number.
 * @throws InputError if none has it, or it is shorter than the requested moment.
 */
export function findAnimations(files: readonly MeshFile[], choice: AnimationChoice): (MeshAnimation | undefined)[] {
  checkAnimation(files, choice);
  return files.map(({ animations }) => findAnimation(animations, choice.name));
}

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
    const seconds = moment ?? time * longestSeconds(animations);
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
