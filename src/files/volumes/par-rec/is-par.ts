/** Recognises the headers of Philips's PAR/REC files. */

/** Whether `bytes` start as a header does. */
export const isPar = (bytes: Uint8Array): boolean =>
  /^\s*# === DATA DESCRIPTION FILE/.test(String.fromCharCode(...bytes.subarray(0, 128)));
