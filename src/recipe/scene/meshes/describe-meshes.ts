/** The meshes of a scene. */
import {
  type Affine,
  createDeformation,
  MATERIAL_DEFAULTS,
  type Mesh,
  type MeshFinish,
  type MeshScene,
  type MeshValues,
  type PosedMesh,
  splitCreases,
  withoutColors,
} from '../../../index.js';
import { isDark } from '../../../lab.js';
import { isInsideOut, turnOver } from '../../../mesh-queries.js';
import { describeBackground, describeEnvironment, describeLamps, describeOcclusion, lightMeshes } from '../lighting.js';
import type { Parts } from '../parts.js';
import { type MeshStyle, meshStyleOf, type SceneChoice } from '../scene-choice.js';
import type { LoadedMesh, SceneData } from '../scene-data.js';
import { findAnimation, longestSeconds } from './mesh-animations.js';
import { placeMesh } from './mesh-space.js';
import { chooseValueColors, colorByValues, type ValueColors } from './value-colors.js';

type MeshData = Pick<SceneData, 'meshes' | 'volume' | 'environment'>;

/**
 * @param surfaces of labels, which are shown with them.
 * @returns undefined where there are none, or all are hidden.
 */
export function describeMeshes(
  parts: Parts,
  data: MeshData,
  choice: SceneChoice,
  surfaces: readonly PosedMesh[] = [],
): MeshScene | undefined {
  const { meshes } = data;
  const colors = describeValueColors(parts, data, choice);
  const posedMeshes = meshes.flatMap((loaded, index): PosedMesh[] => {
    const meshStyle = meshStyleOf(choice, index);
    const { visible, color, opacity, reflectivity, transform } = meshStyle;
    if (!visible) return [];
    const colored = colorMesh(parts, loaded, index, choice, colors);
    const moved = animate(parts, colored, meshes, index, choice);
    const shown = shapeMesh(parts, moved, loaded.mesh, index, choice);
    const placed = placeMesh(transform, loaded);
    const matrix = placed && parts.keep(`transform ${index}`, [placed], () => toMatrix(placed));
    const positions = deform(parts, shown, index, choice);
    const { metallic, roughness, transmission, ior } = meshStyle;
    const finish = parts.keep(`finish ${index}`, [shown.materials, metallic, roughness, transmission, ior], () =>
      describeFinish(shown, meshStyle),
    );
    const style = {
      color,
      opacity,
      reflectivity,
      ...(finish && { finish }),
      ...(matrix && { transform: matrix }),
      ...(positions && { positions }),
    };
    return [parts.keepFields(`mesh ${index}`, { mesh: shown, ...style })];
  });
  const posed = [...posedMeshes, ...surfaces];
  if (posed.length === 0) return undefined;
  return parts.keepFields('meshes', {
    meshes: parts.keep('posed', posed, () => posed),
    ...describeMeshSettings(parts, data, choice),
  });
}

/** Roughness of metal and varnish of which none is known. */
const USUAL_ROUGHNESS = 0.3;

/** The finish that options choose, with what they leave open of the only material; undefined where it is that of the mesh. */
function describeFinish(
  { materials }: Pick<Mesh, 'materials'>,
  { metallic, roughness, transmission, ior }: Pick<MeshStyle, 'metallic' | 'roughness' | 'transmission' | 'ior'>,
): MeshFinish | undefined {
  const own = materials?.list.length === 1 ? materials.list[0] : undefined;
  const isChosen = [metallic, roughness, transmission, ior].some((value) => value !== undefined);
  const metal = metallic ?? own?.metallic ?? 0;
  const passing = transmission ?? own?.transmission ?? 0;
  const rough = roughness ?? own?.roughness;
  const isMatt = metal === 0 && passing === 0 && roughness === undefined && (rough ?? 1) === 1;
  if (!isChosen || isMatt) return undefined;
  return {
    metallic: metal,
    roughness: rough ?? (passing > 0 ? 0 : USUAL_ROUGHNESS),
    transmission: passing,
    ior: ior ?? own?.ior ?? MATERIAL_DEFAULTS.ior,
  };
}

/** The fields of a scene that hold for all meshes. */
export function describeMeshSettings(
  parts: Parts,
  data: Pick<MeshData, 'volume' | 'environment'> & Partial<Pick<MeshData, 'meshes'>>,
  choice: SceneChoice,
): Omit<MeshScene, 'meshes'> {
  const { shade, shading, shadows, lightDegrees, reflections, occlusionRays, cull, flat } = choice;
  const lit = { isAlone: data.volume === undefined, areDark: showsDark(parts, data.meshes ?? [], choice) };
  const environment = describeEnvironment(parts, choice, data);
  const lamps = describeLamps(parts, choice);
  return {
    meshShading: parts.keep('meshShading', [shade, shading, shadows, occlusionRays > 0, ...Object.values(lit)], () =>
      lightMeshes(choice, lit),
    ),
    background: describeBackground(choice),
    shadows,
    reflections,
    cull,
    smooth: !flat,
    ambientOcclusion: describeOcclusion(parts, choice),
    ...(lightDegrees > 0 && { softShadows: parts.keepFields('softShadows', { angleDegrees: lightDegrees }) }),
    ...(environment && { environment }),
    ...(lamps && { lamps }),
  };
}

/** Whether the meshes that are seen show colours of their own that are dark. Colours of values are looked up, and stay as they are. */
export function showsDark(parts: Parts, meshes: readonly LoadedMesh[], choice: SceneChoice): boolean {
  const styles = meshes.map((_, index) => meshStyleOf(choice, index));
  const hasValues = styles.some(({ visible, values }) => visible && values !== undefined);
  if (!choice.ownColors || hasValues) return false;
  const shown = meshes.flatMap(({ mesh }, index) => (styles[index]!.visible ? [mesh] : []));
  return parts.keep('are dark', shown, () => isDark(shown));
}

/** Values of a name, of a mesh or from a file of their own; undefined where there are none. */
const findNamedValues = ({ mesh, valueFiles }: LoadedMesh, name: string | undefined): MeshValues | undefined =>
  name === undefined ? undefined : (mesh.values?.find((values) => values.name === name) ?? valueFiles?.get(name));

/** One colour map over one range for the values of all meshes; undefined where they show none. */
export function describeValueColors(
  parts: Parts,
  { meshes, volume }: MeshData,
  choice: SceneChoice,
): ValueColors | undefined {
  const shown = meshes.flatMap((mesh, index) => findNamedValues(mesh, meshStyleOf(choice, index).values) ?? []);
  const [first, ...others] = shown;
  if (!first) return undefined;
  const { colorMap, valueRange: range } = choice;
  // Beside a volume, a threshold is the volume's.
  const threshold = volume ? undefined : choice.threshold;
  return parts.keep('value colors', [first, ...others, colorMap, range, threshold], () =>
    chooseValueColors([first, ...others], { colorMap, range, threshold }),
  );
}

/** The mesh in the colours of its values, in its own or without. */
function colorMesh(
  parts: Parts,
  loaded: LoadedMesh,
  index: number,
  choice: SceneChoice,
  colors: ValueColors | undefined,
): Mesh {
  const { mesh } = loaded;
  const style = meshStyleOf(choice, index);
  const values = findNamedValues(loaded, style.values);
  const underlay = findNamedValues(loaded, style.underlay);
  return parts.keep(`colors ${index}`, [mesh, choice.ownColors, values, underlay, colors], () => {
    if (values && colors) return colorByValues(mesh, values, colors, underlay);
    return choice.ownColors ? mesh : withoutColors(mesh);
  });
}

/** The mesh as the chosen animation moves it. */
function animate(
  parts: Parts,
  mesh: Mesh,
  meshes: readonly LoadedMesh[],
  index: number,
  { animation, deformTime }: SceneChoice,
): Mesh {
  if (!animation) return mesh;
  const found = meshes.map(({ animations }) => findAnimation(animations, animation.name));
  const own = found[index];
  const seconds = animation.seconds ?? deformTime * longestSeconds(found);
  if (!own) return mesh;
  return parts.keep(`animated ${index}`, [mesh, own, seconds], () => {
    const { positions, origin, normals, triangles } = own.at(seconds);
    return { ...mesh, positions, origin, normals, triangles };
  });
}

/**
 * The mesh with sharp edges, where it has no normals that say otherwise.
 * @param rest the mesh as it was read, which says whether its faces point inward.
 */
function shapeMesh(
  parts: Parts,
  mesh: Mesh,
  rest: Mesh,
  index: number,
  { flat, creaseDegrees, cull }: SceneChoice,
): Mesh {
  const isTurned = cull !== 'none' && facesInward(parts, rest, index);
  return parts.keep(`shape ${index}`, [mesh, isTurned, flat, creaseDegrees], () => {
    const outward = isTurned ? turnOver(mesh) : mesh;
    return flat ? outward : splitCreases(outward, { angleDegrees: creaseDegrees });
  });
}

/** Whether a mesh's faces point inward, so that culling shows it turned over. */
export const facesInward = (parts: Parts, rest: Mesh, index: number): boolean =>
  parts.keep(`inward ${index}`, [rest], () => isInsideOut(rest));

/** The vertices of a mesh as they are at the chosen time. */
function deform(
  parts: Parts,
  mesh: Mesh,
  index: number,
  { deform: name, deformTime }: SceneChoice,
): Float32Array | undefined {
  if (name === undefined) return undefined;
  const move = parts.keep(`deformation ${index}`, [mesh, name], () => createDeformation(mesh, name));
  return parts.keep(`positions ${index}`, [move, deformTime], () => move(deformTime));
}

/** The transform as a 4×4 matrix, column-major. */
export const toMatrix = ({ columns: [i, j, k], origin }: Affine): readonly number[] => [
  ...[...i, 0],
  ...[...j, 0],
  ...[...k, 0],
  ...[...origin, 1],
];
