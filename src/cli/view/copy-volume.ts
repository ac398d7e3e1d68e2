/** A downsampled copy of the volume, which a page shows before it has read the files. */
import { basename } from 'node:path';
import {
  computeStatistics,
  decimate,
  findMeshFormat,
  findVolumeFormat,
  type Vec3,
  type Volume,
  type VolumeFile,
  writeVolume,
} from '../../index.js';
import { recognizeLabels } from '../../lab.js';
import { type OpenedInput, openInputs } from '../../node/index.js';
import { worldUnit } from '../../recipe/scene/world-unit.js';
import { COPY_PATH, type PageCopy } from '../../viewer-page/page-inputs.js';
import { readVolumeInput } from '../read-volume-input.js';
import type { ListedFile } from './list-inputs.js';

export interface VolumeCopy {
  /** The input that it is of. */
  readonly input: string;
  readonly described: PageCopy;
  /** As NRRD. */
  readonly bytes: Uint8Array;
}

/** Files of less are there as soon as a copy would be. */
const FILE_BYTES_MIN = 2 ** 22;
/** Voxels of a copy along a side. */
const SIDE = 64;

/** Inputs that are other than files or folders of this machine. */
const isElsewhere = ({ isStore, isMask, read }: ListedFile) => isStore || isMask || read !== undefined;

/**
 * The copy of the only volume among the files.
 * @param attributes of the viewer: those that choose a part of the file leave the reading to the page.
 * @returns undefined where there are several volumes or none, labels, choices in the file, or so few bytes that none is worth while.
 */
export async function copyVolume(
  files: readonly ListedFile[],
  attributes: Readonly<Record<string, string>>,
): Promise<VolumeCopy | undefined> {
  const isChosen = ['component', 'time', 'series', 'raw', 'spacing', 'voxels'].some((name) => name in attributes);
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (isChosen || sizeBytes < FILE_BYTES_MIN || files.some(isElsewhere)) return undefined;
  const inputs = [...new Set(files.map(({ input }) => input))];
  const opened = await Promise.all(inputs.map(async (input) => ({ input, ones: await openInputs([input]) })));
  const [first, ...others] = opened.filter(({ ones }) => !ones.every(isMesh));
  if (!first || others.length > 0 || first.ones.length !== 1) return undefined;
  const file = await readVolumeInput(first.ones[0]!, { time: 0 });
  return isPlain(file) ? describeCopy(first.input, file) : undefined;
}

const isMesh = (input: OpenedInput): boolean =>
  'source' in input && findMeshFormat(input.source) !== undefined && findVolumeFormat(input.source) === undefined;

/** Whether the page would show the volume alone, by its values. */
const isPlain = ({ volume, notes, labels, times = 1 }: VolumeFile): boolean =>
  times === 1 && notes.length === 0 && !labels && !volume.colors && !recognizeLabels(volume).isLabels;

async function describeCopy(input: string, { volume, unit, display }: VolumeFile): Promise<VolumeCopy> {
  const { sizes, indexToWorld } = volume;
  const { counts, ...statistics } = computeStatistics(volume);
  const { pieces } = await writeVolume(reduce(volume), `${basename(input)}.nrrd`, { unit });
  return {
    input,
    described: {
      url: COPY_PATH,
      sizes,
      indexToWorld,
      unit: worldUnit(unit, volume.anatomical),
      display,
      statistics: { ...statistics, counts: [...counts] },
    },
    bytes: Buffer.concat(pieces as readonly Uint8Array[]),
  };
}

const reduce = (volume: Volume): Volume =>
  decimate(volume, volume.sizes.map((size) => Math.ceil(size / SIDE)) as unknown as Vec3);
