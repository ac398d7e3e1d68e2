/** Tables on the pages of experiments, row by row from their committed results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const EXPERIMENTS = join(import.meta.dirname, '..', 'experiments');

const read = (path: string) => readFileSync(join(EXPERIMENTS, path), 'utf8');

/** Fields that several experiments have. */
type Times = Readonly<Record<'binMs' | 'castMs' | 'sortMs' | 'wallMs' | 'framesPerSecond' | 'testsMillions', number>>;

/** Rows of an experiment's results, whose fields are named below as its `run.ts` writes them. */
// biome-ignore lint/suspicious/noExplicitAny: each file has a form of its own.
const load = (path: string): any => JSON.parse(read(path));

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const whole = (number: number) => String(Math.round(number));
const thousands = (number: number) => Math.round(number).toLocaleString('en-US');
const ms = (number: number) => `${whole(number)} ms`;
const millions = (number: number) => `${number.toFixed(1)} M`;

const meshFrames = () => {
  const { byModel, bySize } = load('mesh-frames/results.json') as {
    byModel: (Times & { model: string; triangles: number; tilesPerTriangle: number })[];
    bySize: { rows: (Times & { image: string })[] };
  };
  return [
    ...byModel.map((each) =>
      row(
        each.model,
        thousands(each.triangles),
        ms(each.sortMs),
        ms(each.binMs),
        ms(each.castMs),
        ms(each.wallMs),
        each.framesPerSecond.toFixed(2),
        each.tilesPerTriangle.toFixed(2),
        millions(each.testsMillions),
      ),
    ),
    ...bySize.rows.map((each) => row(each.image, ms(each.sortMs), ms(each.binMs), ms(each.castMs), ms(each.wallMs))),
  ];
};

interface ServiceTimes {
  readonly side: number;
  readonly ms: Readonly<Record<string, Readonly<Record<'median' | 'least' | 'most', number>>>>;
  readonly requestsPerSecond: number;
}

const serviceTime = () =>
  [
    ['H100', 'h100'],
    ['lavapipe', 'lavapipe'],
  ].flatMap(([adapter, name]) =>
    (load(`service-time/results-${name}.json`).sizes as ServiceTimes[]).map((each) => {
      const times = ['png', 'pixels', 'transfer', 'process'].map((kind) => {
        const { median, least, most } = each.ms[kind]!;
        return `${ms(median)} (${whole(least)}–${whole(most)})`;
      });
      return row(adapter!, `${each.side}²`, ...times, each.requestsPerSecond.toFixed(1));
    }),
  );

const threadsAndBins = () =>
  (load('threads-and-bins/results.json').rows as (Times & { variant: string; tile: string; bins: number })[]).map(
    (each) =>
      row(
        each.variant,
        each.tile,
        thousands(each.bins),
        ms(each.binMs),
        ms(each.castMs),
        each.framesPerSecond.toFixed(2),
        millions(each.testsMillions),
      ),
  );

const bvhBuild = () =>
  (
    load('bvh-build/results.json').sizes as {
      triangles: number;
      buildMs: Record<string, number>;
      refitMs: Record<'bounds', number>;
      thousandsPerSecond: Record<string, number>;
    }[]
  ).map(({ triangles, buildMs, refitMs, thousandsPerSecond }) => {
    const steps = Object.values(buildMs);
    return row(
      thousands(triangles),
      ...[...steps, steps.reduce((total, step) => total + step, 0), refitMs.bounds].map(whole),
      ...['any', 'nearest', 'count'].map((kind) => String(thousandsPerSecond[kind])),
    );
  });

const readerCosts = () =>
  (
    load('reader-costs/results.json') as {
      name: string;
      bytes: number;
      mib: number;
      seconds: number;
      message: string;
    }[]
  ).map(({ name, bytes, mib, seconds, message }) =>
    row(
      `\`${name}\``,
      whole(bytes / 1024),
      whole(mib),
      seconds.toFixed(2),
      whole((mib * 2 ** 20) / bytes),
      message.startsWith('opened') ? 'opened' : 'refused',
    ),
  );

const secondaryRays = () => {
  type Feature = { feature: string; primaryRays: string; frameMs: number };
  const [cpu, gpu] = ['results.json', 'results-h200.json'].map(
    (file) => load(`secondary-rays/${file}`).features as Feature[],
  ) as [Feature[], Feature[]];
  const of = (features: Feature[], feature: string, primary: string) =>
    features.find((each) => each.feature === feature && each.primaryRays === primary)!.frameMs;
  return [...new Set(cpu.map(({ feature }) => feature))].map((feature) =>
    row(
      feature.replace('rays a pixel', 'rays per pixel'),
      whole(of(cpu, feature, 'bins')),
      whole(of(cpu, feature, 'bvh')),
      of(gpu, feature, 'bins').toFixed(2),
      of(gpu, feature, 'bvh').toFixed(2),
    ),
  );
};

/** The middles of rows, after the appearance's name and before its samples. */
const skipping = () => {
  const { rows } = load('skipping/results.json') as {
    rows: {
      volume: string;
      look: string;
      castMs: Record<'terminated' | 'skipped' | 'both', number>;
      gainOfSkipping: number;
    }[];
  };
  return rows
    .filter(({ volume }) => volume.startsWith('ct-head'))
    .map(
      ({ castMs: { terminated, skipped, both }, gainOfSkipping }) =>
        ` | ${[terminated, skipped, both].map(whole).join(' | ')} | ${gainOfSkipping.toFixed(1)}× | `,
    );
};

const volumeLight = () =>
  (
    load('volume-light/results.json').rows as { name: string; lightMs?: number; castMs?: number; wallMs?: number }[]
  ).map(({ name, lightMs, castMs, wallMs }) =>
    row(name, lightMs ? whole(lightMs) : '–', wallMs === undefined ? whole(castMs!) : thousands(wallMs)),
  );

const commandLineTime = () => {
  const rows = ['results-lavapipe.json', 'results.json'].flatMap(
    (file) => load(`command-line-time/${file}`).rows as { wallMs: Record<string, number>; peakMemoryMiB: number }[],
  );
  return [
    row('wall', ...rows.map(({ wallMs }) => ms(wallMs['median']!))),
    row('least and most', ...rows.map(({ wallMs }) => `${whole(wallMs['min']!)}, ${ms(wallMs['max']!)}`)),
    row('peak memory', ...rows.map(({ peakMemoryMiB }) => `${whole(peakMemoryMiB)} MiB`)),
  ];
};

interface FusedTimes {
  readonly firstMs: number;
  readonly frameMs: number;
}

const fusedVolumes = () =>
  (
    load('fused-volumes/results.json').rows as ({ volumes: number } & Record<'plain' | 'lit' | 'paged', FusedTimes>)[]
  ).map(({ volumes, plain, lit, paged }) =>
    row(String(volumes), ms(plain.frameMs), ms(lit.frameMs), ms(paged.frameMs), ms(plain.firstMs)),
  );

const denoising = () =>
  (load('denoising/results.json').rows as ({ scene: string; paths: number } & Record<string, number>)[]).map((each) =>
    row(
      each.scene,
      String(each.paths),
      ...['Rmse', 'SsimPercent'].flatMap((measure) =>
        ['raw', 'ours', 'nonLocalMeans', 'oidn'].map((name) => each[name + measure]!.toFixed(2)),
      ),
    ),
  );

const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  'bvh-build': bvhBuild,
  'command-line-time': commandLineTime,
  denoising,
  'fused-volumes': fusedVolumes,
  'mesh-frames': meshFrames,
  'reader-costs': readerCosts,
  'secondary-rays': secondaryRays,
  skipping,
  'service-time': serviceTime,
  'threads-and-bins': threadsAndBins,
  'volume-light': volumeLight,
};

it.each(Object.entries(TABLES))('the page of %s has the rows of its results', (name, list) => {
  const page = read(`${name}/README.md`);
  const rows = list();
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter((each) => !page.includes(each))).toEqual([]);
});
