/** The mask of `tilecast render`: a label volume, or the inside of a mesh. */
import {
  createMask,
  createVolume,
  findMeshFormat,
  findVolumeFormat,
  type Gpu,
  InputError,
  type LabelStyle,
  type Mask,
  type Mesh,
  openPagedVolume,
  type PagedVolume,
  type Volume,
  type VolumeFile,
} from '../../../index.js';
import { isSameGrid, recognizeLabels } from '../../../lab.js';
import { Bvh, voxelizeMesh } from '../../../mesh-queries.js';
import { type OpenedInput, type OpenFileOptions, openInputs } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { listAllLabels } from '../../../recipe/scene/labels/list-labels.js';
import { nameLabels } from '../../../recipe/scene/labels/name-labels.js';
import { LABELS_MAX, listPageLabels } from '../../../recipe/scene/labels/page-labels.js';
import type { LoadedLabels } from '../../../recipe/scene/scene-data.js';
import { chooseSides } from '../../intersect/choose-sides.js';
import { readMeshInput } from '../../read-mesh-input.js';
import { readVolumeInput, showProgress } from '../../read-volume-input.js';
import { say, sayOf } from '../../say.js';
import { divideMemory, SHARE_BESIDE } from './open-store-volume.js';

/** A mask and the file that it is from. */
export interface ChosenMask {
  /** Its labels; a mesh becomes labels in the volume's own voxels. */
  readonly labelsFor: (volume: Volume, gpu: Promise<Gpu>, pages?: PagedVolume) => Promise<LoadedLabels>;
  readonly path: string;
  readonly isMesh: boolean;
  readonly sha256: () => Promise<string>;
  /** The paths of the files that were read. */
  readonly files: () => readonly string[];
}

/** The label of voxels inside a mesh. */
const INSIDE: LabelStyle = { label: 1 };

/** Reads the mask; all labels but 0 are shown where none are named. */
export async function loadMask(
  { mask: path, labels: styles }: Pick<OptionValues, 'mask' | 'labels'>,
  where?: OpenFileOptions,
): Promise<ChosenMask | undefined> {
  if (path === undefined) return undefined;
  const [input] = await openInputs([path], where);
  const labelsFor = isMesh(input!) ? await maskByMesh(input, path, styles) : await maskByLabels(input!, path, styles);
  return { labelsFor, path, isMesh: isMesh(input!), sha256: input!.sha256, files: input!.files };
}

type OpenedMesh = Extract<OpenedInput, { readonly source: unknown }>;

const isMesh = (input: OpenedInput): input is OpenedMesh =>
  'source' in input && !findVolumeFormat(input.source) && findMeshFormat(input.source) !== undefined;

async function maskByMesh(input: OpenedMesh, path: string, styles: readonly LabelStyle[] = [INSIDE]) {
  const other = styles.find(({ label }) => label !== INSIDE.label);
  if (other) fail(`--labels: the inside of ${path} has the label ${INSIDE.label}, not ${other.label}`);
  const { mesh, notes } = await readMeshInput(input);
  sayOf(path, notes);
  const { sign } = chooseSides(mesh, path);
  return async (volume: Volume, gpu: Promise<Gpu>) => {
    const labels = createVolume({ ...volume, voxels: await voxelizeInto(volume, mesh, sign, await gpu) });
    return { volume: labels, styles };
  };
}

async function voxelizeInto(volume: Volume, mesh: Mesh, sign: 'parity' | 'winding', gpu: Gpu) {
  const bvh = await Bvh.build(gpu, mesh);
  try {
    return await voxelizeMesh(bvh, mesh, volume, { sign });
  } finally {
    bvh.destroy();
  }
}

async function maskByLabels(input: OpenedInput, path: string, styles: readonly LabelStyle[] | undefined) {
  if ('store' in input) return maskByStore(input, path, styles);
  const { labels: volume, styles: shown } = await readLabelMask(input, path, styles);
  return async () => ({ volume, styles: shown });
}

/**
 * The labels of a file, in memory: those of `styles`, or all but 0.
 * @throws InputError for what holds no labels.
 */
export async function readLabelMask(
  input: OpenedInput,
  path: string,
  styles: readonly LabelStyle[] | undefined,
): Promise<Mask> {
  const { volume, labels, notes } = await readVolumeInput(
    input,
    styles ? { labels: styles.map(({ label }) => label) } : {},
  );
  sayOf(path, notes);
  return nameMask(path, () => {
    const mask = createMask({ labels: volume, styles: styles ?? listKnown(volume, labels, path) });
    return styles && labels ? nameLabels(mask, labels, styles) : mask;
  });
}

/** All labels but 0, with the names and colours that their file has. */
export function listKnown(volume: Volume, labels: VolumeFile['labels'], path: string): readonly LabelStyle[] {
  const all = listAllLabels({ volume, ...(labels && { labels }) });
  if (all.length > LABELS_MAX) {
    fail(
      `${path}: has more than ${LABELS_MAX} different values, and is no label volume; name one, or --labels of this one`,
    );
  }
  if (all.length === 0) fail(`${path}: has no label but 0, so nothing would be shown`);
  if (!labels && !recognizeLabels({ ...volume, meaning: 'perhaps labels' }).isLabels) {
    const range = `${all.length} different values from ${all[0]!.label} to ${all.at(-1)!.label}`;
    say(`${path}: has ${range}, which are hardly labels; all but 0 are shown, and --labels selects some`);
  }
  return all;
}

/** Labels of the level that is shown in pages are in pages too; else the finest that fits into memory is read. */
async function maskByStore(
  input: Extract<OpenedInput, { readonly store: unknown }>,
  path: string,
  styles: readonly LabelStyle[] | undefined,
): Promise<ChosenMask['labelsFor']> {
  const store = await input.store({});
  return async (_volume, _gpu, pages) => {
    const level = pages ? store.levels.findIndex((one) => isSameGrid(one, pages.level)) : -1;
    if (level < 0) {
      const { volume, labels, notes } = await readVolumeInput(input, {});
      sayOf(path, notes);
      return { volume, styles: listKnown(volume, labels, path) };
    }
    const { account, shareBytes } = divideMemory(input.memory, 1, SHARE_BESIDE);
    account?.spend(shareBytes, 'its decoded chunks');
    const labelPages = await openPagedVolume(store, { level, cacheBytes: shareBytes });
    const numbers = styles?.map(({ label }) => label) ?? (await listAll(labelPages));
    const names = new Map(store.labels?.map((label) => [label.label, label]));
    const all = numbers.map((label): LabelStyle => names.get(label) ?? { label });
    return { volume: labelPages.preview, pages: labelPages, styles: all };
  };
}

/** All labels of a volume in pages, where its preview may lack some. */
export const listOwnLabels = async (pages: PagedVolume): Promise<readonly number[] | undefined> =>
  isSameGrid(pages.preview, pages.level) ? undefined : listAll(pages);

/** All labels but 0, those that a coarser level lacks too, with progress. */
const listAll = (pages: PagedVolume) => showProgress((report) => listPageLabels(pages, report), 'chunks');

/** Puts the mask's path before what is wrong with it. */
export function nameMask<Made>(path: string, create: () => Made): Made {
  try {
    return create();
  } catch (cause) {
    if (!(cause instanceof InputError) || cause.message.startsWith(`${path}: `)) throw cause;
    throw new InputError(`${path}: ${cause.message}`, { cause });
  }
}
