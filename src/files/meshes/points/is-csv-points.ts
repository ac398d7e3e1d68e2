/** Recognises tables of points by the names of their columns. */

/** The first line: the columns x, y and z, and what is between them. */
export const POINTS_HEADER = /^\uFEFF?\s*"?x"?\s*([,;\t])\s*"?y"?\s*\1\s*"?z"?\s*(?:\1|\r?\n|$)/i;

/** Whether the first line names the columns x, y and z. */
export const isCsvPoints = (bytes: Uint8Array): boolean =>
  POINTS_HEADER.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 256)));
