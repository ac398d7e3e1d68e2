/** Names the kind of a DICOM file without an image, for notes on skipped files. */
import { FOREIGN_KINDS, findForeignKind } from '../foreign/find-foreign-kind.js';
import { isPicture } from '../volumes/pictures/is-picture.js';
import * as tags from './headers/attributes.js';
import type { DataSet } from './headers/data-set.js';

/** Storage classes by the start of their UID (PS3.4, table B.5-1), the longest first. */
const CLASSES: readonly (readonly [uid: string, kind: string])[] = [
  ['1.2.840.10008.1.3.10', 'DICOMDIR'],
  ['1.2.840.10008.5.1.4.1.1.104.1', 'PDF document'],
  ['1.2.840.10008.5.1.4.1.1.104.2', 'CDA document'],
  ['1.2.840.10008.5.1.4.1.1.104.', 'surface model'],
  ['1.2.840.10008.5.1.4.1.1.11.', 'presentation state'],
  ['1.2.840.10008.5.1.4.1.1.481.3', 'RT structure set'],
  ['1.2.840.10008.5.1.4.1.1.481.5', 'RT plan'],
  ['1.2.840.10008.5.1.4.1.1.481.8', 'RT plan'],
  ['1.2.840.10008.5.1.4.1.1.481.', 'RT record'],
  ['1.2.840.10008.5.1.4.1.1.66.1', 'registration'],
  ['1.2.840.10008.5.1.4.1.1.66.2', 'registration'],
  ['1.2.840.10008.5.1.4.1.1.66.3', 'registration'],
  ['1.2.840.10008.5.1.4.1.1.66.5', 'surface segmentation'],
  ['1.2.840.10008.5.1.4.1.1.66', 'file of raw data'],
  ['1.2.840.10008.5.1.4.1.1.67', 'real-world value mapping'],
  ['1.2.840.10008.5.1.4.1.1.88.', 'report'],
  ['1.2.840.10008.5.1.4.1.1.9.', 'waveform'],
];

/** @param dataSet of a DICOM file without pixels. */
export function nameDicomKind(dataSet: DataSet): string {
  const uid = dataSet.string(tags.SopClassUID) ?? '';
  const [, kind] = CLASSES.find(([start]) => uid.startsWith(start)) ?? [];
  if (kind !== undefined) return kind;
  if (dataSet.has(tags.DirectoryRecordSequence)) return 'DICOMDIR';
  const modality = dataSet.string(tags.Modality);
  return modality === undefined ? 'DICOM file without an image' : `DICOM file without an image (${modality})`;
}

/** @param start the first bytes of what is no DICOM file. */
export function nameOtherKind(start: Uint8Array): string {
  if (isPicture(start)) return 'picture';
  return withoutArticle(findForeignKind(start)?.name ?? 'file of another format');
}

const withoutArticle = (name: string) => name.replace(/^an? /, '');

/** Advice for files that are all of one kind; undefined where they are of several, or of one without advice. */
export function adviseOn(kinds: readonly string[]): string | undefined {
  const [kind, ...others] = new Set(kinds);
  return others.length > 0 ? undefined : FOREIGN_KINDS.find(({ name }) => withoutArticle(name) === kind)?.help;
}

/** Counts kinds in words such as "2 reports, 1 RT plan", the most first. */
export function countKinds(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${count === 1 ? kind : pluralOf(kind)}`)
    .join(', ');
}

/** The noun stands before "of", "without" and brackets. */
const pluralOf = (kind: string) => kind.replace(/^.*?(?= of | without | \(|$)/, '$&s');
