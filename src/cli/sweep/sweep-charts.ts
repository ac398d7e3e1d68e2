/** The figures of a sweep, drawn by Observable Plot as SVG in colours that the page defines. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { parseShape } from '../../index.js';
import { formatShape, STATIC_SHAPE } from '../../lab.js';
import { isPlain } from './parse-sweep.js';
import { POLICY_NAMES } from './policy-loss.js';
import type { SweepResults } from './sweep-results.js';
import type { SweepRow } from './sweep-row.js';

const WIDTH = 720;
const STATIC_NAME = formatShape(STATIC_SHAPE);

/** Custom properties of the page, which has them for light, dark and paper. */
const SERIES = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'] as const;

function draw(options: Plot.PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const figure = Plot.plot({
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    width: WIDTH,
    marginBottom: 44,
    style: { background: 'none', fontSize: '12px' },
    ...options,
  });
  return figure.outerHTML;
}

/** Figure 5: what follows the viewpoint against one shape for all, in frames per second. */
export function drawDynamicAgainstStatic({ rows, chosen, rule }: SweepResults, views: readonly string[]): string {
  const bars = views.flatMap((view) => {
    const fpsOf = (shape: string | undefined) => rows.find((row) => row.view === view && row.shape === shape)?.fps;
    return [
      { view, by: 'auto', fps: fpsOf(chosen[view]) },
      { view, by: 'rule', fps: fpsOf(rule[view]) },
      { view, by: `static ${STATIC_NAME}`, fps: fpsOf(STATIC_NAME) },
    ].filter(({ fps }) => fps !== undefined);
  });
  return draw({
    height: 260,
    fx: { label: 'viewpoint' },
    x: { axis: null, domain: ['auto', 'rule', `static ${STATIC_NAME}`] },
    y: { label: 'frames per second', grid: true },
    color: { legend: true, domain: ['auto', 'rule', `static ${STATIC_NAME}`], range: SERIES.slice(0, 3) },
    marks: [Plot.barY(bars, { fx: 'view', x: 'by', y: 'fps', fill: 'by' }), Plot.ruleY([0])],
  });
}

/** Figure 7: frames per second by shape, for a few viewpoints; the whiskers are the middle half of the frames. */
export function drawByShape({ rows }: SweepResults, views: readonly string[], invocations: number): string {
  const points = rows.filter(({ view, shape }) => views.includes(view) && invocationsOf(shape) === invocations);
  const shapes = [...new Set(points.map(({ shape }) => shape))].sort(
    (a, b) => parseShape(a).width - parseShape(b).width,
  );
  const whiskers = points.map((row) => ({ ...row, low: 1000 / row.msQ3, high: 1000 / row.msQ1 }));
  const most = rows
    .filter(({ shape }) => invocationsOf(shape) === invocations)
    .reduce((fastest, { msQ1 }) => Math.max(fastest, 1000 / msQ1), 0);
  return draw({
    height: 280,
    x: { type: 'point', domain: shapes, label: 'workgroup, width × height' },
    // Shared by all of these figures, so that they can be compared.
    y: { label: 'frames per second', grid: true, domain: [0, most] },
    color: { domain: views, range: SERIES.slice(0, views.length) },
    symbol: { legend: true, domain: views },
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX(whiskers, { x: 'shape', y1: 'low', y2: 'high', stroke: 'view' }),
      Plot.line(points, { x: 'shape', y: 'fps', stroke: 'view', sort: ({ shape }: SweepRow) => shapes.indexOf(shape) }),
      Plot.dot(points, { x: 'shape', y: 'fps', stroke: 'view', symbol: 'view', r: 4, fill: 'var(--page)' }),
    ],
  });
}

/** Invocations of a shape, 0 where it has more than its sides: it is in the last figure only. */
export function invocationsOf(name: string): number {
  const shape = parseShape(name);
  return isPlain(shape) ? shape.width * shape.height : 0;
}

/** Draws for each policy a tick for each viewpoint at the fastest shape's time over its own, and its geometric mean. */
export function drawLosses({ losses }: SweepResults): string {
  const names = POLICY_NAMES.filter((name) => losses[name]);
  const ticks = names.flatMap((policy) =>
    Object.entries(losses[policy]!.byView).map(([view, speed]) => ({ policy, view, speed })),
  );
  const means = names.map((policy) => ({ policy, speed: losses[policy]!.geometricMean }));
  return draw({
    height: 40 + 36 * names.length,
    marginLeft: 100,
    x: { label: 'speed, of the fastest shape’s', tickFormat: '.0%', grid: true, nice: true },
    y: { label: null, domain: names },
    marks: [
      Plot.tickX(ticks, { x: 'speed', y: 'policy', stroke: SERIES[0], strokeOpacity: 0.6, title: 'view' }),
      Plot.dot(means, { x: 'speed', y: 'policy', r: 5, fill: SERIES[1], stroke: 'var(--page)' }),
    ],
  });
}

/** Every shape at every viewpoint: darker is nearer to the fastest there. */
export function drawSweepCharts({ rows, chosen }: SweepResults): string {
  const views = [...new Set(rows.map(({ view }) => view))];
  const shapes = [...new Set(rows.map(({ shape }) => shape))];
  const fastest = new Map<string, number>();
  for (const { view, msMedian } of rows) fastest.set(view, Math.min(fastest.get(view) ?? Infinity, msMedian));
  const cells = rows.map((row) => ({ ...row, speed: fastest.get(row.view)! / row.msMedian }));
  return draw({
    height: 70 + Math.max(10, Math.min(24, 1400 / views.length)) * views.length,
    marginLeft: 80,
    marginTop: 60,
    x: { label: null, domain: shapes, tickRotate: -45, axis: 'top' },
    y: { label: null, domain: views },
    opacity: { domain: [cells.reduce((least, { speed }) => Math.min(least, speed), 1), 1], range: [0.04, 1] },
    marks: [
      Plot.cell(cells, {
        x: 'shape',
        y: 'view',
        fill: SERIES[0],
        fillOpacity: 'speed',
        inset: 0.5,
        title: ({ speed }: { speed: number }) => percent(speed),
      }),
      Plot.dot(
        cells.filter(({ view, shape }) => chosen[view] === shape),
        { x: 'shape', y: 'view', r: 2.5, fill: 'var(--page)', stroke: 'currentColor' },
      ),
    ],
  });
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;
