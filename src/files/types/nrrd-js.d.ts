/** Types for the part of nrrd-js that tilecast uses; it has none. */
declare module 'nrrd-js' {
  export interface ParsedNrrd {
    sizes: number[];
    spacings?: number[];
    axisMins?: number[];
    axisMaxs?: number[];
    spaceDirections?: (number[] | null)[];
    spaceOrigin?: number[] | null;
    lineSkip?: number;
    byteSkip?: number;
    spaceDimension?: number;
  }

  const nrrd: { parse(bytes: Uint8Array): ParsedNrrd };
  export default nrrd;
}
