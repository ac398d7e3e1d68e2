/** Kinds of files that are not read: their marks, and advice on making files of them that are. */

/** The first bytes of a file, and the same as characters, one for each. */
export interface FileStart {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** A kind of files that tilecast knows by their content and does not read. */
export interface ForeignKind {
  /** A noun with its article, such as "a Zeiss CZI image". */
  readonly name: string;
  /** Advice to whoever has one. */
  readonly help: string;
  /** Whether the start of a file says that it is of this kind. */
  readonly recognizes: (start: FileStart) => boolean;
}

/** Characters that a file starts with, those at a place, a pattern of its text, or a test. No part of a pattern may match in two ways. */
export type Mark = string | readonly [at: number, text: string] | RegExp | ForeignKind['recognizes'];

export type ForeignRow = readonly [name: string, mark: Mark, help: string];

/** Advice for data sets of vtk.js, which are known by their contents or by their files' names. */
export const VTK_JS = 'name the file that it was made of, or have ParaView save that as .vtp or .vti';

export const createForeignKinds = (rows: readonly ForeignRow[]): ForeignKind[] =>
  rows.map(([name, mark, help]) => ({ name, help, recognizes: recognizerOf(mark) }));

function recognizerOf(mark: Mark): ForeignKind['recognizes'] {
  if (typeof mark === 'string') return ({ text }) => text.startsWith(mark);
  if (typeof mark === 'function') return mark;
  if (mark instanceof RegExp) return ({ text }) => mark.test(text);
  const [at, wanted] = mark;
  return ({ text }) => text.startsWith(wanted, at);
}

/** Whether it starts with one of some characters. */
export const startsWithAny =
  (...starts: readonly string[]): ForeignKind['recognizes'] =>
  ({ text }) =>
    starts.some((start) => text.startsWith(start));

/** Text in UTF-16, as its ASCII characters. */
export const withoutZeros = (text: string): string => text.replaceAll('\0', '');

const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Bytes of a compound file's header and of an entry of its directory ([MS-CFB], sections 2.2 and 2.6). */
const [HEADER_BYTES, ENTRY_BYTES] = [512, 128];

/** Entries of the directory's first sector and, as most writers lay them out, of some that follow it. */
const ENTRIES_MAX = 64;

/** Whether it is a compound file of Windows whose directory has a name that matches. */
export function compoundWith(pattern: RegExp): ForeignKind['recognizes'] {
  return ({ bytes, text }) => text.startsWith(COMPOUND) && namesInCompound(bytes).some((name) => pattern.test(name));
}

function namesInCompound(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES) return [];
  const sectorBytes = view.getUint16(30, true) === 12 ? 4096 : 512;
  const start = (view.getUint32(48, true) + 1) * sectorBytes;
  const names: string[] = [];
  for (let entry = 0; entry < ENTRIES_MAX; entry++) {
    const at = start + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > bytes.length) break;
    const nameBytes = Math.min(view.getUint16(at + 64, true), 64);
    names.push(withoutZeros(new TextDecoder('latin1').decode(bytes.subarray(at, at + nameBytes))));
  }
  return names;
}
