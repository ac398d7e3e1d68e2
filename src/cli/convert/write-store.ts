/** `tilecast convert … -o out.zarr`: a store with its pyramid, in bounded memory. */
import { stat } from 'node:fs/promises';
import manifest from '../../../package.json' with { type: 'json' };
import { createVolume, InputError, type Store, type Vec3, type Volume, type VolumeSelection } from '../../index.js';
import { readVoxels, recognizeLabels, selectFlatStore, storeOfVolume, writeStore } from '../../lab.js';
import { createStoreFolder, nameOfInput, openFlatStore, openInputs } from '../../node/index.js';
import { compressNatively } from '../../node/write/native-zstandard.js';
import { parseChoice } from '../../recipe/parse/parse-options.js';
import { describeGuess } from '../../recipe/scene/labels/label-guess.js';
import { unitName } from '../../recipe/scene/world-unit.js';
import { listenForInterrupt } from '../interrupt.js';
import { readVolumeInput, showProgress } from '../read-volume-input.js';
import { say } from '../say.js';

const REDUCTIONS = ['mean', 'mode'] as const;

export const STORE_OPTIONS = {
  reduction: {
    group: 'Stores:',
    type: 'string',
    describe: `How voxels are reduced for coarser levels: ${REDUCTIONS.join(', ')}; default: mean, and mode for labels`,
  },
} as const;

export interface StoreArguments {
  readonly reduction: string | undefined;
}

export const isStoreName = (output: string) => /\.zarr[/\\]?$/i.test(output);

/** If interrupted, it exits with the signal's code, and the same command continues. */
export async function convertToStore(
  inputs: readonly string[],
  output: string,
  { reduction: asked }: StoreArguments,
  selection: VolumeSelection,
): Promise<void> {
  const chosen = asked === undefined ? undefined : parseChoice('reduction', asked, REDUCTIONS);
  const opened = await openAsStore(inputs, selection);
  const store = { ...opened, unit: unitName(opened.unit, opened.anatomical) };
  for (const note of store.notes) say(note);
  const reduction = chosen ?? (store.isLabels ? 'mode' : 'mean');
  const level = store.levels[0];
  const { sizes } = level;
  const identity = { version: manifest.version, input: await identityOf(inputs), selection, reduction, sizes };
  const folder = await createStoreFolder(output, identity);
  if (folder.goesOn) say(`${output}: goes on from what was there`);
  const interrupt = listenForInterrupt();
  try {
    const options = { reduction, compress: compressNatively, signal: interrupt.signal };
    await showProgress((report) => writeStore(store, level, folder.keys, { ...options, report }), 'files');
    await folder.commit();
  } catch (error) {
    if (!interrupt.requested()) throw error;
    process.exitCode = interrupt.exitCode();
  } finally {
    interrupt.ignore();
  }
}

/** Files of plain voxels are read as they are needed; others have to be in memory. */
async function openAsStore(inputs: readonly string[], selection: VolumeSelection): Promise<Store> {
  const [first, second] = inputs;
  const flat = second === undefined ? await openFlatStore(first!) : undefined;
  if (flat) {
    const store = await selectFlatStore(flat, selection);
    return store.isLabels ? store : guessReduction(store, await readMiddle(store));
  }
  const [input, another] = await openInputs(inputs);
  if (another) throw new InputError(`${nameOfInput(another)}: is a second input; a store is made from one`);
  if ('store' in input!) return input.store(selection);
  const { volume, notes, labels, colors, unit } = await readVolumeInput(input!, selection);
  if (colors) {
    throw new InputError(
      `${nameOfInput(input!)}: is in colors, and a store is written of one channel; --component takes one of 0 to ${colors.channels.length - 1}, and .nrrd, .mha, .nii and .nii.gz hold colors`,
    );
  }
  const name = nameOfInput(input!);
  const store = { ...storeOfVolume(name, volume), unit, notes };
  return labels === undefined ? guessReduction(store, volume) : { ...store, isLabels: true };
}

/** Voxels along an axis that show whether a file holds labels. */
const LOOKED_AT = 160;

/** The middle of a file that is too large to be read at once. */
async function readMiddle({ anatomical, levels: [level], meaning }: Store): Promise<Volume> {
  const sizes = level.sizes.map((size) => Math.min(size, LOOKED_AT)) as unknown as Vec3;
  const first = level.sizes.map((size, axis) => (size - sizes[axis]!) >> 1) as unknown as Vec3;
  const end = first.map((start, axis) => start + sizes[axis]!) as unknown as Vec3;
  return createVolume({ sizes, voxels: await readVoxels(level, { first, end }), anatomical, meaning });
}

/** The store with whether it holds labels, as far as some of its voxels show. */
function guessReduction(store: Store, looked: Volume): Store {
  const verdict = recognizeLabels(looked);
  if (!verdict.isLabels) return store;
  const shows = 'coarser levels get the most frequent one of each block; --reduction mean averages';
  const guess = describeGuess(store.name, looked, verdict, shows);
  return { ...store, isLabels: true, notes: guess === undefined ? store.notes : [...store.notes, guess] };
}

/** Sizes and times reveal files that changed in between. */
function identityOf(inputs: readonly string[]): Promise<unknown> {
  return Promise.all(
    inputs.map(async (path) => {
      const status = await stat(path).catch(() => undefined);
      return { path, sizeBytes: status?.size, modifiedMs: status?.mtimeMs };
    }),
  );
}
