/** The meshes of `tilecast render`. */
import {
  createDeformation,
  type Mesh,
  type MeshScene,
  type MeshViewOptions,
  type PosedMesh,
  sampleFaces,
  splitCreases,
  transformMesh,
  type Vec3,
  withoutColors,
} from '../../../index.js';
import { readShownMesh, surfacePoints } from '../../../lab.js';
import { isInsideOut, turnOver } from '../../../mesh-queries.js';
import type { OpenedFile, OpenFileOptions } from '../../../node/index.js';
import { longestSeconds } from '../../../recipe/meshes/mesh-animations.js';
import { isAnatomical, noteSpace, placeMesh, standsAlongZ } from '../../../recipe/meshes/mesh-space.js';
import { MOTION_FRAMES } from '../../../recipe/options/output-options.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { FACES_INWARD } from '../../info/mesh-description.js';
import { say } from '../../say.js';
import { chooseLighting } from '../scene/choose-lighting.js';
import type { SharedInputs } from '../shared-inputs.js';
import type { MeshChoice } from './choose-mesh.js';
import { animateMeshes, findAnimations } from './mesh-animation.js';
import { colorMeshes, type ValueLegend } from './mesh-values.js';

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
  readonly colorBar: ValueLegend | undefined;
  /** Options that were chosen for them, which their recipe names. */
  readonly options: OptionTexts;
}

/** The picture that meshes are in. */
export interface MeshContext {
  /** Whether no volume is among its inputs. */
  readonly isAlone: boolean;
  readonly shared: SharedInputs | undefined;
}

/**
 * Checks all that can be without the meshes.
 * @param valueFiles where files of values may lie; undefined where none may be opened.
 * @returns what makes a subject of the opened files.
 */
export function chooseMeshes(
  values: OptionValues,
  choice: MeshChoice,
  valueFiles: OpenFileOptions | undefined,
): (files: readonly OpenedFile[], place: MeshContext) => Promise<MeshSubject> {
  const { valueColors, colors, ownColors, opacities, reflectivities, transforms, deformation, animation } = choice;
  const { cull, smooth, creaseDegrees, shadows, reflections, ambientOcclusion, softShadows } = choice;
  const { background } = values;
  const lighting = chooseLighting(values);
  return async (files, { isAlone, shared }) => {
    const meshShading = lighting.meshShading(isAlone);
    const pick = createPick(files.length);
    const appearances = files.map((_, index) => ({
      color: pick('mesh-color', colors, index),
      opacity: pick('mesh-opacity', opacities, index),
      reflectivity: pick('reflectivity', reflectivities, index),
    }));
    const placements = files.map((_, index) => pick('transform', transforms, index));
    const read = await Promise.all(files.map(({ source }) => (shared?.mesh ?? readShownMesh)(source)));
    for (const [index, { notes }] of read.entries()) {
      const spaces = noteSpace(placements[index], read[index]!);
      for (const note of [...notes, ...spaces]) say(`${files[index]!.source.name}: ${note}`);
    }
    const shown = read.map(({ mesh }) => (ownColors ? mesh : withoutColors(mesh)));
    const names = files.map((_, index) => pick('values', valueColors?.names, index)!);
    const underlays = files.map((_, index) => pick('underlay', valueColors?.underlays, index));
    // Beside a volume, a threshold is the volume's.
    const colorChoice = valueColors && { ...valueColors, ...(isAlone && { threshold: values.threshold }) };
    const colored = colorChoice && (await colorMeshes(shown, { names, underlays }, colorChoice, valueFiles));
    const turned = read.map(({ mesh }, index) => {
      const isTurned = cull !== 'none' && isInsideOut(mesh);
      if (isTurned) say(`${files[index]!.source.name}: is closed and ${FACES_INWARD}; they are turned over for --cull`);
      return isTurned;
    });
    const place = (mesh: Mesh, index: number) => {
      const transform = placeMesh(placements[index], read[index]!);
      const outward = turned[index] ? turnOver(mesh) : mesh;
      const placed = transform ? transformMesh(outward, transform) : outward;
      return smooth ? splitCreases(placed, { angleDegrees: creaseDegrees }) : placed;
    };
    const rest = colored?.meshes ?? shown;
    const animations = animation && findAnimations(read, animation);
    const pose = animations
      ? animateMeshes(rest, animations, animation.seconds, place)
      : createPose(rest.map(place), deformation);
    if (animations && animation.seconds === undefined) sayOwnSpeed(values, longestSeconds(animations));
    const fitTimes = deformation || (animation && animation.seconds === undefined) ? FIT_TIMES : [0];
    const isPatient = read.every((file, index) => isAnatomical(placements[index], file));
    return {
      meshes: read.map(({ mesh }) => mesh),
      colorBar: colored,
      options: lighting.named(isAlone),
      anatomical: isPatient,
      viewOptions: isPatient ? undefined : { zUp: standsAlongZ(read), samples: sampleFaces(pose(0).map(meshAsPosed)) },
      corners: fitTimes.flatMap((time) => pose(time).flatMap(listPoints)),
      atTime: (time) => ({
        meshes: pose(time).map((posed, index) => ({ ...posed, ...appearances[index]! })),
        background,
        meshShading,
        cull,
        smooth,
        shadows,
        reflections,
        ambientOcclusion,
        softShadows,
      }),
    };
  };
}

/** Times of a motion to all of which a view is fitted. */
const FIT_TIMES = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => eighth / 8);

const meshAsPosed = ({ mesh, positions }: PosedMesh): Mesh =>
  positions instanceof Float32Array ? { ...mesh, positions } : mesh;

/** World points around a mesh as it is posed. */
export const listPoints = (posed: PosedMesh): Vec3[] => surfacePoints(meshAsPosed(posed));

/** Says how many frames an animation takes at its own speed, where the default is another number. */
function sayOwnSpeed({ frames, fps }: OptionValues, seconds: number): void {
  const count = Math.round(seconds * fps);
  if (frames !== undefined || count === MOTION_FRAMES || !(count > 0)) return;
  say(`the animation lasts ${Number(seconds.toPrecision(4))} s: --frames ${count} shows it at its own speed`);
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

/** The meshes' vertices at a time of their deformation. */
function createPose(meshes: readonly Mesh[], deformation: MeshChoice['deformation']): (time: number) => PosedMesh[] {
  if (!deformation) return () => meshes.map((mesh) => ({ mesh }));
  const deformed = meshes.map((mesh) => ({ mesh, deform: createDeformation(mesh, deformation) }));
  return (time) => deformed.map(({ mesh, deform }) => ({ mesh, positions: deform(time) }));
}
