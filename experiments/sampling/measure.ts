/** Times every way to sample and to classify, look by look and view by view, and compares their pictures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Renderer, type RenderOptions, type SamplingOptions, TABLE_KINDS, type Volume } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { geometricMean, median } from '../averages.js';
import { parseSizes, SIZE_FLAGS } from './flags.js';
import { type Bits, type Look, listLooks, listViews, makeVolume, type View } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    ...SIZE_FLAGS,
    rounds: { type: 'string', default: '5' },
    bits: { type: 'string', default: '8,16' },
    looks: { type: 'string' },
    /** Rounds end there, so that something is written before whoever started this loses patience. */
    seconds: { type: 'string', default: '210' },
    out: { type: 'string', default: join('experiments', 'sampling', 'results.json') },
  },
});
const { side, image, viewCount, rounds } = parseSizes(flags);
const endMs = performance.now() + 1000 * Number(flags.seconds);

interface Variant {
  readonly name: string;
  readonly sampling: SamplingOptions;
  readonly skip: boolean;
}

/** The variant from before there was a choice comes first: all pictures are compared with its. */
function listVariants({ shading, name: look }: Look, bits: Bits): Variant[] {
  const skip = look !== 'dense';
  const words = bits === 16 ? (['rg8unorm', 'r32float'] as const) : (['rg8unorm'] as const);
  const before: SamplingOptions = {
    table: 'float-texture',
    ahead: 1,
    gradients: 'samples',
    words: 'r32float',
    traversal: 'runs',
  };
  const variants: Variant[] = [{ name: 'before', sampling: before, skip }];
  for (const table of TABLE_KINDS) {
    for (const ahead of [1, 4] as const) {
      for (const format of table === 'cells' && ahead === 4 ? words : words.slice(0, 1)) {
        const sampling: SamplingOptions = { table, ahead, words: format, gradients: 'samples', traversal: 'runs' };
        variants.push({ name: `${table}, ${ahead} ahead${bits === 16 ? `, ${format}` : ''}`, sampling, skip });
      }
    }
  }
  const best: SamplingOptions = {
    table: 'cells',
    ahead: 4,
    gradients: 'samples',
    words: 'rg8unorm',
    traversal: 'runs',
  };
  const other = skip ? 'every sample' : 'skipping';
  variants.push({ name: `cells, 4 ahead, ${other}`, sampling: best, skip: !skip });
  variants.push({ name: `cells, 1 ahead, ${other}`, sampling: { ...best, ahead: 1 }, skip: !skip });
  for (const ahead of [1, 4] as const) {
    const sampling: SamplingOptions = { ...best, ahead, traversal: 'steps' };
    variants.push({ name: `cells, ${ahead} ahead, steps`, sampling, skip: true });
  }
  if (shading)
    variants.push({ name: 'cells, 4 ahead, shared voxels', sampling: { ...best, gradients: 'voxels' }, skip });
  return variants;
}

const gpu = await openGpu({ software: flags.software });
const { vendor, architecture } = gpu.adapterInfo;
const renderer = new Renderer(gpu);

interface Cell {
  readonly times: number[];
  /** Largest difference in any channel from the kernel before. */
  largestDifference: number;
}

async function measureView(
  volume: Volume,
  { name: _, ...appearance }: Look,
  { camera }: View,
  variants: readonly Variant[],
) {
  const cells = variants.map((): Cell => ({ times: [], largestDifference: 0 }));
  const render = ({ sampling, skip }: Variant, options: RenderOptions = {}) =>
    renderer.render({ volume, ...appearance }, camera, {
      quality: 'plain',
      width: image,
      height: image,
      sampling,
      skip,
      earlyTermination: false,
      timestamps: true,
      ...options,
    });
  let first: Uint8Array | undefined;
  for (const [index, variant] of variants.entries()) {
    const { pixels } = await render(variant);
    first ??= pixels;
    for (const [place, value] of pixels.entries()) {
      const difference = Math.abs(value - first[place]!);
      if (difference > cells[index]!.largestDifference) cells[index]!.largestDifference = difference;
    }
  }
  for (let round = 0; round < rounds && (round === 0 || performance.now() < endMs); round++) {
    for (let turn = 0; turn < variants.length; turn++) {
      const index = (turn + round) % variants.length;
      const { stats } = await render(variants[index]!);
      const { cast } = stats.timesMs;
      cells[index]!.times.push(cast ?? Object.values(stats.timesMs)[0]!);
    }
  }
  const { stats } = await render({ ...variants[0]!, skip: true }, { counts: true });
  const all = (stats.samples ?? 0) + (stats.samplesSkipped ?? 0);
  return { cells, shape: stats.shape, samples: all, takenShare: (stats.samples ?? 0) / all, timer: stats.timer };
}

const results: object[] = [];
const lines: string[] = [];
for (const bits of flags.bits.split(',').map(Number) as Bits[]) {
  const startMs = performance.now();
  const volume = makeVolume(side, bits);
  process.stderr.write(`${bits} bits: made in ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
  const views = listViews(volume, viewCount);
  for (const look of listLooks(bits)) {
    if (flags.looks && !flags.looks.split(';').includes(look.name)) continue;
    const lookMs = performance.now();
    const variants = listVariants(look, bits);
    const measured: (Awaited<ReturnType<typeof measureView>> & { readonly view: string })[] = [];
    for (const view of views) measured.push({ view: view.name, ...(await measureView(volume, look, view, variants)) });
    const medians = variants.map((_, index) => measured.map(({ cells }) => median(cells[index]!.times)));
    const base = geometricMean(medians[0]!);
    const rows = variants.map(({ name }, index) => {
      const ms = geometricMean(medians[index]!);
      return {
        variant: name,
        ms,
        ofBefore: ms / base,
        slowestOverFastestView: Math.max(...medians[index]!) / Math.min(...medians[index]!),
        largestDifference: Math.max(...measured.map(({ cells }) => cells[index]!.largestDifference)),
        byView: medians[index],
      };
    });
    const viewRows = measured.map(({ view, shape, samples, takenShare }) => ({ view, shape, samples, takenShare }));
    results.push({ bits, look: look.name, views: viewRows, variants: rows });
    lines.push(
      `${bits} bits, ${look.name}: ${(measured[0]!.takenShare * 100).toFixed(0)} % of samples in active bricks`,
    );
    for (const { variant, ms, ofBefore, slowestOverFastestView, largestDifference } of rows) {
      const figures = [ms.toFixed(3).padStart(9), ofBefore.toFixed(3), slowestOverFastestView.toFixed(2)].join('  ');
      lines.push(`  ${variant.padEnd(42)}${figures}  ${largestDifference}`);
    }
    process.stderr.write(`${bits} bits, ${look.name}: ${((performance.now() - lookMs) / 1000).toFixed(1)} s\n`);
    write();
  }
}
console.log('variant, geometric mean of the views in ms, share of before, slowest / fastest view, difference of 255');
console.log(lines.join('\n'));
gpu.destroy();

const farOff = lines.filter((line) => line.startsWith('  ') && Number(line.split(' ').at(-1)) > 1);
if (farOff.length > 0) {
  console.error(`${farOff.length} variants differ by more than 1 of 255 from what was before`);
  process.exitCode = 1;
}

/** Called after every look, so that an interrupted run leaves what it has. */
function write(): void {
  const adapter = { name: gpu.adapterName, vendor, architecture, subgroupSizes: gpu.traits.subgroupSizes };
  const settings = { volume: `${side}³`, image: `${image}²`, views: viewCount, rounds };
  const text = JSON.stringify(
    { adapter, settings, results },
    (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value),
    1,
  );
  writeFileSync(flags.out, `${text}\n`);
}
