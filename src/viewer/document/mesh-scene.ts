/** The meshes that a document shows of what is loaded. */
import {
  type AmbientOcclusion,
  createDeformation,
  type Mesh,
  type MeshScene,
  type PosedMesh,
  splitCreases,
  withoutColors,
} from '../../index.js';
import type { LoadedMesh } from '../data/viewer-data.js';
import { toMatrix } from '../handles/place-mesh.js';
import { meshStyleOf, type ViewerDocument } from './document.js';
import { meshShading } from './lighting.js';
import type { Parts } from './parts.js';

/** @returns undefined where there are none, or all are hidden. */
export function createMeshScene(
  parts: Parts,
  meshes: readonly LoadedMesh[],
  document: ViewerDocument,
  besideVolume: boolean,
): MeshScene | undefined {
  const posed = meshes.flatMap(({ mesh }, index): PosedMesh[] => {
    const { visible, color, opacity, reflectivity, transform } = meshStyleOf(document, index);
    if (!visible) return [];
    const shown = shapeMesh(parts, mesh, index, document);
    const matrix = transform && parts.keep(`transform ${index}`, [transform], () => toMatrix(transform));
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
  if (posed.length === 0) return undefined;
  return parts.keepFields('meshes', {
    meshes: parts.keep('posed', posed, () => posed),
    ...meshSettings(parts, document, besideVolume),
  });
}

/** The fields of a scene that hold for all meshes. */
export function meshSettings(parts: Parts, document: ViewerDocument, besideVolume: boolean): Omit<MeshScene, 'meshes'> {
  const { shade, shading, background, shadows, lightDegrees, reflections, occlusionRays, cull, flat, environment } =
    document;
  return {
    meshShading: parts.keep('meshShading', [shade, shading, shadows, occlusionRays > 0, besideVolume], () =>
      meshShading(document, besideVolume),
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

/** The mesh in its own colours or without, and with sharp edges where it has no normals that say otherwise. */
function shapeMesh(parts: Parts, mesh: Mesh, index: number, { ownColors, flat, creaseDegrees }: ViewerDocument): Mesh {
  return parts.keep(`shape ${index}`, [mesh, ownColors, flat, creaseDegrees], () => {
    const plain = ownColors ? mesh : withoutColors(mesh);
    return flat ? plain : splitCreases(plain, { angleDegrees: creaseDegrees });
  });
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
