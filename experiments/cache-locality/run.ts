/** Hit rates of the locality model by shape and viewpoint, for several layouts; --fit compares ways to set the cache up. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { boundingSphere, corners, fitCamera, viewDirection } from 'tilecast';
import {
  formatShape,
  LOCALITY_DEFAULTS,
  type LocalityOptions,
  type ShapeView,
  shapesOf,
  simulateLocality,
  TEXTURE_LAYOUTS,
} from 'tilecast/lab';
import { drawRates } from './draw.js';
import { checkRelations, type HitRates, VIEWS } from './relations.js';

const { values: flags } = parseArgs({ options: { fit: { type: 'boolean', default: false } } });

const UNIT = {
  columns: [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const] as const,
  origin: [0, 0, 0] as const,
};
const SHAPES = shapesOf(128);
const SIDE = 1024;

function viewOf(name: (typeof VIEWS)[number], side: number): ShapeView {
  const volume = { sizes: [side, side, side] as const, indexToWorld: UNIT };
  const camera = fitCamera(boundingSphere(corners(volume)), viewDirection(name, UNIT), { aspect: 1 });
  return { camera, volume, image: { width: SIDE, height: SIDE } };
}

function simulate(side: number, options: LocalityOptions): HitRates {
  const rates = VIEWS.map((name) => {
    const view = viewOf(name, side);
    return [name, SHAPES.map((shape) => simulateLocality(view, shape, options).hitRate)] as const;
  });
  return Object.fromEntries(rates) as unknown as HitRates;
}

const count = (relations: Record<string, boolean>) => Object.values(relations).filter(Boolean).length;

/** Facts that the paper does not tell, in every combination. */
function* combinations(): Generator<LocalityOptions> {
  for (const lineBytes of [32, 64, 128]) {
    for (const ways of [4, 24]) {
      for (const lanesPerRequest of [1, 4, 8, 16, 32]) {
        for (const drift of [0, 1, 5, 17, 33]) {
          for (const processors of [1, 15]) {
            yield { cache: { sizeBytes: 12 * 1024, lineBytes, ways }, lanesPerRequest, drift, processors, samples: 16 };
          }
        }
      }
    }
  }
}

function fit() {
  const tried = [...combinations()].map((options, index) => {
    if (index % 20 === 0) process.stderr.write(`combination ${index}\n`);
    const relations = checkRelations(simulate(SIDE, options));
    const missing = Object.entries(relations).flatMap(([name, holds]) => (holds ? [] : [name]));
    return { ...options, hold: count(relations), missing };
  });
  return tried.sort((a, b) => b.hold - a.hold);
}

if (flags.fit) {
  const tried = fit();
  const text = JSON.stringify({ combinations: tried.length, best: tried.slice(0, 12) }, undefined, 2);
  writeFileSync(new URL('fit.json', import.meta.url), `${text}\n`);
}

const cases = [
  ...TEXTURE_LAYOUTS.map((layout) => ({ name: `${layout}, 1024³ bytes`, side: SIDE, options: { layout } })),
  { name: 'slices, 512³ bytes', side: 512, options: {} },
];
const results = cases.map(({ name, side, options }) => {
  const rates = simulate(side, options);
  return { name, rates, relations: checkRelations(rates) };
});
for (const { name, rates, relations } of results) {
  console.log(`\n${name}: ${count(relations)} of ${Object.keys(relations).length} relations`);
  console.log(`| viewpoint | ${SHAPES.map(formatShape).join(' | ')} |`);
  for (const view of VIEWS)
    console.log(`| ${view} | ${rates[view].map((rate) => (100 * rate).toFixed(1)).join(' | ')} |`);
}
const text = JSON.stringify(
  { model: LOCALITY_DEFAULTS, shapes: SHAPES.map(formatShape), results },
  (_, value) => (typeof value === 'number' ? Math.round(value * 10000) / 10000 : value),
  2,
);
writeFileSync(new URL('results.json', import.meta.url), `${text}\n`);
writeFileSync(new URL('hit-rates.svg', import.meta.url), drawRates(results, SHAPES.map(formatShape)));
