/** Times the kinds of transfer tables by turns, all else as an adapter chooses it, and compares their pictures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Renderer, type RenderOptions, TABLE_KINDS, type TableKind } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { geometricMean, median } from '../averages.js';
import { parseSizes, SIZE_FLAGS } from './flags.js';
import { type Bits, listLooks, listViews, makeVolume } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    ...SIZE_FLAGS,
    rounds: { type: 'string', default: '15' },
    tables: { type: 'string', default: TABLE_KINDS.join() },
    out: { type: 'string', default: join('experiments', 'sampling', 'tables.json') },
  },
});
const { side, image, viewCount, rounds } = parseSizes(flags);
const tables = flags.tables.split(',') as TableKind[];

const gpu = await openGpu({ software: flags.software });
const renderer = new Renderer(gpu);
const results: object[] = [];
console.log(
  `time ÷ that of ${tables[0]}: geometric mean of ${viewCount} views (least and most), largest difference of 255`,
);
for (const bits of [8, 16] as const satisfies readonly Bits[]) {
  const volume = makeVolume(side, bits);
  const views = listViews(volume, viewCount);
  for (const { name: look, ...appearance } of listLooks(bits)) {
    const byView: { readonly ms: readonly number[]; readonly differences: readonly number[] }[] = [];
    for (const { camera } of views) {
      const render = (table: TableKind, options: RenderOptions = {}) =>
        renderer.render({ volume, ...appearance }, camera, {
          ...{ quality: 'plain', width: image, height: image, timestamps: true, sampling: { table } },
          ...options,
        });
      const pictures: Uint8Array[] = [];
      for (const table of tables) pictures.push((await render(table)).pixels);
      const times = tables.map((): number[] => []);
      // The first rounds raise the clock of a GPU that has waited for the processor.
      for (let round = -2; round < rounds; round++) {
        for (let n = 0; n < tables.length; n++) {
          const index = (n + Math.max(round, 0)) % tables.length;
          const { timesMs } = (await render(tables[index]!)).stats;
          if (round >= 0) times[index]!.push(timesMs['cast'] ?? Object.values(timesMs)[0]!);
        }
      }
      const differences = pictures.map((pixels) =>
        pixels.reduce((most, value, at) => Math.max(most, Math.abs(value - pictures[0]![at]!)), 0),
      );
      byView.push({ ms: times.map(median), differences });
    }
    console.log(`${bits} bits, ${look}`);
    const rows = tables.map((table, index) => {
      const ratios = byView.map(({ ms }) => ms[index]! / ms[0]!);
      const largestDifference = Math.max(...byView.map(({ differences }) => differences[index]!));
      const row = { table, ratio: geometricMean(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
      const figures = [row.ratio, row.least, row.most].map((value) => value.toFixed(3));
      console.log(`  ${table.padEnd(18)}${figures.join('  ')}  ${largestDifference}`);
      return { ...row, largestDifference, ms: byView.map(({ ms }) => ms[index]!) };
    });
    results.push({ bits, look, rows });
    write();
  }
}
gpu.destroy();

/** Called after every look, so that an interrupted run leaves what it has. */
function write(): void {
  const settings = { adapter: gpu.adapterName, volume: `${side}³`, image: `${image}²`, views: viewCount, rounds };
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  writeFileSync(flags.out, `${JSON.stringify({ ...settings, results }, rounded, 1)}\n`);
}
