/** Reads the meshes of a picture, and puts them where the options place them in the world. */
import { type Affine, type Mesh, type MeshAnimation, type MeshFile, transformMesh } from '../../../index.js';
import { readShownMesh } from '../../../lab.js';
import type { OpenedFile, OpenFileOptions } from '../../../node/index.js';
import type { Option } from '../../../recipe/options/option.js';
import { OPTION_NAMES, OPTIONS, type OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { isAnatomical, type MeshPlacement, noteSpace, placeMesh } from '../../../recipe/scene/meshes/mesh-space.js';
import { meshStyleOf, type SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { LoadedMesh } from '../../../recipe/scene/scene-data.js';
import { readMeshInput } from '../../read-mesh-input.js';
import { sayOf } from '../../say.js';
import { loadMeshValues } from './load-mesh-values.js';
import type { SharedInputs } from './shared-inputs.js';

export interface MeshLoading {
  readonly values: OptionValues;
  readonly choice: SceneChoice;
  /** Folders in which files of values may lie; undefined where none may be opened. */
  readonly valueFiles: OpenFileOptions | undefined;
  readonly shared: SharedInputs | undefined;
}

/** A mesh in its place in the world, and as its file has it. */
export interface PlacedMesh {
  readonly loaded: LoadedMesh;
  readonly mesh: Mesh;
}

/** @throws InputError for what cannot be read, and for options that are given neither once nor once for each mesh. */
export async function loadMeshes(
  files: readonly OpenedFile[],
  { values, choice, valueFiles, shared }: MeshLoading,
): Promise<readonly PlacedMesh[]> {
  checkCounts(values, files.length);
  const read = await Promise.all(files.map((file) => readMeshInput(file, shared?.mesh ?? readShownMesh)));
  const placements = read.map((_, index) => meshStyleOf(choice, index).transform);
  for (const [index, file] of read.entries()) {
    sayOf(files[index]!.source.name, [...file.notes, ...noteSpace(placements[index], file)]);
  }
  return Promise.all(
    read.map(async (file, index) => ({
      mesh: file.mesh,
      loaded: {
        ...placeFile(file, placements[index]),
        name: files[index]!.source.name,
        valueFiles: await loadMeshValues(
          { ...file, name: files[index]!.source.name },
          meshStyleOf(choice, index),
          valueFiles,
        ),
      },
    })),
  );
}

/** Options of meshes are given once for all of them, or once for each. */
function checkCounts(values: OptionValues, count: number): void {
  for (const name of OPTION_NAMES) {
    const { of, repeatable }: Option = OPTIONS[name];
    const given = values[name];
    if (of !== 'meshes' || !repeatable || !Array.isArray(given) || given.length === 1 || given.length === count)
      continue;
    fail(`--${name}: must be given once, or once for each of the ${count} meshes, not ${given.length} times`);
  }
}

/** The file with its mesh and its animations in the world: transformed once, and not by each frame. */
function placeFile(file: MeshFile, placement: MeshPlacement | undefined): Omit<LoadedMesh, 'name'> {
  const { notes: _, space: __, structure: ___, ...rest } = file;
  const transform = placeMesh(placement, file);
  const placed = transform ? { ...rest, ...transformFile(rest, transform) } : rest;
  // Its coordinates are the world's from here on.
  return { ...placed, ...(isAnatomical(placement, file) && { space: 'lps' as const }) };
}

function transformFile(
  { mesh, animations }: Pick<MeshFile, 'mesh' | 'animations'>,
  transform: Affine,
): Pick<MeshFile, 'mesh' | 'animations'> {
  const move = (animation: MeshAnimation): MeshAnimation => ({
    ...animation,
    at: (seconds) => transformMesh(animation.at(seconds), transform),
  });
  return { mesh: transformMesh(mesh, transform), ...(animations && { animations: animations.map(move) }) };
}
