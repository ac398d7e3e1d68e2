/** Recognises the files of streamlines of MRtrix and TrackVis by their first bytes. */

const startsWith = (bytes: Uint8Array, magic: string) =>
  String.fromCharCode(...bytes.subarray(0, magic.length)) === magic;

export const isTck = (bytes: Uint8Array): boolean => startsWith(bytes, 'mrtrix tracks');

export const isTrk = (bytes: Uint8Array): boolean => startsWith(bytes, 'TRACK\0') || startsWith(bytes, 'TRACK ');
