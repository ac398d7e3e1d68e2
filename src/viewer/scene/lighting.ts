/** The light that a document asks for, by the rules of the command line. */
import { createShading, KEY_LIGHT, type Shading, type TransferFunction } from '../../index.js';
import type { ViewerDocument } from '../document/document.js';

type Lit = Pick<ViewerDocument, 'shade' | 'shading' | 'shadows' | 'occlusionRays'>;

/** Ambient light that is darkened by ambient occlusion has to be there. */
const OCCLUDED_LIGHT = { ambient: 0.5, diffuse: 0.4 } as const;
/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

/** Shadows need a light from somewhere else than the eye. */
function given({ shading, shadows }: Lit): Partial<Shading> {
  return { ...shading, ...(shadows && !shading.light && { light: KEY_LIGHT }) };
}

const occluded = ({ shading, occlusionRays }: Lit) =>
  occlusionRays > 0 && shading.ambient === undefined && shading.diffuse === undefined ? OCCLUDED_LIGHT : {};

/** Lighting of a volume; undefined where it is not lit. Beside meshes, light that the document sets is that of the meshes. */
export function volumeShading(lit: Lit, transfer: TransferFunction, besideMeshes: boolean): Shading | undefined {
  const isAsked = Object.keys(lit.shading).length > 0 || lit.occlusionRays > 0 || lit.shadows;
  const isLit = lit.shade ?? (transfer.shading !== undefined || (isAsked && !besideMeshes));
  return isLit ? createShading({ ...transfer.shading, ...occluded(lit), ...given(lit) }) : undefined;
}

/** Lighting of meshes, which are lit unless they are alone and light is off. */
export function meshShading(lit: Lit, besideVolume: boolean): Shading {
  if (lit.shade === false && !besideVolume) return createShading(UNLIT);
  return createShading({ ...occluded(lit), ...given(lit) });
}
