/** A report of many scans: one HTML file with a row for each, its slices among them. */
import { computeStatistics } from '../../index.js';
import { describeVolume } from '../../lab.js';
import type { PictureFormat } from '../../node/index.js';
import { Html, html } from '../outputs/html.js';
import type { SliceVolume } from './open-volume.js';

export interface ReportRow {
  readonly name: string;
  /** Undefined where the scan could not be shown. */
  readonly shown?:
    | { readonly picture: Uint8Array; readonly format: PictureFormat; readonly facts: ScanFacts }
    | undefined;
  /** Why the scan has no picture. */
  readonly error?: string | undefined;
}

/** Facts about one scan, for a report. */
export interface ScanFacts {
  readonly sizes: readonly number[];
  readonly spacing: readonly number[];
  /** Undefined where no anatomy is known. */
  readonly orientation: string | undefined;
  readonly obliqueDegrees: number;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly missing: number;
}

export async function describeScan({ geometry, basis }: SliceVolume): Promise<ScanFacts> {
  const volume = await basis();
  const { orientation, min, max, mean, missing } = describeVolume(volume, computeStatistics(volume));
  return {
    sizes: geometry.sizes,
    spacing: geometry.indexToWorld.columns.map((column) => Math.hypot(...column)),
    orientation: orientation.letters,
    obliqueDegrees: orientation.obliquenessDegrees,
    min,
    mean,
    max,
    missing,
  };
}

const round = (value: number) => Number(value.toPrecision(3));

interface Column {
  readonly title: string;
  readonly text: (facts: ScanFacts) => string;
  /** The key by which rows are sorted. */
  readonly key: (facts: ScanFacts) => number | string;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'Voxels',
    text: ({ sizes }) => sizes.join(' × '),
    key: ({ sizes }) => sizes.reduce((product, size) => product * size, 1),
  },
  {
    title: 'Spacing',
    text: ({ spacing }) => spacing.map(round).join(' × '),
    key: ({ spacing }) => Math.max(...spacing),
  },
  {
    title: 'Orientation',
    text: ({ orientation }) => orientation ?? 'unknown',
    key: ({ orientation }) => orientation ?? '',
  },
  {
    title: 'Oblique',
    text: ({ obliqueDegrees }) => `${obliqueDegrees.toFixed(1)}°`,
    key: (facts) => facts.obliqueDegrees,
  },
  { title: 'Min', text: ({ min }) => String(round(min)), key: ({ min }) => min },
  { title: 'Mean', text: ({ mean }) => String(round(mean)), key: ({ mean }) => mean },
  { title: 'Max', text: ({ max }) => String(round(max)), key: ({ max }) => max },
  { title: 'Missing', text: ({ missing }) => String(missing), key: ({ missing }) => missing },
];

const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #1d1d1f; --faint: #6a6a70; --line: #d9d9de; --bad: #b00020; }
@media screen and (prefers-color-scheme: dark) { :root { --page: #17181c; --ink: #e8e8ec; --faint: #a0a0a8; --line: #3a3b42; --bad: #ff8a80; } }
body { background: var(--page); color: var(--ink); font: 15px/1.4 system-ui, sans-serif; margin: 1.5em; }
h1 { font-size: 1.4em; } .faint { color: var(--faint); } .bad { color: var(--bad); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4em 0.7em; border-bottom: 1px solid var(--line); }
thead th { position: sticky; top: 0; background: var(--page); border-bottom: 2px solid var(--line); }
th button { all: unset; cursor: pointer; white-space: nowrap; } th button:focus-visible { outline: 2px solid; }
th[aria-sort=ascending] button::after { content: " ↑"; } th[aria-sort=descending] button::after { content: " ↓"; }
td[data-key] { white-space: nowrap; } img { display: block; max-width: 60vw; height: auto; background: #000; } td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 8em; }
@media print { body { margin: 0; font-size: 9pt; } tr { break-inside: avoid; } thead th { position: static; } }
`;

/** Sorts rows by the column whose title is pressed; pressed again, the other way round. */
const SCRIPT = `
const body = document.querySelector('tbody');
const titles = [...document.querySelectorAll('thead th')];
for (const [column, title] of titles.entries()) title.querySelector('button')?.addEventListener('click', () => {
  const sign = title.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
  for (const other of titles) other.setAttribute('aria-sort', other === title ? (sign === 1 ? 'ascending' : 'descending') : 'none');
  const keyOf = (row) => row.cells[column]?.dataset.key ?? '';
  const compare = (a, b) => (a === '' || b === '' || isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);
  body.append(...[...body.rows].sort((a, b) => sign * compare(keyOf(a), keyOf(b))));
});
`;

/** The page, which needs no other file. */
export function formatSliceReport(rows: readonly ReportRow[], title: string): string {
  const bad = rows.filter(({ error }) => error !== undefined).length;
  const button = (text: string) => html`<th scope="col"><button type="button">${text}</button></th>`;
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Html(STYLE)}</style>
<body><h1>${title}</h1>
<p class="faint">${rows.length} ${rows.length === 1 ? 'scan' : 'scans'}${bad > 0 ? `, of which ${bad} could not be shown` : ''}. A column’s title sorts by it.</p>
<table><thead><tr>${button('Scan')}<th scope="col">Slices</th>${COLUMNS.map((column) => button(column.title))}</tr></thead>
<tbody>
${rows.map(formatRow)}</tbody></table>
<script>${new Html(SCRIPT)}</script></body></html>
`.markup;
}

function formatRow({ name, shown, error }: ReportRow): Html {
  const head = html`<td data-key="${name}">${name}</td>`;
  if (!shown) {
    const rest = COLUMNS.map(() => html`<td data-key=""></td>`);
    return html`<tr>${head}<td class="bad">${error ?? ''}</td>${rest}</tr>
`;
  }
  const { picture, format, facts } = shown;
  const cells = COLUMNS.map(({ text, key }) => html`<td data-key="${key(facts)}">${text(facts)}</td>`);
  const image = html`<img loading="lazy" alt="Slices of ${name}" src="data:image/${format};base64,${Buffer.from(picture).toString('base64')}">`;
  return html`<tr>${head}<td>${image}</td>${cells}</tr>
`;
}
