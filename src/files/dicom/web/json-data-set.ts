/** Data sets as DICOMweb servers describe them in JSON (PS3.18, annex F). */
import { InputError } from '../../../errors.js';

export interface JsonElement {
  readonly vr?: unknown;
  readonly Value?: unknown;
  /** Bytes in base64. */
  readonly InlineBinary?: unknown;
  /** The address of bytes. */
  readonly BulkDataURI?: unknown;
}

/** Elements by their tags, eight hexadecimal digits. */
export type JsonDataSet = Readonly<Record<string, JsonElement>>;

/** @throws InputError, without the address, for what is no list of data sets. */
export function parseDataSets(bytes: Uint8Array): JsonDataSet[] {
  // Servers answer with nothing where they find nothing.
  if (bytes.length === 0) return [];
  const list = parseList(bytes);
  if (list) return list;
  throw new InputError('the server answers with no DICOM JSON; check that the address is a DICOMweb root');
}

function parseList(bytes: Uint8Array): JsonDataSet[] | undefined {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null);
    return isList ? (list as JsonDataSet[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The first value as a text; of a person's name the letters of the alphabet. */
export function textOfTag(dataSet: JsonDataSet, tag: string): string | undefined {
  const [value] = valuesOf(dataSet[tag]);
  const text = typeof value === 'object' ? (value as { Alphabetic?: unknown } | null)?.Alphabetic : value;
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : undefined;
}

export function numberOf(dataSet: JsonDataSet, tag: string): number | undefined {
  const number = Number(textOfTag(dataSet, tag) ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

export const valuesOf = (element: JsonElement | undefined): readonly unknown[] =>
  Array.isArray(element?.Value) ? element.Value : [];
