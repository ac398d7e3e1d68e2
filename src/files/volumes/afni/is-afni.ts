/** Recognises headers of AFNI's datasets. */

/** Whether `bytes` start as a header does: with an attribute. */
export function isAfniHeader(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 256));
  return /^\s*type\s*=\s*(?:string|integer|float)-attribute\s+name\s*=/.test(start);
}
