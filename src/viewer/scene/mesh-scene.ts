/** The meshes that a document shows of what is loaded. */
import {
  type AmbientOcclusion,
  createDeformation,
  type Environment,
  type Mesh,
  type MeshScene,
  type PosedMesh,
  splitCreases,
  withoutColors,
} from '../../index.js';
import { isInsideOut, turnOver } from '../../mesh-queries.js';
import { findAnimation, longestSeconds } from '../../recipe/meshes/mesh-animations.js';
import { placeMesh } from '../../recipe/meshes/mesh-space.js';
import { chooseValueColors, colorByValues, type ValueColors } from '../../recipe/meshes/value-colors.js';
import type { LoadedMesh } from '../data/viewer-data.js';
import { meshStyleOf, type ViewerDocument } from '../document/document.js';
import { toMatrix } from '../handles/place-mesh.js';
import type { Parts } from './parts.js';
import { meshShading } from './shading.js';

export interface MeshSurroundings {
  /** The light around paths of light. */
  readonly environment: Environment | undefined;
  /** Whether no volume is loaded. */
  readonly isAlone: boolean;
}

/**
 * @param surfaces of labels, which are shown with them.
 * @returns undefined where there are none, or all are hidden.
 */
export function createMeshScene(
  parts: Parts,
  meshes: readonly LoadedMesh[],
  document: ViewerDocument,
  { environment, isAlone }: MeshSurroundings,
  surfaces: readonly PosedMesh[] = [],
): MeshScene | undefined {
  const colors = valueColors(parts, meshes, document);
  const posedMeshes = meshes.flatMap((loaded, index): PosedMesh[] => {
    const { visible, color, opacity, reflectivity, transform } = meshStyleOf(document, index);
    if (!visible) return [];
    const colored = colorMesh(parts, loaded, index, document, colors);
    const moved = animate(parts, colored, meshes, index, document);
    const shown = shapeMesh(parts, moved, index, document);
    const placed = placeMesh(transform, loaded);
    const matrix = placed && parts.keep(`transform ${index}`, [placed], () => toMatrix(placed));
    const positions = deform(parts, shown, index, document);
    const style = {
      color,
      opacity,
      reflectivity,
      ...(matrix && { transform: matrix }),
      ...(positions && { positions }),
    };
    return [parts.keepFields(`mesh ${index}`, { mesh: shown, ...style })];
  });
  const posed = [...posedMeshes, ...surfaces];
  if (posed.length === 0) return undefined;
  return parts.keepFields('meshes', {
    meshes: parts.keep('posed', posed, () => posed),
    ...meshSettings(parts, document, { environment, isAlone }),
  });
}

/** The fields of a scene that hold for all meshes. */
export function meshSettings(
  parts: Parts,
  document: ViewerDocument,
  { environment, isAlone }: MeshSurroundings,
): Omit<MeshScene, 'meshes'> {
  const { shade, shading, background, shadows, lightDegrees, reflections, occlusionRays, cull, flat } = document;
  return {
    meshShading: parts.keep('meshShading', [shade, shading, shadows, occlusionRays > 0, isAlone], () =>
      meshShading(document, isAlone),
    ),
    background,
    shadows,
    reflections,
    cull,
    smooth: !flat,
    ambientOcclusion: ambientOcclusion(parts, document),
    ...(lightDegrees > 0 && { softShadows: parts.keepFields('softShadows', { angleDegrees: lightDegrees }) }),
    ...(environment && { environment }),
  };
}

export function ambientOcclusion(
  parts: Parts,
  { occlusionRays, occlusionDistance }: ViewerDocument,
): AmbientOcclusion | undefined {
  if (occlusionRays === 0) return undefined;
  return parts.keepFields('occlusion', { rays: occlusionRays, distance: occlusionDistance });
}

/** The values that a mesh is coloured by; undefined where it has none of their name. */
const valuesOf = ({ mesh }: LoadedMesh, index: number, document: ViewerDocument) =>
  mesh.values?.find(({ name }) => name === meshStyleOf(document, index).values);

/** One colour map over one range for the values of all meshes; undefined where there are none. */
export function valueColors(parts: Parts, meshes: readonly LoadedMesh[], document: ViewerDocument) {
  const [first, ...others] = meshes.flatMap((mesh, index) => valuesOf(mesh, index, document) ?? []);
  if (!first) return undefined;
  const { colorMap, valueRange: range } = document;
  return parts.keep('value colors', [first, ...others, colorMap, range], () =>
    chooseValueColors([first, ...others], { colorMap, range }),
  );
}

/** The mesh in the colours of its values, in its own or without. */
function colorMesh(
  parts: Parts,
  loaded: LoadedMesh,
  index: number,
  document: ViewerDocument,
  colors: ValueColors | undefined,
): Mesh {
  const { mesh } = loaded;
  const values = valuesOf(loaded, index, document);
  return parts.keep(`colors ${index}`, [mesh, document.ownColors, values, colors], () => {
    if (values && colors) return colorByValues(mesh, values, colors);
    return document.ownColors ? mesh : withoutColors(mesh);
  });
}

/** The mesh as the document's animation moves it. */
function animate(
  parts: Parts,
  mesh: Mesh,
  meshes: readonly LoadedMesh[],
  index: number,
  { animation, deformTime }: ViewerDocument,
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

/** The mesh with sharp edges, where it has no normals that say otherwise. */
function shapeMesh(parts: Parts, mesh: Mesh, index: number, document: ViewerDocument): Mesh {
  const { flat, creaseDegrees, cull } = document;
  const outward =
    cull === 'none' ? mesh : parts.keep(`outward ${index}`, [mesh], () => (isInsideOut(mesh) ? turnOver(mesh) : mesh));
  return parts.keep(`shape ${index}`, [outward, flat, creaseDegrees], () =>
    flat ? outward : splitCreases(outward, { angleDegrees: creaseDegrees }),
  );
}

/** The vertices of a mesh as they are at the document's time. */
function deform(
  parts: Parts,
  mesh: Mesh,
  index: number,
  { deform: name, deformTime }: ViewerDocument,
): Float32Array | undefined {
  if (name === undefined) return undefined;
  const move = parts.keep(`deformation ${index}`, [mesh, name], () => createDeformation(mesh, name));
  return parts.keep(`positions ${index}`, [move, deformTime], () => move(deformTime));
}
