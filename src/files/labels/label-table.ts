/**
 * Reads tables of labels' names and colours: ITK-SNAP's label descriptions, 3D Slicer's .ctbl and .csv, FreeSurfer's lookup tables, and
 * BIDS's dseg.tsv, by their lines, and NiiVue's JSON.
 */
import { InputError } from '../../errors.js';
import { type Color, parseColor } from '../../transfer/transfer-function.js';
import { FILE_LIMITS } from '../bytes/budget.js';
import type { FileLabel } from '../volumes/source.js';
import { parseColorTable } from './color-table.js';

/** More labels than atlases have. */
const LABELS_MAX = 1 << 16;

/** Index, red, green, blue, opacity, two switches, and the name in quotes. */
const ITK_SNAP = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+[\d.]+\s+\d+\s+\d+\s+"(.*)"\s*$/;
/** Index, name, red, green, blue, and the transparency or opacity that some have. */
const LOOKUP = /^\s*(\d+)\s+(\S.*?)\s+(\d+)\s+(\d+)\s+(\d+)(?:\s+\d+)?\s*$/;

/**
 * Reads a table of labels; 0, the background, is left out.
 * @param name of the file, for messages.
 * @throws InputError, one line that starts with the name, for what is no such table.
 */
export function readLabelTable(text: string, name: string): readonly FileLabel[] {
  if (text.length > FILE_LIMITS.textBytes) throw new InputError(`${name}: is too long for a table of labels`);
  if (/^\s*\{/.test(text))
    return checkLabels(
      named(name, () => parseColorTable(text)),
      name,
    );
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const rows = isDelimited(lines[0] ?? '') ? readColumns(lines, name) : lines.map((line) => readLine(line, name));
  return checkLabels(
    rows.filter(({ label }) => label !== 0),
    name,
  );
}

const named = <Made>(name: string, read: () => Made): Made => {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof InputError) throw new InputError(`${name}: ${cause.message}`, { cause });
    throw cause;
  }
};

function checkLabels(labels: readonly FileLabel[], name: string): readonly FileLabel[] {
  if (labels.length === 0) {
    throw new InputError(
      `${name}: names no labels; right are ITK-SNAP's, 3D Slicer's and FreeSurfer's tables, NiiVue's JSON, and .tsv or .csv with the columns index and name`,
    );
  }
  if (labels.length > LABELS_MAX) throw new InputError(`${name}: names more than ${LABELS_MAX} labels`);
  const twice = findTwice(labels);
  if (twice) throw new InputError(`${name}: names label ${twice.label} twice, ${twice.name} the second time`);
  return labels;
}

function findTwice(labels: readonly FileLabel[]): FileLabel | undefined {
  const known = new Set<number>();
  return labels.find(({ label }) => known.size === known.add(label).size);
}

const isDelimited = (head: string) => /[\t,]/.test(head) && /[a-z]/i.test(head) && !ITK_SNAP.test(head);

function readLine(line: string, name: string): FileLabel {
  const quoted = ITK_SNAP.exec(line);
  const [, label, called, ...color] = quoted
    ? [quoted[0], quoted[1], quoted[5], quoted[2], quoted[3], quoted[4]]
    : (LOOKUP.exec(line) ?? []);
  if (label === undefined) throw new InputError(`${name}: its line "${line.slice(0, 80)}" is no label's`);
  return { label: Number(label), name: called || `Label ${label}`, color: colorOf(color.map(Number), name) };
}

function colorOf(bytes: readonly number[], name: string): Color {
  if (bytes.some((byte) => byte > 0xff))
    throw new InputError(`${name}: has the colour ${bytes.join(' ')}; 255 is the most`);
  return bytes.map((byte) => byte / 0xff) as unknown as Color;
}

/** Columns by their headings, in any case. */
const COLUMNS = {
  label: ['index', 'label', 'labelvalue', 'id', 'value', '#no.', 'no.'],
  name: ['name', 'label name', 'labelname', 'region', 'structure'],
  color: ['color', 'colour', 'hex'],
  red: ['color_r', 'r', 'red'],
  green: ['color_g', 'g', 'green'],
  blue: ['color_b', 'b', 'blue'],
} as const;

function readColumns(lines: readonly string[], name: string): readonly FileLabel[] {
  const separator = lines[0]!.includes('\t') ? '\t' : ',';
  const cellsOf = (line: string) => splitCells(line, separator);
  const heads = cellsOf(lines[0]!).map((head) => head.trim().toLowerCase());
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([key, names]) => [
      key,
      heads.findIndex((head) => (names as readonly string[]).includes(head)),
    ]),
  ) as Record<keyof typeof COLUMNS, number>;
  if (at.label < 0 || at.name < 0)
    throw new InputError(`${name}: lacks the columns index and name; it has ${heads.join(', ').slice(0, 200)}`);
  return lines.slice(1).map((line): FileLabel => {
    const cells = cellsOf(line);
    const label = Number(cells[at.label]?.trim() || Number.NaN);
    if (!Number.isInteger(label))
      throw new InputError(`${name}: its line "${line.slice(0, 80)}" has no whole number for an index`);
    const called = cells[at.name]?.trim() || `Label ${label}`;
    const hex = at.color < 0 ? undefined : cells[at.color]?.trim();
    const bytes = [at.red, at.green, at.blue].map((column) => Number(cells[column] ?? Number.NaN));
    const color =
      hex && hex !== 'n/a'
        ? parseColor(hex, `${name}: colour`)
        : bytes.every((byte) => byte >= 0)
          ? colorOf(bytes, name)
          : undefined;
    return { label, name: called, ...(color && { color }) };
  });
}

/** Cells of a line, in which quotes keep separators together and stand for themselves when doubled (RFC 4180). */
function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  // Parts with an odd number of quotes so far go on behind the separator.
  let open: string | undefined;
  for (const part of line.split(separator)) {
    const cell = open === undefined ? part : `${open}${separator}${part}`;
    const isWhole = (cell.split('"').length - 1) % 2 === 0;
    open = isWhole ? undefined : cell;
    if (isWhole) cells.push(/^\s*".*"\s*$/s.test(cell) ? cell.trim().slice(1, -1).replaceAll('""', '"') : cell);
  }
  return open === undefined ? cells : [...cells, open];
}
