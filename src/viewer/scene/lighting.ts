/** The light that a document asks for. */
import type { Shading, TransferFunction } from '../../index.js';
import { describeLighting, lightMeshes, lightVolume } from '../../recipe/lighting.js';
import type { ViewerDocument } from '../document/document.js';

type Lit = Pick<ViewerDocument, 'shade' | 'shading' | 'shadows' | 'occlusionRays'>;

const choiceOf = ({ shade, shading, shadows, occlusionRays }: Lit) =>
  describeLighting(shading, { shade, shadows, isOccluded: occlusionRays > 0 });

/** Lighting of a volume; undefined where it is not lit. */
export const volumeShading = (lit: Lit, transfer: TransferFunction): Shading | undefined =>
  lightVolume(choiceOf(lit), transfer);

/** Lighting of meshes. */
export const meshShading = (lit: Lit): Shading => lightMeshes(choiceOf(lit));
