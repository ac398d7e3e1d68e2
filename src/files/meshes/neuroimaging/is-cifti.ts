/** Recognises CIFTI, which keeps values of points on surfaces in NIfTI-2: https://www.nitrc.org/projects/cifti/, section 2.1. */
import { hasNiftiMagic, NIFTI_MAGICS } from '../../volumes/nifti/is-nifti.js';

const INTENTS = [3000, 3099] as const;

export const isCiftiIntent = (intent: number): boolean => intent >= INTENTS[0] && intent <= INTENTS[1];

const [, VERSION_2] = NIFTI_MAGICS;
const INTENT_AT = 504;

/** Whether `bytes` start with the header of a CIFTI file. */
export function isCifti(bytes: Uint8Array): boolean {
  if (!hasNiftiMagic(bytes, VERSION_2)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, VERSION_2.sizeBytes);
  return isCiftiIntent(view.getInt32(INTENT_AT, view.getInt32(0, true) === VERSION_2.sizeBytes));
}
