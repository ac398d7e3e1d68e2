/** Figures in READMEs, by the committed results of the experiments that measured them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** An experiment's results; their forms are those of its `run.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: each file has a form of its own, which the figures below name field by field.
const results = (file: string): any => JSON.parse(read(`experiments/${file}`));

const rowOf = <Row extends Record<string, unknown>>(rows: readonly Row[], wanted: Partial<Row>): Row =>
  rows.find((row) => Object.entries(wanted).every(([key, value]) => row[key] === value))!;

/** Two significant digits, in seconds from a second on. */
function time(ms: number): string {
  if (ms >= 300) return `${Number((ms / 1000).toPrecision(2))} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toPrecision(2))} ms`;
}
const count = (number: number) => Math.round(number).toLocaleString('en-US');
const short = (number: number, digits = 2) =>
  number < 1 ? String(Number(number.toPrecision(digits))) : number.toPrecision(digits);
const ends = (numbers: readonly number[], digits = 2) =>
  `${short(Math.min(...numbers), digits)} to ${short(Math.max(...numbers), digits)}`;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const wholeProcesses = (file: string) =>
  results(`command-line-time/${file}`).rows.map(
    ({ wallMs, peakMemoryMiB }: { wallMs: { median: number }; peakMemoryMiB: number }) =>
      [time(wallMs.median), `${Math.round(peakMemoryMiB)} MiB`] as const,
  ) as [[string, string], [string, string]];
const [swiftSmall, swiftLarge] = wholeProcesses('results.json');
const [lavapipeSmall, lavapipeLarge] = wholeProcesses('results-lavapipe.json');

const bones = rowOf<{ look: string; castMs: Record<'terminated' | 'both', number> }>(
  results('skipping/results.json').rows,
  {
    look: 'CT-Bones',
  },
).castMs;
const meshFrame = (file: string): number =>
  rowOf<{ triangles: number; wallMs: number }>(results(`mesh-frames/${file}`).byModel, { triangles: 810_080 }).wallMs;
const secondary = (file: string, feature: string): number =>
  rowOf<{ feature: string; primaryRays: string; frameMs: number }>(results(`secondary-rays/${file}`).features, {
    feature,
    primaryRays: 'bins',
  }).frameMs;
const TWO_REFLECTIONS = '+ shadows + 2 reflections';
const worstShadows = Math.max(
  secondary('results.json', '+ shadows, by bins of the light'),
  secondary('results.json', '+ shadows, by the tree'),
);
const tenMillion = (file: string): number =>
  1000 *
  rowOf<{ method: string; kind: string; seconds: number }>(results(`segment-queries/${file}`).rows, {
    method: 'BVH',
    kind: 'any',
  }).seconds;
const toTargets = rowOf<
  { name: string } & Record<'storedFps' | 'drawnFps' | 'readBackFps' | 'readAheadFps' | 'readReusedFps', number>
>(results('frames-to-targets/results-h100.json').rows, { name: 'mesh of 800,000 triangles' });

/** Error and time of four samples per step, which is `fine`, relative to one. */
function fine(file: string) {
  const rows: { settings: Record<string, { rms: number; castMs: number }> }[] = results(`quality/${file}`).rows;
  const ratios = (key: 'rms' | 'castMs') =>
    rows.map(({ settings }) => settings['plain, step 1/4']![key] / settings['plain']![key]);
  return { error: ends(ratios('rms')), time: ends(ratios('castMs')) };
}

/** Dense volumes of 8 bits: the time of `auto`, and its speed relative to the fastest CUDA kernel. */
function besideCuda() {
  const rows: { bits: number; lit: boolean; cudaMs: number; tilecastMs: { auto: number } }[] = results(
    'cuda-peers/results-strips-h100.json',
  ).rows;
  const of = (bits: number, lit: boolean) => rows.filter((row) => row.bits === bits && row.lit === lit);
  const speed = (bits: number, lit: boolean) =>
    Math.min(...of(bits, lit).map(({ cudaMs }) => cudaMs)) / of(bits, lit)[0]!.tilecastMs.auto;
  return { ms: of(8, false)[0]!.tilecastMs.auto, speed, slowest: Math.min(speed(8, false), speed(16, false)) };
}

/** CPU times relative to tilecast's on lavapipe. */
const besidePeers = (peer: string) =>
  ends(
    results('peers/results.json').looks.map(
      ({ standings }: { standings: Record<string, { cpuRatio: { median: number } }> }) =>
        standings[peer]!.cpuRatio.median,
    ),
  );

/** The slowest shape's time over the fastest's, and the speed of `auto` relative to the fastest. */
function shapes() {
  const decided = results('sampling/decide-h100.json');
  const kinds: { policies: { policy: string; speed: number }[]; views: { ms: Record<string, number> }[] }[] = [
    decided.shapes8,
    decided.shapes16,
  ];
  const slowest = kinds.flatMap(({ views }) =>
    views.map(({ ms }) => Math.max(...Object.values(ms)) / Math.min(...Object.values(ms))),
  );
  const auto = kinds.map(({ policies }) => rowOf(policies, { policy: 'rule of today, 1024 invocations' }).speed);
  return { slowest: Math.max(...slowest), auto: ends(auto) };
}

const link = (name: string, part = '') => `[\`${name}\`](experiments/${name}/README.md${part})`;

/** A table for each adapter: what was measured, the figure, and the experiment. */
const TABLES: Readonly<Record<string, readonly (readonly [what: string, figure: string, experiment: string])[]>> = {
  'SwiftShader on two CPU cores': [
    ['`tilecast render`, whole process: 64³ voxels at 256²', swiftSmall.join(', '), link('command-line-time')],
    ['`tilecast render`, whole process: 256³ voxels at 512²', swiftLarge.join(', '), link('command-line-time')],
    [
      '`--quality fine`, the default: error, and time, relative to `--quality plain`',
      `${fine('results.json').error}; ${fine('results.json').time}`,
      link('quality', '#what-to-choose'),
    ],
    [
      'bones in a 256 × 242 × 154 head CT; without skipping (the same to the bit)',
      `${time(bones.both)}; ${Math.round(bones.terminated)} ms`,
      link('skipping'),
    ],
    [
      '810,080 triangles at 1024², binned in every frame, pixels read back',
      time(meshFrame('results.json')),
      link('mesh-frames'),
    ],
    [
      'shadows and two reflections, 65,682 triangles at 256²',
      time(secondary('results.json', TWO_REFLECTIONS)),
      link('secondary-rays'),
    ],
    ['10 million segments against 29,282 triangles', time(tenMillion('results.json')), link('segment-queries')],
  ],
  'lavapipe on the same two cores': [
    ['`tilecast render`, whole process: 64³ voxels at 256²', lavapipeSmall.join(', '), link('command-line-time')],
    ['`tilecast render`, whole process: 256³ voxels at 512²', lavapipeLarge.join(', '), link('command-line-time')],
    [
      "CPU time of vtk.js, and of VTK's CPU mapper, relative to tilecast's",
      `${besidePeers('vtk.js')}; ${besidePeers('VTK')}`,
      link('peers'),
    ],
  ],
  'an NVIDIA H100': [
    [
      'every sample of 1024³ voxels at 1024²; speed relative to the fastest of our CUDA kernels',
      `${time(besideCuda().ms)}; ${short(besideCuda().slowest)}`,
      link('cuda-peers'),
    ],
    [
      '`--quality fine`: error, and time, relative to `--quality plain`',
      `${fine('results-h100.json').error}; ${fine('results-h100.json').time}`,
      link('quality', '#what-to-choose'),
    ],
    [
      '800,000 triangles at 1024², binned in every frame, to a texture; pixels read back',
      `${count(toTargets.storedFps)}; ${count(toTargets.readReusedFps)} frames per second`,
      link('frames-to-targets'),
    ],
    [
      'time of the slowest workgroup shape relative to the fastest; speed of `auto` relative to the fastest',
      `up to ${short(shapes().slowest)} times; ${shapes().auto}`,
      link('sampling', '#the-shape-again'),
    ],
  ],
  'an NVIDIA H200': [
    [
      '810,080 triangles at 1024², binned in every frame, pixels read back',
      time(meshFrame('results-h200.json')),
      link('mesh-frames'),
    ],
    [
      'shadows and two reflections, 65,682 triangles at 1024²',
      time(secondary('results-h200.json', TWO_REFLECTIONS)),
      link('secondary-rays'),
    ],
    ['10 million segments against 29,282 triangles', time(tenMillion('results-h200.json')), link('segment-queries')],
  ],
};

const formatTable = (adapter: string) =>
  [
    `| ${adapter} | | experiment |`,
    '| --- | --- | --- |',
    ...TABLES[adapter]!.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

const tori = results('mesh-frames/results.json').byModel.filter(({ model }: { model: string }) => model === 'torus');
const slabs = results('depth-slabs/results.json').table2;
const bvhSizes: { triangles: number; buildMs: Record<string, number>; refitMs: Record<string, number> }[] =
  results('bvh-build/results.json').sizes;
const buildMs = (at: number) => sum(Object.values(bvhSizes[at]!.buildMs));
const costs: { mib: number; seconds: number }[] = results('reader-costs/results.json');
const slices: { readMib: number; wallMs: number }[] = results('slices/results.json');
const relations = Object.values(results('cache-locality/results.json').results[0].relations);
const agree = (file: string) => {
  const { cases, agree } = results(`formats/${file}`);
  return `${agree} of ${cases}`;
};

/** Parts of the answers in the list of experiments. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'command-line-time': [
    `${lavapipeSmall[0]} for 64³ voxels at 256² and ${lavapipeLarge[0]} for 256³ at 512² with lavapipe`,
    `${swiftSmall[0].replace(' s', '')} and ${swiftLarge[0]} with SwiftShader`,
  ],
  peers: [`${besidePeers('vtk.js')} times as fast as vtk.js and ${besidePeers('VTK')} times as VTK's`],
  'cuda-peers': [
    `${short(besideCuda().speed(8, false))} of the best CUDA kernel's speed in 8 and 16 bits, ${short(besideCuda().speed(8, true))} lit`,
  ],
  quality: [
    `${fine('results-h100.json').error} of the error of \`plain\`, in ${fine('results-h100.json').time} times its time`,
  ],
  skipping: [`${Math.round(bones.terminated)} to ${time(bones.both)} for the bones of a head CT`],
  slices: [
    `${Math.round(Math.min(...slices.map(({ readMib }) => readMib)))} to ${Math.round(Math.max(...slices.map(({ readMib }) => readMib)))} MiB and ${ends(slices.map(({ wallMs }) => wallMs / 1000))} s`,
  ],
  'frames-to-targets': [
    `${count(toTargets.readBackFps)} frames of 800,000 triangles per second, ${count(toTargets.readAheadFps)} with several in flight, ${count(toTargets.readReusedFps)} of them into arrays of before, instead of ${count(toTargets.storedFps)}`,
  ],
  'cache-locality': [`${relations.filter(Boolean).length} of the paper's ${relations.length} relations`],
  'mesh-frames': [`a hundred times as many triangles take ${short(tori.at(-1).wallMs / tori[0].wallMs)} times as long`],
  'depth-slabs': [
    `with 16 of them a dragon of 810,080 triangles needs ${Math.round(slabs.at(-1).testsMillions)} M tests instead of ${Math.round(slabs[0].testsMillions)} M`,
  ],
  'bvh-build': [
    `${short(buildMs(0) / 1000, 1)} s for 48 thousand triangles, ${short(buildMs(2) / 1000, 1)} s for 765 thousand`,
    `refitting is ${ends(bvhSizes.map(({ refitMs }, at) => buildMs(at) / sum(Object.values(refitMs))))} times as fast`,
  ],
  'secondary-rays': [
    `a frame with shadows takes ${short(worstShadows / secondary('results.json', 'primary rays'))} times as long as without`,
  ],
  'segment-queries': [
    `${time(tenMillion('results.json'))} without a GPU, ${short(tenMillion('results-h200.json') / 1000)} s on an H200`,
  ],
  farm: [`no frame was lost in ${results('farm/results-faults.json').rounds} rounds of faults`],
  formats: [
    `on ${agree('results.json')} DICOM series, ${agree('volumes.json')} volumes and ${agree('results-meshes.json')} meshes`,
  ],
  'reader-costs': [
    `at most ${short(Math.max(...costs.map(({ seconds }) => seconds)))} s and ${Math.round(Math.max(...costs.map(({ mib }) => mib)))} MiB`,
  ],
  watertight: [
    `not one of ${count(sum(results('watertight/results.json').rows.map(({ pixels }: { pixels: number }) => pixels)))}`,
  ],
};

/** What the pages of experiments say of the same results. */
const PAGES: readonly (readonly [page: string, text: string])[] = [
  [
    'frames-to-targets',
    `| mesh of 800,000 triangles | ${Math.round(toTargets.storedFps)} | ${Math.round(toTargets.drawnFps)} | ${Math.round(toTargets.readBackFps)} |`,
  ],
  ['formats', `All ${results('formats/results-meshes.json').agree} agree`],
  ['farm', `[${results('farm/results-faults.json').rounds} of them](results-faults.json)`],
  ['skipping', `| CT-Bones | 637 ms | ${Math.round(bones.terminated)} | 217 | ${Math.round(bones.both)} |`],
];

const names = readdirSync(join(ROOT, 'experiments'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name);

describe('the figures of the README', () => {
  it.each(Object.keys(TABLES))('for %s are those of the experiments', (adapter) => {
    const [, table] = new RegExp(`^(\\| ${adapter} \\|.*?)\\n\\n`, 'ms').exec(read('README.md')) ?? [];
    expect(table).toBe(formatTable(adapter));
  });
});

describe('the list of experiments', () => {
  const lines = read('experiments/README.md').split('\n');

  it.each(Object.entries(ANSWERS))('answers for %s as its results do', (name, texts) => {
    const line = lines.find((candidate) => candidate.includes(`(${name}/README.md)`));
    for (const text of texts) expect(line).toContain(text);
  });

  it('leaves no experiment out', () => {
    expect(names.filter((name) => !lines.some((line) => line.includes(`(${name}/README.md)`)))).toEqual([]);
  });
});

it.each(names)('the page of %s asks a question, answers it, and says how to measure again', (name) => {
  const page = read(`experiments/${name}/README.md`);
  expect(page).toMatch(/^# .*\?|^\*\*Question\.\*\*/m);
  expect(page).toMatch(/^\*\*Answer\.\*\*|^## (?:Answer|Results)|^[^\n]*\bAnswer\b/m);
  expect(page).toMatch(/npx tsx|npm run|python3|node /);
});

it.each(PAGES)('the page of %s has the figures of its results', (name, text) => {
  expect(read(`experiments/${name}/README.md`)).toContain(text);
});
