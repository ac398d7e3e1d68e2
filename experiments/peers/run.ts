/** Compares tilecast with vtk.js and with VTK's CPU ray caster: the same pictures, on the same cores, in turns. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyWindow, InputError } from 'tilecast';
import { encodePng } from 'tilecast/node';
import { compare, type Result, type Spread, shareOf } from './compare.js';
import { type Contestant, IMAGE_SIDE, MissingContestant } from './contestant.js';
import { LOOKS } from './looks.js';
import { loadFile, loadHead } from './scan.js';
import { createTilecast } from './tilecast.js';
import { createVtkJs } from './vtk-js.js';
import { createVtkMapper } from './vtk-mapper.js';

const RESULTS = join(import.meta.dirname, 'results.json');

const { options, looks, rounds, scan, remove } = await readArguments().catch(fail);
const contestants = await gather();
try {
  const results: Result[] = [];
  for (const look of looks) {
    if (shareOf(scan, look.transfer) === 0) {
      console.error(`${look.name}: left out: no voxel of ${scan.name} is visible`);
      continue;
    }
    const { result, pictures } = await compare(contestants, scan, look, rounds);
    print(result);
    if (options.pictures) writePictures(options.pictures, look.name, pictures);
    results.push(result);
  }
  // Results that others cannot repeat are not kept.
  if (!options.volume && !options.window) keep(results);
} finally {
  for (const contestant of contestants) await contestant.close();
  remove();
}

async function readArguments() {
  const { values: options, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      volume: { type: 'string' },
      window: { type: 'string' },
      pictures: { type: 'string' },
      python: { type: 'string', default: '/usr/bin/python3' },
    },
  });
  const rounds = Number(options.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    throw new InputError(`--rounds must be a whole number from 1 on, not ${options.rounds}`);
  }
  const known = LOOKS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputError(`no look is named "${unknown}"; there are "${known.join('", "')}"`);
  const chosen = LOOKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const window = options.window === undefined ? undefined : readWindow(options.window);
  const looks = window ? chosen.map((look) => ({ ...look, transfer: applyWindow(look.transfer, window) })) : chosen;
  const loaded = options.volume ? await loadFile(options.volume) : { scan: loadHead(), remove: () => {} };
  return { options, looks, rounds, ...loaded };
}

/** Hounsfield units of -1100 and 2200 in a file with values of its own. */
function readWindow(text: string): readonly [number, number] {
  const [low, high, ...rest] = text.split(',').map(Number);
  if (!(low! < high! && rest.length === 0)) throw new InputError(`--window must be two numbers, low,high, not ${text}`);
  return [low!, high!];
}

function fail(error: Error): never {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof InputError || code?.startsWith('ERR_PARSE_ARGS'))) throw error;
  console.error(error.message);
  process.exit(2);
}

/** Everybody whom this machine has; the others are measured by the first, tilecast on the best adapter without a GPU. */
async function gather(): Promise<Contestant[]> {
  const gathered: Contestant[] = [];
  const creates = [
    () => createTilecast('lavapipe'),
    () => createTilecast('swiftshader'),
    createVtkJs,
    () => createVtkMapper(options.python),
  ];
  for (const create of creates) {
    try {
      gathered.push(await create());
    } catch (error) {
      if (!(error instanceof MissingContestant)) throw error;
      console.error(`left out: ${error.message}`);
    }
  }
  return gathered;
}

function print({ look, visibleShare, samples, skippedShare, standings }: Result): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(`${look}: ${percent(visibleShare)} of the voxels visible`);
  console.log(`  ${(samples / 1e6).toFixed(1)} M samples, of which tilecast skips ${percent(skippedShare)}`);
  const show = ({ median, min, max }: Spread, digits: number) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)} … ${max.toFixed(digits)})`;
  for (const [name, standing] of Object.entries(standings)) {
    const { firstMs, firstCpuMs, ms, cpuMs, ratio, cpuRatio, brightness, difference } = standing;
    console.log(`  ${name}: first ${firstMs.toFixed(0)} ms, then ${show(ms, 0)}, × ${show(ratio, 2)}`);
    console.log(`    all cores: first ${firstCpuMs.toFixed(0)} ms, then ${show(cpuMs, 0)}, × ${show(cpuRatio, 2)}`);
    console.log(`    brightness ${brightness.toFixed(2)}, off by ${difference.toFixed(2)}`);
  }
}

/** All contestants' pictures side by side. */
function writePictures(folder: string, look: string, pictures: ReadonlyMap<string, Uint8Array>): void {
  const width = IMAGE_SIDE * pictures.size;
  const pixels = new Uint8Array(4 * width * IMAGE_SIDE);
  for (const [index, picture] of [...pictures.values()].entries()) {
    for (let row = 0; row < IMAGE_SIDE; row++) {
      const line = picture.subarray(4 * IMAGE_SIDE * row, 4 * IMAGE_SIDE * (row + 1));
      pixels.set(line, 4 * (width * row + IMAGE_SIDE * index));
    }
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${look.replaceAll(/\W+/g, '-')}.png`);
  writeFileSync(path, encodePng({ width, height: IMAGE_SIDE, pixels }));
}

/** A run of some looks replaces theirs alone. */
function keep(results: readonly Result[]): void {
  const before = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { contestants: {}, looks: [] };
  const known = new Map([...before.looks, ...results].map((result) => [result.look, result]));
  const about = Object.fromEntries(contestants.map(({ name, about }) => [name, about]));
  const kept = {
    processor: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    volume: `${scan.name}, ${scan.sizes.join(' × ')}, ${scan.type}`,
    image: `${IMAGE_SIDE}²`,
    rounds,
    contestants: { ...before.contestants, ...about },
    looks: LOOKS.flatMap(({ name }) => known.get(name) ?? []),
  };
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  writeFileSync(RESULTS, `${JSON.stringify(kept, round, 2)}\n`);
}
