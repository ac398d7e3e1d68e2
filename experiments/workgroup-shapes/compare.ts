/**
 * Conclusions from the measured sweeps: policies, the best of each parameter, the locality model's forecast, the cost of
 * choosing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  boundingSphere,
  type Camera,
  corners,
  fitCamera,
  parseShape,
  parseShapeProfile,
  type ViewName,
  viewDirection,
} from 'tilecast';
import {
  chooseShape,
  formatShape,
  type LocalityOptions,
  measurePixelSteps,
  mergeProfiles,
  type ShapeView,
  simulateLocality,
  spreadViews,
  TEXTURE_LAYOUTS,
} from 'tilecast/lab';
import { geometricMean } from '../averages.js';

/** `first` keeps only the first viewpoints, such as those that were timed before something disturbed the machine. */
const { values: flags } = parseArgs({
  options: { in: { type: 'string' }, first: { type: 'string', default: '1000' } },
});
const folder = flags.in ?? 'experiments/workgroup-shapes/results';

interface Row {
  readonly view: string;
  readonly shape: string;
  readonly ms: number;
}

function readRows(name: string): Row[] {
  try {
    const [, ...lines] = readFileSync(join(folder, name, 'results.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    return lines.map((line) => {
      const [view, shape, ms] = line.split(',');
      return { view: view!, shape: shape!, ms: Number(ms) };
    });
  } catch {
    return [];
  }
}

const viewsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ view }) => view))];
const shapesOfRows = (rows: readonly Row[]) => [...new Set(rows.map(({ shape }) => shape))];
const timesAt = (rows: readonly Row[], view: string) => rows.filter((row) => row.view === view);

/** Geometric mean over viewpoints of the best time ÷ that of one shape for all, the best shape first. */
function rankShapes(rows: readonly Row[]) {
  const speeds = shapesOfRows(rows).map((shape) => {
    const ratios = viewsOf(rows).map((view) => {
      const times = timesAt(rows, view);
      return Math.min(...times.map(({ ms }) => ms)) / times.find((row) => row.shape === shape)!.ms;
    });
    return { shape, geometricMean: geometricMean(ratios), least: Math.min(...ratios) };
  });
  return speeds.sort((a, b) => b.geometricMean - a.geometricMean);
}

/** Rank correlation (Spearman) of two lists. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]) => values.map((value) => values.filter((other) => other < value).length);
  const [ra, rb] = [ranks(a), ranks(b)];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(ra), mean(rb)];
  const covariance = ra.reduce((sum, rank, index) => sum + (rank - ma) * (rb[index]! - mb), 0);
  const spread = (ranked: readonly number[], middle: number) =>
    ranked.reduce((sum, rank) => sum + (rank - middle) ** 2, 0);
  return covariance / Math.sqrt(spread(ra, ma) * spread(rb, mb));
}

const summary = JSON.parse(readFileSync(join(folder, 'sweep', 'summary.json'), 'utf8'));
const [side] = summary.volume.sizes as [number, number, number];
const pixels = Number(summary.settings.size.split('x')[0]);
const UNIT = {
  columns: [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const] as const,
  origin: [0, 0, 0] as const,
};
const volume = { sizes: [side, side, side] as const, indexToWorld: UNIT };
const sphere = boundingSphere(corners(volume));

function cameraOf(view: string): Camera {
  const [, number] = view.split('-');
  const spread = number === undefined ? undefined : spreadViews(64)[Number(number)];
  return fitCamera(sphere, spread ?? viewDirection(view as ViewName, UNIT), { aspect: 1 });
}

const viewOf = (view: string): ShapeView => ({
  camera: cameraOf(view),
  volume,
  image: { width: pixels, height: pixels },
});

/** How well a model of the cache foretells the order of the shapes of 128, and what its choice would have lost. */
function compareModel(rows: readonly Row[], options: LocalityOptions) {
  const per = viewsOf(rows).map((view) => {
    const times = timesAt(rows, view).filter(({ shape }) => {
      const { width, height } = parseShape(shape);
      return width * height === 128;
    });
    const misses = times.map(({ shape }) => {
      const { requests, hits } = simulateLocality(viewOf(view), parseShape(shape), options);
      return requests - hits;
    });
    const chosen = times[misses.indexOf(Math.min(...misses))]!;
    return {
      correlation: rankCorrelation(
        misses,
        times.map(({ ms }) => ms),
      ),
      speed: Math.min(...times.map(({ ms }) => ms)) / chosen.ms,
    };
  });
  return {
    meanCorrelation: per.reduce((sum, { correlation }) => sum + correlation, 0) / per.length,
    geometricMean: geometricMean(per.map(({ speed }) => speed)),
  };
}

/** The choice of a profile of all other viewpoints at each: tuning and timing by the same process. */
function crossValidate(all: readonly Row[]) {
  const shapes = shapesOfRows(all);
  const views = viewsOf(all).map((view) => ({
    view,
    steps: measurePixelSteps(viewOf(view))!,
    msMedian: timesAt(all, view).map(({ ms }) => ms),
  }));
  const taken = views.map(({ view, msMedian }) => {
    const others = views.filter((other) => other.view !== view);
    const profile = mergeProfiles([
      {
        adapter: summary.adapterInfo,
        timer: summary.timer,
        volume: summary.volume,
        image: { width: pixels, height: pixels },
        shapes: shapes.map(parseShape),
        views: others,
        noise: summary.noise,
        reach: 1,
      },
    ]);
    const { shape } = chooseShape(viewOf(view), { maxInvocations: 1024, profile });
    const ms = msMedian[shapes.indexOf(formatShape(shape))]!;
    return { speed: Math.min(...msMedian) / ms, ofStatic: ms / msMedian[shapes.indexOf('16x16')]! };
  });
  const speeds = taken.map(({ speed }) => speed);
  return {
    geometricMean: geometricMean(speeds),
    least: Math.min(...speeds),
    slowestAgainstStatic: Math.max(...taken.map(({ ofStatic }) => ofStatic)),
  };
}

/** The choice of the continuous rule as it is now, which may not be as it was when the sweep noted its choices. */
function compareContinuousRule(all: readonly Row[]) {
  const speeds = viewsOf(all).map((view) => {
    const times = timesAt(all, view);
    const chosen = formatShape(chooseShape(viewOf(view), { maxInvocations: 1024 }).shape);
    return Math.min(...times.map(({ ms }) => ms)) / times.find(({ shape }) => shape === chosen)!.ms;
  });
  return { geometricMean: geometricMean(speeds), least: Math.min(...speeds) };
}

/** Microseconds to choose, by the continuous rule and by the profile. */
function costOfChoosing() {
  const profilePath = join(folder, 'profile.json');
  const profile = parseShapeProfile(readFileSync(profilePath, 'utf8'), profilePath);
  const view = viewOf('b');
  const time = (options: Parameters<typeof chooseShape>[1]) => {
    for (let run = 0; run < 2000; run++) chooseShape(view, options);
    const startMs = performance.now();
    for (let run = 0; run < 2000; run++) chooseShape(view, options);
    return (performance.now() - startMs) / 2;
  };
  return { continuousUs: time({ maxInvocations: 256 }), profileUs: time({ maxInvocations: 256, profile }) };
}

const measured = readRows('sweep');
const kept = viewsOf(measured).slice(0, Number(flags.first));
const rows = measured.filter(({ view }) => kept.includes(view));
const sphereRows = rows.filter(({ view }) => view.startsWith('sphere-'));
const policies = Object.fromEntries(
  Object.entries(summary.losses as Record<string, { byView: Record<string, number> }>).map(([policy, { byView }]) => {
    const speeds = Object.entries(byView).filter(([view]) => view.startsWith('sphere-') && kept.includes(view));
    const values = speeds.map(([, speed]) => speed);
    return [policy, { geometricMean: geometricMean(values), least: Math.min(...values) }];
  }),
);
const results = {
  adapter: summary.adapter,
  noise: summary.noise,
  sphere: { views: viewsOf(sphereRows).length, policies },
  continuousNow: {
    sphere: compareContinuousRule(sphereRows),
    six: compareContinuousRule(rows.filter(({ view }) => !view.startsWith('sphere-'))),
  },
  crossValidated: crossValidate(rows),
  oneShapeForAll: rankShapes(rows).slice(0, 6),
  laneLayouts: rankShapes(readRows('lane-layouts')).slice(0, 12),
  orders: rankShapes(readRows('orders')),
  model: Object.fromEntries(
    TEXTURE_LAYOUTS.map((layout) => [layout, compareModel(sphereRows, { layout, samples: 8 })] as const),
  ),
  cost: costOfChoosing(),
};
const text = JSON.stringify(
  results,
  (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value),
  1,
);
writeFileSync(
  join(folder, kept.length < viewsOf(measured).length ? `comparison-first-${kept.length}.json` : 'comparison.json'),
  `${text}\n`,
);
console.log(text);
