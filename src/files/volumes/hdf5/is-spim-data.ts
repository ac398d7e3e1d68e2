/** Recognises the XML of BigDataViewer, whose volumes are in an HDF5 file beside it. */

/** Some begin with a licence. */
const START_BYTES = 8192;

export const isSpimData = (bytes: Uint8Array): boolean =>
  /^[^<]{0,3}(?:(?:<!--(?:(?!-->).)*-->|<(?:\?|!(?!--))[^>]*>)\s*)*<SpimData\b/s.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, START_BYTES)),
  );
