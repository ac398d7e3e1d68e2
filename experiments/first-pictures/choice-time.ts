/**
 * CPU time of the choices that are made for a volume of 256³ voxels when nobody makes any, beside that of the whole picture:
 * `npx tsx experiments/first-pictures/choice-time.ts [--rounds 5] [--size 512]`. User time of this process, whose threads render.
 */
import { parseArgs } from 'node:util';
import { createVolume, defaultAppearance, type Volume, volumeView } from 'tilecast';
import { createRenderer } from 'tilecast/node';

const SIDE = 256;

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, size: { type: 'string', default: '512' } },
});
const rounds = Number(options.rounds);
const size = Number(options.size);

/** Nearly normal noise by a linear congruential generator: what it is of does not matter here. */
let state = 1;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

const createHead = (tissueAt: (distance: number) => number) => (index: number) => {
  const [x, y, z] = [index % SIDE, (index >> 8) % SIDE, index >> 16].map((at) => (2 * at + 1) / SIDE - 1);
  return tissueAt(Math.hypot(x!, y! * 0.9, z!));
};

const KINDS: Readonly<Record<string, () => Volume['voxels']>> = {
  'CT, int16': () =>
    fill(
      new Int16Array(SIDE ** 3),
      createHead((r) => tissue(r, -1000, 40, 900) + 30 * random()),
    ),
  'MR, uint16': () =>
    fill(
      new Uint16Array(SIDE ** 3),
      createHead((r) => tissue(r, 10, 700, 200) + 30 * random()),
    ),
  'MR, float32': () =>
    fill(
      new Float32Array(SIDE ** 3),
      createHead((r) => tissue(r, 0.1, 7, 2) + 0.3 * random()),
    ),
  'phases, int16': () =>
    fill(
      new Int16Array(SIDE ** 3),
      createHead((r) => (r < 0.8 ? 900 * r : 4096 * (2 * random() - 1))),
    ),
  'statistics, float32': () =>
    fill(
      new Float32Array(SIDE ** 3),
      createHead((r) => (r < 0.8 ? 8 * random() - 4 : 0)),
    ),
};

const tissue = (r: number, air: number, soft: number, shell: number) => (r > 0.85 ? air : r > 0.75 ? shell : soft);

function fill<Voxels extends Volume['voxels']>(voxels: Voxels, valueAt: (index: number) => number): Voxels {
  for (let index = 0; index < voxels.length; index++) voxels[index] = valueAt(index);
  return voxels;
}

const userMs = async (action: () => unknown): Promise<number> => {
  const before = process.cpuUsage().user;
  await action();
  return (process.cpuUsage().user - before) / 1000;
};

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

const renderer = await createRenderer();
console.log(`${renderer.gpu.adapterInfo.description}, ${SIDE}³ voxels, ${size} × ${size} pixels, medians of ${rounds}`);
for (const [name, create] of Object.entries(KINDS)) {
  const voxels = create();
  const choices: number[] = [];
  const pictures: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const fresh = () => createVolume({ sizes: [SIDE, SIDE, SIDE], voxels: voxels.slice() });
    const volume = fresh();
    const choice = await userMs(() => {
      defaultAppearance(volume);
      volumeView(volume);
    });
    const picture = await userMs(() => renderer.render({ volume: fresh() }, undefined, { width: size, height: size }));
    // The first round compiles.
    if (round > 0) {
      choices.push(choice);
      pictures.push(picture);
    }
  }
  const [choice, picture] = [median(choices), median(pictures)];
  console.log(`${name}: ${choice.toFixed(0)} of ${picture.toFixed(0)} ms, ${((100 * choice) / picture).toFixed(1)} %`);
}
renderer.destroy();
