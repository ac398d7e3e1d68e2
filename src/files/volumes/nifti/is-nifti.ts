/** Recognises headers of NIfTI, and of ANALYZE, from which it came. */

export interface NiftiMagic {
  /** Size of the header. */
  readonly sizeBytes: 348 | 540;
  readonly magicAt: number;
  /** Magic numbers of files that hold the data, and of files apart from them. */
  readonly magics: readonly [attached: string, detached: string];
}

/** Magic numbers of versions 1 and 2. */
export const NIFTI_MAGICS = [
  { sizeBytes: 348, magicAt: 344, magics: ['n+1\0', 'ni1\0'] },
  { sizeBytes: 540, magicAt: 4, magics: ['n+2\0', 'ni2\0'] },
] as const satisfies readonly NiftiMagic[];

/** Whether `bytes` start with a header of that version. */
export function hasNiftiMagic(bytes: Uint8Array, magic: NiftiMagic): boolean {
  return bytes.length >= magic.sizeBytes && magic.magics.includes(readNiftiMagic(bytes, magic));
}

export function readNiftiMagic(bytes: Uint8Array, { magicAt }: NiftiMagic): string {
  return String.fromCharCode(...bytes.subarray(magicAt, magicAt + 4));
}

/** Whether `bytes` start with the header of a NIfTI file that is not compressed. */
export function isNifti(bytes: Uint8Array): boolean {
  return NIFTI_MAGICS.some((magic) => hasNiftiMagic(bytes, magic));
}

export const ANALYZE_HEADER_BYTES = 348;

/** Whether `bytes` start with the header of an ANALYZE pair: its size, and a number of dimensions in the same byte order. */
export function isAnalyze(bytes: Uint8Array): boolean {
  return !isNifti(bytes) && findAnalyzeByteOrder(bytes) !== undefined;
}

/** Whether an ANALYZE header is little-endian; undefined if it is no such header. */
export function findAnalyzeByteOrder(bytes: Uint8Array): boolean | undefined {
  if (bytes.length < ANALYZE_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, ANALYZE_HEADER_BYTES);
  return [true, false].find((little) => {
    const dimension = view.getInt16(40, little);
    return view.getInt32(0, little) === ANALYZE_HEADER_BYTES && dimension >= 1 && dimension <= 7;
  });
}
