/** Renders a store that is larger than the memory of the machine and of the device; its chunks repeat, so that it fits any disk. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStore, type Sizes } from './make-store.js';
import { option, renderStore } from './run-tilecast.js';

const sizes = (option('sizes') ?? '1024x1024x512').split('x').map(Number) as unknown as Sizes;
const memory = option('memory') ?? '256';
const folder = option('folder') ?? '/tmp';
const results = option('results') ?? join(import.meta.dirname, 'results-large.json');
const store = join(folder, `paged-${sizes.join('x')}.zarr`);
const place = {
  picture: option('picture') ?? join(folder, 'large.png'),
  stats: join(folder, 'large-stats.json'),
  memory,
  adapter: option('adapter') ?? 'auto',
};

/** The crests of the waves alone, and all of them as fog. */
const LOOKS = {
  sparse: [
    { value: 22_000, opacity: 0 },
    { value: 30_000, opacity: 0.5 },
  ],
  fog: [
    { value: 0, opacity: 0 },
    { value: 50_000, opacity: 0.02 },
  ],
};

const chosen = (option('looks') ?? Object.keys(LOOKS).join()).split(',');

const startMs = performance.now();
if (!existsSync(store)) await makeStore(store, sizes);
const madeSeconds = Math.round((performance.now() - startMs) / 1000);

const rendered = [];
for (const [name, opacities] of Object.entries(LOOKS)) {
  if (!chosen.includes(name)) continue;
  const look = join(folder, `large-${name}.json`);
  const colors = [
    { value: 0, color: '#335577' },
    { value: 50_000, color: '#ffe6cc' },
  ];
  writeFileSync(look, JSON.stringify({ colors, opacities, unit: Math.max(...sizes) / 1024 }));
  rendered.push(await renderStore(name, store, place, ['--transfer', look]));
  if (process.argv.includes('--no-ranges')) {
    rendered.push(await renderStore(`${name}, no ranges`, store, place, ['--transfer', look, '--no-skip']));
  }
  writeFileSync(results, `${JSON.stringify({ sizes, memoryMiB: Number(memory), madeSeconds, rendered }, null, 2)}\n`);
}
if (!process.argv.includes('--keep')) rmSync(store, { recursive: true, force: true });
