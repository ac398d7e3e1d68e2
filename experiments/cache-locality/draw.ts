/** The model's hit rates as curves, a panel for each layout and class of viewpoints. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type HitRates, VIEWS } from './relations.js';

/** Viewpoints of one plane have one colour; those for horizontal subgroups are drawn through, the others dashed. */
const COLORS = { a: '#0060a8', e: '#0060a8', b: '#c25100', d: '#c25100', c: '#00805a', f: '#00805a' } as const;

export function drawRates(cases: readonly { name: string; rates: HitRates }[], shapes: readonly string[]): string {
  const points = cases.flatMap(({ name, rates }) =>
    VIEWS.flatMap((view) => shapes.map((shape, index) => ({ name, view, shape, rate: rates[view][index]! }))),
  );
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const of = (views: string) => points.filter(({ view }) => views.includes(view));
  const channels = { x: 'shape', y: 'rate', fy: 'name', stroke: 'view', z: 'view' } as const;
  const svg = Plot.plot({
    document: document as unknown as NonNullable<Plot.PlotOptions['document']>,
    width: 760,
    height: 200 * cases.length,
    marginRight: 150,
    marginBottom: 44,
    style: { background: 'white', color: 'black', fontSize: '12px' },
    x: { type: 'point', domain: shapes, label: 'workgroup, width × height' },
    y: { domain: [0, 1], label: 'hit rate', percent: false, tickFormat: '.0%', grid: true, ticks: 4 },
    fy: { label: null, domain: cases.map(({ name }) => name) },
    color: { domain: [...VIEWS], range: VIEWS.map((view) => COLORS[view]) },
    marks: [
      Plot.frame({ stroke: '#ccc' }),
      Plot.line(of('abc'), channels),
      Plot.line(of('def'), { ...channels, strokeDasharray: '5 3' }),
      Plot.dot(points, { ...channels, r: 2.5, fill: 'white' }),
    ],
  });
  // A file of its own needs the name of its language.
  return `${svg.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`;
}
