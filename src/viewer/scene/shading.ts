/** The light that a document asks for. */
import type { Shading, TransferFunction } from '../../index.js';
import { describeLighting, lightMeshes, lightVolume, nameLight } from '../../recipe/scene/lighting.js';
import type { ViewerDocument } from '../document/document.js';

type Lit = Pick<ViewerDocument, 'shade' | 'shading' | 'shadows' | 'occlusionRays'>;

const choiceOf = ({ shade, shading, shadows, occlusionRays }: Lit) =>
  describeLighting(shading, { shade, shadows, isOccluded: occlusionRays > 0 });

/** Lighting of a volume; undefined where it is not lit. */
export const volumeShading = (lit: Lit, transfer: TransferFunction): Shading | undefined =>
  lightVolume(choiceOf(lit), transfer);

/** Lighting of meshes. @param isAlone whether there is no volume. */
export const meshShading = (lit: Lit, isAlone: boolean): Shading => lightMeshes(choiceOf(lit), isAlone);

/** The option by which recipes name the light of meshes, where the document leaves it open. */
export const namedLight = (lit: Lit, isAlone: boolean) => nameLight(choiceOf(lit), isAlone);
