/** Recognises VTK's files, and what they hold, by their first bytes. */

/** Prologue, title and field data come before; few files have more of them. */
const START_BYTES = 1 << 16;

/** The kind of data in a VTK file, in lower case, e.g. `imagedata` or `polydata`; undefined if `bytes` start no VTK file. */
export function findVtkDataSet(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 32)).toLowerCase();
  const legacy = start.startsWith('# vtk datafile');
  if (!legacy && !/^(?:\xef\xbb\xbf)?\s*</.test(start)) return undefined;
  const text = new TextDecoder('iso-8859-1').decode(bytes.subarray(0, START_BYTES));
  const [, kind] = (legacy ? /^DATASET\s+(\w+)/im : /<VTKFile\b[^>]*?\stype\s*=\s*["'](\w+)["']/).exec(text) ?? [];
  return kind?.toLowerCase().replaceAll('_', '').replace('structuredpoints', 'imagedata');
}

/** Whether it is VTK's XML, and not a legacy file. */
export function isVtkXml(bytes: Uint8Array): boolean {
  return bytes[0] !== '#'.charCodeAt(0);
}

/** Whether it holds a surface, or cells that have one. */
export const isVtkMesh = (bytes: Uint8Array): boolean =>
  /^p?(?:polydata|unstructuredgrid)$/.test(findVtkDataSet(bytes) ?? '');
