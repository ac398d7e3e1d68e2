/** What `tilecast render` does with meshes. */
import {
  boundingBox,
  boxCorners,
  createDeformation,
  type Mesh,
  type MeshScene,
  type PosedMesh,
  readMesh,
  transformMesh,
  type Vec3,
} from '../../index.js';
import type { OpenedFile } from '../../node/index.js';
import { fail, parseBackground } from '../parse-options.js';
import { say } from '../say.js';
import { chooseLighting } from './choose-lighting.js';
import type { MeshChoice } from './mesh-options.js';
import type { RenderArguments } from './render-options.js';

export interface MeshSubject {
  /** World points around all of it. */
  readonly corners: readonly Vec3[];
  /** The meshes at a time of their deformation, between 0 and 1. */
  readonly atTime: (time: number) => MeshScene;
}

/**
 * Checks all that can be without the meshes.
 * @returns what makes a subject of the opened files.
 */
export function chooseMeshes(
  args: RenderArguments,
  choice: MeshChoice,
): (files: readonly OpenedFile[]) => Promise<MeshSubject> {
  const { colors, opacities, reflectivities, transforms, deformation } = choice;
  const { cull, smooth, shadows, reflections, ambientOcclusion } = choice;
  const background = parseBackground('background', args.background);
  const { meshShading } = chooseLighting(args);
  return async (files) => {
    const pick = createPick(files.length);
    const looks = files.map((_, index) => ({
      color: pick('mesh-color', colors, index),
      opacity: pick('mesh-opacity', opacities, index),
      reflectivity: pick('reflectivity', reflectivities, index),
      transform: pick('transform', transforms, index),
    }));
    const read = await Promise.all(files.map(({ source }) => readMesh(source)));
    for (const [index, { notes }] of read.entries()) {
      for (const note of notes) say(`${files[index]!.source.name}: ${note}`);
    }
    const meshes = read.map(({ mesh }, index) => {
      const { transform } = looks[index]!;
      return transform ? transformMesh(mesh, transform) : mesh;
    });
    const pose = createPose(meshes, deformation);
    return {
      corners: meshes.flatMap((mesh) => boxCorners(boundingBox(mesh))),
      atTime: (time) => ({
        meshes: pose(time).map((posed, index) => ({ ...posed, ...looks[index]! })),
        background,
        meshShading,
        cull,
        smooth,
        shadows,
        reflections,
        ambientOcclusion,
      }),
    };
  };
}

/** Takes from an option that is given once for all meshes, or once for each. */
function createPick(count: number) {
  return <T>(option: string, values: readonly T[] | undefined, index: number): T | undefined => {
    if (!values || values.length === 1) return values?.[0];
    if (values.length !== count) {
      fail(`--${option}: must be given once, or once for each of the ${count} meshes, not ${values.length} times`);
    }
    return values[index];
  };
}

/** Where the meshes' vertices are at a time of their deformation. */
function createPose(meshes: readonly Mesh[], deformation: MeshChoice['deformation']): (time: number) => PosedMesh[] {
  if (!deformation) return () => meshes.map((mesh) => ({ mesh }));
  const deformed = meshes.map((mesh) => ({ mesh, deform: createDeformation(mesh, deformation.name) }));
  return (time) => deformed.map(({ mesh, deform }) => ({ mesh, positions: deform(time) }));
}
