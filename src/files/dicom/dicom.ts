/** Reads DICOM volumes from folders of files, one or many of which make a volume. */
import { InputError } from '../../errors.js';
import { type ByteSource, type FileFolder, memorySource } from '../bytes/byte-source.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { mayLeaveOut } from '../bytes/outside-error.js';
import type { FolderReader, VolumeFile, VolumeReader, VolumeSelection } from '../volumes/source.js';
import { checkStackCost } from './check-stack-cost.js';
import { chooseStack, type FoundSlices, findStacks, type Stack } from './find-stacks.js';
import { unfoldMosaic } from './mosaic.js';
import { readDicomHeader } from './read-header.js';
import { type ReportProgress, readStack } from './read-stack.js';
import { readSegmentation } from './segmentation.js';
import { isSegmentation, type PatientData, readInstance, readSlices } from './slice.js';
import { placeStack } from './stack-geometry.js';

/** The description of one stack of a folder by `tilecast info`. */
export interface SeriesDescription {
  /** The number that `--series` takes, from 1. */
  readonly number: number;
  readonly uid: string;
  readonly modality: string;
  readonly description: string;
  /** The difference from other parts of the same series, such as "axial, echo time 20 ms"; empty if it is all of it. */
  readonly part: string;
  readonly sizes: readonly [number, number, number];
  /** Millimetres between voxels along i, j and k. */
  readonly spacing: readonly [number, number, number];
  /** Centre of the first voxel, in LPS; undefined if the files do not say. */
  readonly origin: readonly [number, number, number] | undefined;
  readonly times: number;
  readonly files: number;
  /** What is wrong with it or was guessed, such as slices that are missing, a line each. */
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
    const { stacks, notes } = await scan(folder, report);
    const { stack, notes: choice } = chooseStack(stacks, selection.series);
    const file = await readChosen(stack, selection, report);
    return { ...file, notes: [...notes, ...choice, ...file.notes] };
  });

async function readChosen(stack: Stack, selection: VolumeSelection, report: ReportProgress): Promise<VolumeFile> {
  checkStackCost(stack);
  return isSegmentation(stack.instance)
    ? readSegmentation(stack, selection, report)
    : readStack(stack, selection, report);
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
    const { stacks, notes } = await scan(folder, report);
    return { series: stacks.map((stack, index) => describe(stack, index + 1, identify)), notes };
  });
}

function describe(stack: Stack, number: number, identify: boolean): SeriesDescription {
  const { instance, part, positions, times, files } = stack;
  const { columns, rows } = positions[0]!.slices[0]!.pixels;
  const { depth, indexToWorld, anatomical, notes } = placeStack(positions, { sparse: isSegmentation(instance) });
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
    notes: isSegmentation(instance) ? stack.notes : [...stack.notes, ...notes],
    ...(identify && { patient: instance.patient }),
  };
}

/** Files whose headers are read at the same time, so that a disk's waits overlap. */
const AT_ONCE = 16;

/** Reads the headers of all files; those that are no DICOM images are left out, and damaged ones said. */
async function scan({ files }: FileFolder, report: ReportProgress): Promise<{ stacks: Stack[]; notes: string[] }> {
  const found: (FoundSlices | undefined)[] = new Array(files.length);
  const problems: string[] = [];
  let next = 0;
  let done = 0;
  let others = 0;
  const work = async () => {
    for (let index = next++; index < files.length; index = next++) {
      try {
        found[index] = await readFound(files[index]!);
        if (!found[index]) others += 1;
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
  const stacks = findStacks(found.filter((file) => file !== undefined));
  if (stacks.length === 0) {
    throw new InputError(problem ?? `has no DICOM image among its ${files.length} files`);
  }
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return {
    stacks,
    notes: [
      ...(problem ? [`left out a file: ${problem}${more}`] : []),
      ...(others > 0 ? [`left out ${others} files that are no DICOM images`] : []),
    ],
  };
}

/** Undefined for what is no image. */
function readFound(source: ByteSource): Promise<FoundSlices | undefined> {
  return nameInErrors(source.name, async () => {
    const header = await readDicomHeader(source);
    if (!header?.pixels) return undefined;
    const instance = readInstance(header.dataSet, source);
    const slices = readSlices({ ...header, pixels: header.pixels });
    return { instance, slices: unfoldMosaic(header.dataSet, slices[0]!) ?? slices };
  });
}
