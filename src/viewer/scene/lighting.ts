/** The light that a document asks for. */
import { KEY_LIGHT, type Shading, type TransferFunction } from '../../index.js';
import { type LightingChoice, lightMeshes, lightVolume } from '../../recipe/lighting.js';
import type { ViewerDocument } from '../document/document.js';

type Lit = Pick<ViewerDocument, 'shade' | 'shading' | 'shadows' | 'occlusionRays'>;

function choiceOf({ shade, shading, shadows, occlusionRays }: Lit): LightingChoice {
  const isOccluded = occlusionRays > 0;
  return {
    shade,
    // Shadows need a light from somewhere else than the eye.
    given: { ...shading, ...(shadows && !shading.light && { light: KEY_LIGHT }) },
    isAsked: Object.keys(shading).length > 0 || isOccluded || shadows,
    isOccluded,
  };
}

/** Lighting of a volume; undefined where it is not lit. */
export const volumeShading = (lit: Lit, transfer: TransferFunction): Shading | undefined =>
  lightVolume(choiceOf(lit), transfer);

/** Lighting of meshes. */
export const meshShading = (lit: Lit): Shading => lightMeshes(choiceOf(lit));
