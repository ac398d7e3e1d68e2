/** Recognises MetaImage headers. */

/** Whether `bytes` start with a field that MetaImage headers start with. */
export function isMetaImage(bytes: Uint8Array): boolean {
  return /^(?:ObjectType|NDims)[ \t]*=/.test(new TextDecoder().decode(bytes.subarray(0, 100)));
}
