/** The meshes of `tilecast render`: read, and described as options choose. */
import { boundingBox, type Mesh, type MeshScene, type MeshViewOptions, type Vec3 } from '../../../index.js';
import type { OpenedFile, OpenFileOptions } from '../../../node/index.js';
import { MOTION_FRAMES } from '../../../recipe/options/output-options.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { pointsOf } from '../../../recipe/scene/describe-view.js';
import { DARK_MESH_LIGHT, nameLight } from '../../../recipe/scene/lighting.js';
import {
  describeMeshes,
  describeMeshSettings,
  describeValueColors,
  facesInward,
  showsDark,
} from '../../../recipe/scene/meshes/describe-meshes.js';
import { checkAnimation, findAnimation, longestSeconds } from '../../../recipe/scene/meshes/mesh-animations.js';
import { meshViewOptions } from '../../../recipe/scene/meshes/mesh-view-options.js';
import type { ValueColors } from '../../../recipe/scene/meshes/value-colors.js';
import { Parts } from '../../../recipe/scene/parts.js';
import { patched, type SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { SceneData } from '../../../recipe/scene/scene-data.js';
import { FACES_INWARD } from '../../info/mesh-description.js';
import { say } from '../../say.js';
import { loadMeshes } from '../load/load-meshes.js';
import type { SharedInputs } from '../load/shared-inputs.js';
import { noteMismatch, volumeBox } from '../notices/note-mismatch.js';

export interface MeshSubject {
  /** The meshes as their files have them. */
  readonly meshes: readonly Mesh[];
  /** World points around all of it. */
  readonly corners: readonly Vec3[];
  /** Whether the space of all of them is known, and so the world a patient's. */
  readonly anatomical: boolean;
  /** Options that their default view and their front follow from; undefined where those are a patient's. */
  readonly viewOptions: MeshViewOptions | undefined;
  /** The meshes at a time of their motion, between 0 and 1. */
  readonly atTime: (time: number) => MeshScene;
  /** The colours of values on them, if they are in those. */
  readonly colorBar: Pick<ValueColors, 'transfer' | 'title' | 'labels'> | undefined;
  /** Options that were chosen for them, which their recipe names. */
  readonly options: OptionTexts;
}

/** The picture that meshes are in. */
export interface MeshContext {
  /** The volume that they are beside, if there is one. */
  readonly volume: SceneData['volume'];
  readonly environment: SceneData['environment'];
  /** Folders in which files of values may lie; undefined where none may be opened. */
  readonly valueFiles: OpenFileOptions | undefined;
  readonly shared: SharedInputs | undefined;
}

/** @throws InputError for what cannot be read, or lacks what the options name. */
export async function openMeshes(
  files: readonly OpenedFile[],
  values: OptionValues,
  choice: SceneChoice,
  { volume, environment, valueFiles, shared }: MeshContext,
): Promise<MeshSubject> {
  const placed = await loadMeshes(files, { values, choice, valueFiles, shared });
  const data = { meshes: placed.map(({ loaded }) => loaded), volume, environment };
  const boxes = data.meshes.map(({ name, mesh }) => ({ name, box: boundingBox(mesh) }));
  for (const note of noteMismatch(boxes, volume && volumeBox(volume))) say(note);
  const parts = new Parts();
  const untransformed = withoutTransforms(choice);
  const colors = describeValueColors(parts, data, untransformed);
  if (colors?.note !== undefined) say(colors.note);
  if (choice.cull !== 'none')
    for (const [index, { name, mesh }] of data.meshes.entries())
      if (facesInward(parts, mesh, index))
        say(`${name}: is closed and ${FACES_INWARD}; they are turned over for --cull`);
  if (choice.animation) checkAnimation(data.meshes, choice.animation);
  sayOwnSpeed(values, choice, data);
  const atTime = (deformTime: number): MeshScene =>
    describeMeshes(parts, data, { ...untransformed, deformTime }) ?? {
      meshes: [],
      ...describeMeshSettings(parts, data, untransformed),
    };
  const named = nameLight(choice, {
    isAlone: volume === undefined,
    areDark: showsDark(parts, data.meshes, choice),
  });
  if (named.light === DARK_MESH_LIGHT)
    say('the colors are dark, and lit twice as brightly as others; --light says otherwise');
  const isPatient = data.meshes.every(({ space }) => space !== undefined);
  const viewOptions = isPatient ? undefined : meshViewOptions(atTime(0), { ...data, volume: undefined });
  const moves = choice.deform !== undefined || (choice.animation && choice.animation.seconds === undefined);
  return {
    meshes: placed.map(({ mesh }) => mesh),
    colorBar: colors,
    options: named,
    anatomical: isPatient,
    viewOptions,
    corners: (moves ? FIT_TIMES : [0]).flatMap((time) => atTime(time).meshes.flatMap(pointsOf)),
    atTime,
  };
}

/** Meshes are in their places in the world already. */
function withoutTransforms(choice: SceneChoice): SceneChoice {
  const meshes = choice.meshes.map((style) => patched(style, { transform: undefined }));
  return { ...choice, meshes, meshStyle: patched(choice.meshStyle, { transform: undefined }) };
}

/** Times of a motion to all of which a view is fitted. */
const FIT_TIMES = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => eighth / 8);

/** Says how many frames an animation takes at its own speed, where the default is another number. */
function sayOwnSpeed(
  { frames, fps }: OptionValues,
  { animation }: SceneChoice,
  { meshes }: Pick<SceneData, 'meshes'>,
): void {
  if (!animation || animation.seconds !== undefined) return;
  const seconds = longestSeconds(meshes.map(({ animations }) => findAnimation(animations, animation.name)));
  const count = Math.round(seconds * fps);
  if (frames !== undefined || count === MOTION_FRAMES || !(count > 0)) return;
  say(`the animation lasts ${Number(seconds.toPrecision(4))} s: --frames ${count} shows it at its own speed`);
}
