/** A sweep's report: one self-contained HTML file. */

import { Html, html } from '../outputs/html.js';
import { drawByShape, drawDynamicAgainstStatic, drawLosses, drawSweepCharts, invocationsOf } from './sweep-charts.js';
import type { SweepResults } from './sweep-results.js';

const STYLE = `
:root { color-scheme: light dark; --page: #fff; --ink: #1d1d1f; --faint: #6a6a70; --line: #d9d9de;
  --series-1: #0060a8; --series-2: #c25100; --series-3: #00805a; --series-4: #9b3f8a; }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #17181c; --ink: #e8e8ec; --faint: #a0a0a8; --line: #3a3b42;
    --series-1: #58b0f0; --series-2: #f0923c; --series-3: #3ccf9c; --series-4: #dd8fd0; }
}
body { background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; line-height: 1.2; } h2 { font-size: 1.15em; margin: 2em 0 0.3em; }
p, figcaption { max-width: 46em; } .faint, figcaption { color: var(--faint); font-size: 0.9em; }
figure { margin: 1em 0; } svg { max-width: 100%; height: auto; color: var(--ink); overflow: visible; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; margin: 1em 0; font-size: 0.9em; }
th, td { text-align: right; padding: 0.25em 0.6em; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid var(--line); }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } figure, table { break-inside: avoid; } h2 { break-after: avoid; } details { display: none; } }
`;

/** The paper's classes (section 5): smaller strides for horizontal and for vertical subgroups. */
const HORIZONTAL = ['a', 'b', 'c'] as const;
const VERTICAL = ['d', 'e', 'f'] as const;
const FAMILIES = [128, 64, 256, 512, 1024] as const;

export function formatReport(results: SweepResults): string {
  const { adapter, settings, volume, timer, noise, losses } = results;
  const has = (views: readonly string[]) => views.every((view) => results.chosen[view] !== undefined);
  const families = FAMILIES.filter((size) => familyCount(results, size) > 1);
  const parts = [
    html`<h1>Workgroup shapes on ${adapter}</h1>`,
    html`<p>${volume.sizes.join(' × ')} voxels${volume.format ? ` as ${volume.format}` : ''}, ${settings.size} pixels, a sample every
${settings.step === 1 ? 'voxel' : `${settings.step} voxels`}, ${describeWork(settings)}.
Medians of ${settings.frames} frames of each shape, which took turns, by ${timer === 'gpu' ? "the GPU's own clock" : 'the wall clock'};
noise (half the interquartile range of the middle row) ${percent(noise)}. Every shape's picture was the same to the bit.</p>`,
    section(
      'Policies',
      summaryTable(results),
      'Speed of the shape that each policy takes, of the fastest shape’s there; over all viewpoints.',
    ),
    figure(
      drawLosses(results),
      'A tick for each viewpoint; the dot is the geometric mean. “Fastest again” is the fastest shape of every other frame, timed in the frames between: noise lets no policy come nearer.',
    ),
    ...(has([...HORIZONTAL, ...VERTICAL])
      ? [
          section('Following the viewpoint, and not'),
          figure(drawDynamicAgainstStatic(results, [...HORIZONTAL, ...VERTICAL]), 'As figure 5 of the paper.'),
          ...families.flatMap((size) => [
            section(`Shapes of ${size} invocations`),
            figure(
              drawByShape(results, HORIZONTAL, size),
              'Viewpoints with smaller strides for horizontal subgroups; as figure 7 (a). Whiskers are the middle half of the frames.',
            ),
            figure(
              drawByShape(results, VERTICAL, size),
              'Viewpoints with smaller strides for vertical subgroups; as figure 7 (b).',
            ),
          ]),
        ]
      : []),
    section('All shapes from all viewpoints'),
    figure(
      drawSweepCharts(results),
      html`The stronger the colour, the nearer to the fastest shape of the row, which is full; the palest has ${percent(losses.worst?.least ?? 1)} of its speed. A dot is what <code>auto</code> takes.`,
    ),
    html`<details><summary>All ${results.rows.length} times</summary>${rowsTable(results)}</details>`,
    html`<p class="faint">The paper: Sugimoto, Ino and Hagihara, “Improving Cache Locality for Ray Casting with CUDA”, 2012. Made by tilecast sweep; the numbers are in results.json and results.csv beside this file.</p>`,
  ];
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workgroup shapes on ${adapter}</title><style>${new Html(STYLE)}</style>
<body>
${parts.map(
  (part) => html`${part}
`,
)}</body></html>
`.markup;
}

function describeWork({ skip, earlyTermination }: SweepResults['settings']): string {
  if (!skip && !earlyTermination) return 'every sample of every ray';
  return [skip && 'invisible bricks are skipped', earlyTermination && 'rays end when opaque']
    .filter(Boolean)
    .join(', ');
}

const familyCount = ({ settings: { shapes } }: SweepResults, size: number) =>
  shapes.filter((shape) => invocationsOf(shape) === size).length;

function section(title: string, body?: Html, text?: string): Html {
  return html`<h2>${title}</h2>${text ? html`<p>${text}</p>` : ''}${body ?? ''}`;
}

/** @param svg as the charts' library writes it, which quotes texts itself. */
const figure = (svg: string, caption: string | Html) =>
  html`<figure>${new Html(svg)}<figcaption>${caption}</figcaption></figure>`;

function summaryTable({ losses }: SweepResults): Html {
  const rows = Object.entries(losses).map(([policy, loss]) => [
    policy,
    percent(loss.geometricMean),
    `${percent(loss.least)} (${loss.leastView})`,
    loss.slowestAgainstStatic === undefined ? '–' : `${loss.slowestAgainstStatic.toFixed(3)} ×`,
  ]);
  return table(['policy', 'geometric mean', 'least', 'longest time, of static 16x16'], rows);
}

function rowsTable({ rows }: SweepResults): Html {
  const cells = rows.map(({ view, shape, msMedian, msQ1, msQ3, fps }) => [
    view,
    shape,
    msMedian.toPrecision(4),
    `${msQ1.toPrecision(4)} to ${msQ3.toPrecision(4)}`,
    fps.toPrecision(4),
  ]);
  return table(['viewpoint', 'shape', 'ms, median', 'middle half', 'frames per second'], cells);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): Html {
  const heads = columns.map((cell) => html`<th>${cell}</th>`);
  const lines = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;
