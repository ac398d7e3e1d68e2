/** Recognises files that tilecast does not read, by their contents, and says how to convert them. */
import { type ForeignKind, VTK_JS } from './foreign-kind.js';
import { MEDICAL_KINDS } from './medical-kinds.js';
import { MICROSCOPY_KINDS } from './microscopy-kinds.js';
import { MODEL_KINDS } from './model-kinds.js';
import { OTHER_KINDS } from './other-kinds.js';

/** Kinds of files that are not read, the more particular ones first. */
export const FOREIGN_KINDS: readonly ForeignKind[] = [
  ...MICROSCOPY_KINDS,
  ...MEDICAL_KINDS,
  ...MODEL_KINDS,
  ...OTHER_KINDS,
];

/** Bytes that tell them apart. */
export const FOREIGN_START_BYTES = 1 << 12;

/** The kind of a file that is not read, by its first bytes or all of them; undefined where they tell none. */
export function findForeignKind(bytes: Uint8Array): ForeignKind | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, FOREIGN_START_BYTES));
  return FOREIGN_KINDS.find(({ recognizes }) => recognizes({ bytes, text }));
}

/** The rest of a sentence whose subject is a file or a folder. */
export const describeForeign = ({ name, help }: Pick<ForeignKind, 'name' | 'help'>): string =>
  `is ${name}, which tilecast does not read; ${help}`;

const OFFICE = 'it holds no scan; pictures in it can be saved as PNG, and a folder of those is a stack';

type FolderRow = readonly [file: RegExp, name: string, help: string];

/** Files by which archives show that they are a document or a program as a whole. */
const DOCUMENTS: readonly FolderRow[] = [
  [/^word\//, 'a Word document', OFFICE],
  [/^xl\//, 'an Excel workbook', OFFICE],
  [/^ppt\//, 'a PowerPoint presentation', OFFICE],
  [/^META-INF\/manifest\.xml$/, 'an OpenDocument file', OFFICE],
  [/^META-INF\/container\.xml$/, 'an e-book', OFFICE],
  [/^Index(?:\/|\.zip$)/, 'a document of iWork', OFFICE],
  [/^META-INF\/MANIFEST\.MF$/, 'a Java program', 'name the data that it works on'],
  [/\.usd[ac]$/, 'a USD scene', 'Blender opens it and exports glTF (.glb), which can be read'],
  [/^Document\.xml$/, 'a FreeCAD document', 'FreeCAD exports STL or OBJ, which can be read'],
  [/(?:^|\/)doc\.kml$/, 'a map (KMZ)', 'unpack it, and name the model that it holds'],
];

/** Voxels and signals without a header, which stands in other files. */
const PARAVISION: FolderRow = [
  /(?:^|[\\/])(?:2dseq|fid|rawdata\.job\d)$/,
  'a Bruker ParaVision scan',
  'brkraw makes NIfTI of it, which can be read',
];

/** Files by which folders show what they are where nothing in them can be read. */
const FOLDERS: readonly FolderRow[] = [
  PARAVISION,
  [/(?:^|\/)data\/[\da-f]{32}(?:\.gz)?$/, 'a data set of vtk.js', VTK_JS],
  [/(?:^|\/)data\.pkl$/, 'a file of PyTorch', 'save the array that it holds as .npy, which can be read'],
  [/\.mrml$/, 'a scene of 3D Slicer', 'unpack it, and name the volumes and models in its Data folder'],
];

type ForeignFolder = Pick<ForeignKind, 'name' | 'help'>;

function findRow(rows: readonly FolderRow[], files: readonly string[]): ForeignFolder | undefined {
  const [, name, help] = rows.find(([file]) => files.some((candidate) => file.test(candidate))) ?? [];
  return name === undefined || help === undefined ? undefined : { name, help };
}

/** The document that an archive is, by the names of its files; undefined where it is none. */
export const findDocument = (files: readonly string[]): ForeignFolder | undefined => findRow(DOCUMENTS, files);

/** The kind of a folder or archive by the names of its files, of which none can be read; undefined where they tell none. */
export const findForeignFolder = (files: readonly string[]): ForeignFolder | undefined =>
  findDocument(files) ?? findRow(FOLDERS, files);

/** The kind of a file by its name, where its content tells none. */
export const findForeignName = (file: string): ForeignFolder | undefined => findRow([PARAVISION], [file]);
