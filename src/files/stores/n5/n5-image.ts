/** Finds the image of an N5 store: an array, a group of its levels, or BigDataViewer's setups. */
import { InputError } from '../../../errors.js';
import { chooseSeries, quotePaths } from '../choose-series.js';
import type { KeyStore } from '../key-store.js';
import { type Fields, fieldsOf, listOf, pathOf, readFields } from '../metadata-fields.js';
import { isN5, isN5Array, type N5Array, parseArray } from './n5-metadata.js';

export interface N5Image {
  /** Finest first. */
  readonly levels: readonly [N5Array, ...N5Array[]];
  /** Attributes of the group of the levels; none of a single array. */
  readonly group: Fields;
  /** Images of other channels and times, where each is a group of its own. */
  readonly setups?: { readonly channels: number; readonly times: number };
}

/** Halved so often, no size is above one voxel. */
const LEVELS_MAX = 64;

/** Groups that are looked for one after another. */
const [SETUPS_MAX, TIMES_MAX] = [256, 1 << 14];

const ATTRIBUTES = 'attributes.json';

const attributesOf = (keys: KeyStore, folder: string) => readFields(keys, `${folder}/${ATTRIBUTES}`);

/** @throws InputError, without the store's name, where there is none, or several. */
export async function findN5Image(keys: KeyStore, picked: { channel: number; time: number }): Promise<N5Image> {
  const root = await attributesOf(keys, '');
  const image = (await imageAt(keys, '', root)) ?? (await setupsAt(keys, picked)) ?? (await onlyImage(keys));
  if (image) return image;
  if (!root || !isN5(root)) throw new InputError('is no N5 store: its attributes.json describes no array');
  throw new InputError('holds no array at its root; name the group or the array in it that is meant');
}

async function imageAt(keys: KeyStore, folder: string, attributes: Fields | undefined): Promise<N5Image | undefined> {
  if (attributes && isN5Array(attributes)) return { levels: [parseArray(folder, attributes)], group: {} };
  const group = attributes ?? {};
  const listed = listOf(fieldsOf(listOf(group['multiscales'])[0])?.['datasets']);
  if (listed.length > LEVELS_MAX)
    throw new InputError(`lists ${listed.length} levels; up to ${LEVELS_MAX} can be read`);
  const paths = listed.map((dataset) => pathOf(fieldsOf(dataset)?.['path'], 'a path of a level'));
  const levels: N5Array[] = [];
  for (let level = 0; level < LEVELS_MAX; level++) {
    if (paths.length > 0 && level >= paths.length) break;
    const path = `${folder}/${paths[level] ?? `s${level}`}`;
    const own = await attributesOf(keys, path);
    if (!own || !isN5Array(own)) {
      if (paths.length > 0) throw new InputError(`lists a level ${path.slice(1)}, which is no array`);
      break;
    }
    levels.push(parseArray(path, own));
  }
  const [first, ...others] = levels;
  return first && { levels: [first, ...others], group };
}

/** BigDataViewer's images: `setup0/timepoint0/s0`, of each channel and time. */
async function setupsAt(
  keys: KeyStore,
  { channel, time }: { channel: number; time: number },
): Promise<N5Image | undefined> {
  const folderOf = (setup: number, point: number) => `/setup${setup}/timepoint${point}`;
  const isThere = async (setup: number, point: number) =>
    (await attributesOf(keys, `${folderOf(setup, point)}/s0`)) !== undefined;
  if (!(await isThere(0, 0))) return undefined;
  const channels = await countFrom((setup) => isThere(setup, 0), SETUPS_MAX);
  const times = await countFrom((point) => isThere(0, point), TIMES_MAX);
  const setup = Math.min(channel, channels - 1);
  const [own, image] = [
    await attributesOf(keys, `/setup${setup}`),
    await imageAt(keys, folderOf(setup, Math.min(time, times - 1)), undefined),
  ];
  return image && { ...image, group: own ?? {}, setups: { channels, times } };
}

/** How many there are from 0 on without a gap, in a few questions. */
async function countFrom(isThere: (number: number) => Promise<boolean>, most: number): Promise<number> {
  let [there, missing] = [0, 1];
  while (missing < most && (await isThere(missing))) [there, missing] = [missing, 2 * missing];
  while (missing - there > 1) {
    const middle = (there + missing) >> 1;
    if (await isThere(middle)) there = middle;
    else missing = middle;
  }
  return there + 1;
}

/**
 * The path of an image of several in a folder or archive.
 * @param series its number, from 1, or its path.
 * @throws InputError, without the store's name, for one that is not there.
 */
export async function findN5Series(keys: KeyStore, series: string): Promise<string> {
  const root = await attributesOf(keys, '');
  const isOne = (await imageAt(keys, '', root)) !== undefined || (await setupsAt(keys, { channel: 0, time: 0 }));
  if (isOne) throw new InputError('holds one image; leave out --series');
  return chooseSeries(await listImages(keys), series);
}

/** The images in a folder or archive, wherever they are in it: arrays, and groups of their levels. */
async function listImages(keys: KeyStore): Promise<string[]> {
  const files = (await keys.list?.('/')) ?? [];
  const folders = files
    .filter((file) => file.endsWith(`/${ATTRIBUTES}`))
    .map((file) => file.slice(0, -ATTRIBUTES.length - 1));
  const arrays: string[] = [];
  for (const folder of folders) {
    if (isN5Array(await attributesOf(keys, `/${folder}`))) arrays.push(folder);
  }
  return [...new Set(arrays.map((folder) => folder.replace(/\/?s\d+$/, '')))].sort();
}

/** The one image of a folder or archive. */
async function onlyImage(keys: KeyStore): Promise<N5Image | undefined> {
  const images = await listImages(keys);
  const [image, ...others] = images;
  if (image === undefined) return undefined;
  if (others.length > 0) {
    throw new InputError(
      `holds ${images.length} images: ${quotePaths(images)}; name one, such as ${keys.name}/${image}, or take it by --series`,
    );
  }
  return imageAt(keys, `/${image}`, await attributesOf(keys, `/${image}`));
}
