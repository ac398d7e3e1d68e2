/** Reads DICOM volumes from folders of files, one or many of which make a volume. */

import { InputError } from '../../errors.js';
import { type ByteSource, type FileFolder, memorySource } from '../bytes/byte-source.js';
import type { MemoryAccount } from '../bytes/memory-account.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { mayLeaveOut } from '../bytes/outside-error.js';
import { describeForeign, FOREIGN_START_BYTES, findForeignFolder } from '../foreign/find-foreign-kind.js';
import type { FolderReader, VolumeFile, VolumeReader, VolumeSelection } from '../volumes/source.js';
import type { DataSet } from './headers/data-set.js';
import { readDicomHeader } from './headers/read-header.js';
import { adviseOn, countKinds, nameDicomKind, nameOtherKind } from './other-files.js';
import { checkStackCost } from './stacks/check-stack-cost.js';
import { describeTimes } from './stacks/describe-times.js';
import { chooseStack, type FoundSlices, findStacks, type Stack } from './stacks/find-stacks.js';
import { unfoldMosaic } from './stacks/mosaic.js';
import { type ReportProgress, readStack } from './stacks/read-stack.js';
import { isSegmentation, type PatientData, readInstance, readSlices } from './stacks/slice.js';
import { placeStack } from './stacks/stack-geometry.js';
import { readSegmentation } from './structures/segmentation.js';
import { isStructureSet, readStructureSet } from './structures/structure-set.js';

/** The description of one stack of a folder by `tilecast info`. */
export interface SeriesDescription {
  /** The number that `--series` takes, from 1. */
  readonly number: number;
  /** Its identifier. */
  readonly uid: string;
  /** Its modality, such as CT. */
  readonly modality: string;
  /** Its description; empty if the files have none. */
  readonly description: string;
  /** The difference from other parts of the same series, such as "axial, echo time 20 ms"; empty if it is all of it. */
  readonly part: string;
  /** Voxels along each axis. */
  readonly sizes: readonly [number, number, number];
  /** Millimetres between voxels along i, j and k. */
  readonly spacing: readonly [number, number, number];
  /** Centre of the first voxel, in LPS; undefined if the files do not say. */
  readonly origin: readonly [number, number, number] | undefined;
  /** Points in time. */
  readonly times: number;
  /** Number of its files. */
  readonly files: number;
  /** Faults and guesses, such as slices that are missing, a line each. */
  readonly notes: readonly string[];
  /** Present if it was requested. */
  readonly patient?: PatientData;
}

/** Reads a single file. */
export const readDicom: VolumeReader = ({ name, bytes }, selection) =>
  readDicomFolder({ name, files: [memorySource(name, bytes)] }, selection);

/**
 * Reads one series of a folder: that which `selection.series` asks for, or the largest. Slices are sorted by position,
 * evenly spaced ones stay as they are, also those of a tilted gantry, and others are resampled along the normal.
 */
export const readDicomFolder: FolderReader = (folder, selection, report = () => undefined) =>
  nameInErrors(folder.name, async () => {
    const { stacks, structures, notes } = await scan(folder, report);
    if (stacks.length === 0 && structures[0]) return readStructureSet(structures[0], selection);
    const { stack, notes: choice } = chooseStack(stacks, selection.series);
    const file = await readChosen(stack, selection, report, folder.memory);
    return { ...file, notes: [...notes, ...choice, ...file.notes] };
  });

async function readChosen(
  stack: Stack,
  selection: VolumeSelection,
  report: ReportProgress,
  memory: MemoryAccount | undefined,
): Promise<VolumeFile> {
  checkStackCost(stack);
  return isSegmentation(stack.instance)
    ? readSegmentation(stack, selection, report)
    : readStack(stack, selection, report, memory);
}

/**
 * Lists the series of a folder, those of several orientations, echoes or stacks by their parts.
 * @param identify whether to return whose they are.
 * @throws InputError, one line that starts with the folder's name, if there is none that can be read.
 */
export function listDicomSeries(
  folder: FileFolder,
  { identify = false, report = () => undefined }: { identify?: boolean; report?: ReportProgress } = {},
): Promise<{ series: SeriesDescription[]; notes: readonly string[] }> {
  return nameInErrors(folder.name, async () => {
    const { stacks, structures, notes } = await scan(folder, report);
    if (structures.length > 0)
      throw new InputError('holds contours and no image; tilecast info of that file alone describes them');
    return { series: stacks.map((stack, index) => describe(stack, index + 1, identify)), notes };
  });
}

function describe(stack: Stack, number: number, identify: boolean): SeriesDescription {
  const { instance, part, positions, times, files } = stack;
  const { columns, rows } = positions[0]!.slices[0]!.pixels;
  const { depth, indexToWorld, anatomical, notes } = placeStack(positions, { sparse: isSegmentation(instance) });
  const difference = times > 1 ? describeTimes(stack) : undefined;
  const timeNotes = difference ? [`has ${times} points in time, by ${difference}`] : [];
  return {
    number,
    uid: instance.seriesUid,
    modality: instance.modality,
    description: instance.description,
    part,
    sizes: [columns, rows, depth],
    spacing: indexToWorld.columns.map((column) => Math.hypot(...column)) as unknown as [number, number, number],
    origin: anatomical ? indexToWorld.origin : undefined,
    times,
    files,
    notes: isSegmentation(instance) ? stack.notes : [...stack.notes, ...notes, ...timeNotes],
    ...(identify && { patient: instance.patient }),
  };
}

/** Files whose headers are read at the same time, so that a disk's waits overlap. */
const AT_ONCE = 16;

interface Scan {
  readonly stacks: Stack[];
  /** Files of contours; there are no stacks if there are any. */
  readonly structures: readonly DataSet[];
  readonly notes: string[];
}

/** Contents of a file: slices, or the name of what it is instead. */
interface Found {
  readonly slices?: FoundSlices;
  readonly kind?: string;
  readonly structures?: DataSet;
}

/** Reads the headers of all files; those that are no DICOM images are left out, and damaged ones said. */
async function scan({ files }: FileFolder, report: ReportProgress): Promise<Scan> {
  const found: (Found | undefined)[] = new Array(files.length);
  const problems: string[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let index = next++; index < files.length; index = next++) {
      try {
        found[index] = await readFound(files[index]!);
      } catch (error) {
        if (!mayLeaveOut(error)) throw error;
        problems.push(error.message);
      }
      report(++done, files.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  problems.sort();
  const [problem] = problems;
  const stacks = findStacks(found.flatMap((file) => file?.slices ?? []));
  const others = found.flatMap((file) => file?.kind ?? []);
  const kinds = countKinds(others);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const left = problem ? [`left out a file: ${problem}${more}`] : [];
  if (stacks.length > 0) {
    const notes =
      others.length > 0 ? [...left, `left out ${others.length} files that are no DICOM images: ${kinds}`] : left;
    return { stacks, structures: [], notes };
  }
  const structures = found.flatMap((file) => file?.structures ?? []);
  if (structures.length === 1) return { stacks, structures, notes: left };
  if (others.length > 0 && others.every((kind) => kind === 'DICOMDIR')) {
    throw new InputError('lists other files and holds no image; give the folder that it is in');
  }
  if (files.length === 0) throw new InputError('is empty, or holds no file that can be read');
  const folder = findForeignFolder(files.map(({ name }) => name));
  if (!problem && folder) throw new InputError(describeForeign(folder));
  const held = others.length > 0 ? `: ${[kinds, adviseOn(others) ?? []].flat().join('; ')}` : '';
  throw new InputError(problem ?? `has no DICOM image among its ${files.length} files${held}`);
}

function readFound(source: ByteSource): Promise<Found> {
  return nameInErrors(source.name, async () => {
    const header = await readDicomHeader(source);
    if (!header) return { kind: nameOtherKind(await source.read(0, FOREIGN_START_BYTES)) };
    const { dataSet, pixels } = header;
    if (!pixels) {
      return { kind: nameDicomKind(dataSet), ...(isStructureSet(dataSet) && { structures: dataSet }) };
    }
    const instance = readInstance(dataSet, source);
    const slices = readSlices({ ...header, pixels });
    return { slices: { instance, slices: unfoldMosaic(dataSet, slices[0]!) ?? slices } };
  });
}
