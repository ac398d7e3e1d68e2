/** Recognises NRRD files. */

/** Whether `bytes` start with the magic of any version of NRRD. */
export function isNrrd(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 5)) === 'NRRD0';
}
