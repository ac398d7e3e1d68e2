/** Recognises MRtrix's images. */

const MAGIC = 'mrtrix image';

/** Whether `bytes` start as an image that is not compressed does, or as the header of one. */
export const isMrtrix = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, MAGIC.length)) === MAGIC;
