/** Reads radiotherapy's structure sets (PS3.3, section A.19): the contours of regions, filled as labels. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { Budget } from '../../bytes/budget.js';
import type { FileLabel, VolumeFile, VolumeSelection } from '../../volumes/source.js';
import * as tags from '../headers/attributes.js';
import type { DataSet } from '../headers/data-set.js';
import { type Contour, planContourGrid, type Region } from './contour-grid.js';
import { fillContours } from './fill-contours.js';

const CLASS = '1.2.840.10008.5.1.4.1.1.481.3';

export const isStructureSet = (dataSet: DataSet): boolean =>
  dataSet.string(tags.SopClassUID) === CLASS ||
  (dataSet.has(tags.RoiContourSequence) && dataSet.has(tags.StructureSetRoiSequence));

/** Bytes of text that a coordinate takes at least, for the work that contours may ask for. */
const COORDINATE_BYTES = 2;

/**
 * Fills the closed contours of all regions, or those of `selection.labels`, on a grid in the planes that they lie in. Regions lie in
 * the world of the scan that they were drawn on, and a voxel in several gets the smallest of them.
 * @throws InputError, without the file's name, if there are no closed contours, or none on parallel planes.
 */
export async function readStructureSet(dataSet: DataSet, selection: VolumeSelection): Promise<VolumeFile> {
  const all = readRegions(dataSet);
  const closed = all.filter(({ contours }) => contours.length > 0);
  const open = all.length - closed.length;
  const taken = closed.filter(({ label }) => !selection.labels || selection.labels.includes(label.label));
  if (closed.length === 0) {
    throw new InputError(`has ${all.length} structures, none of which has closed contours; nothing can be filled`);
  }
  const points = closed.flatMap(({ contours }) => contours).reduce((sum, { length }) => sum + length, 0);
  const budget = new Budget(points * COORDINATE_BYTES);
  // The grid is that of all, so that it does not depend on which are taken.
  const grid = planContourGrid(closed);
  const [width, height, depth] = grid.sizes;
  const Labels = closed.every(({ label }) => label.label <= 0xff) ? Uint8Array : Uint16Array;
  budget.spendBytes(width * height * depth * Labels.BYTES_PER_ELEMENT, `${width} × ${height} × ${depth} voxels`);
  const voxels = new Labels(width * height * depth);
  const overlapping = fillContours(taken, grid, voxels, budget);
  const notes = [
    ...(open > 0
      ? [`left out ${open} of ${all.length} structures, which have no closed contours: points or nothing`]
      : []),
    ...(overlapping > 0
      ? [`has ${overlapping} voxels in several structures, which got the smallest; --labels takes single ones`]
      : []),
  ];
  const { sizes, indexToWorld } = grid;
  const volume = createVolume({ sizes, voxels, indexToWorld, anatomical: true, meaning: 'labels' });
  return { volume, notes, labels: closed.map(({ label }) => label) };
}

function readRegions(dataSet: DataSet): Region[] {
  const names = new Map<number, string>();
  for (const item of dataSet.items(tags.StructureSetRoiSequence)) {
    const number = item.number(tags.RoiNumber);
    if (number !== undefined) names.set(number, item.string(tags.RoiName) ?? `structure ${number}`);
  }
  const items = dataSet.items(tags.RoiContourSequence);
  const numbers = items.map((item) => item.number(tags.ReferencedRoiNumber));
  // Programs number regions from 0, or by more than labels can be; their places do then.
  const isLabel = numbers.every((number) => Number.isSafeInteger(number) && number! > 0 && number! <= 0xffff);
  const useNumbers = isLabel && new Set(numbers).size === numbers.length;
  return items.map((item, index): Region => {
    const number = numbers[index];
    const name = names.get(number ?? Number.NaN) ?? `structure ${index + 1}`;
    const label: FileLabel = {
      label: useNumbers ? number! : index + 1,
      name,
      ...colorOf(item.numbers(tags.RoiDisplayColor)),
    };
    return { label, contours: item.items(tags.ContourSequence).flatMap((contour) => readContour(contour, name)) };
  });
}

function colorOf([red, green, blue]: readonly number[]): Pick<FileLabel, 'color'> {
  if (red === undefined || green === undefined || blue === undefined) return {};
  return { color: [red / 255, green / 255, blue / 255] };
}

/** Points and open lines enclose nothing. */
function readContour(item: DataSet, name: string): Contour[] {
  const type = item.string(tags.ContourGeometricType) ?? '';
  if (!type.startsWith('CLOSED')) return [];
  const numbers = item.numbers(tags.ContourData);
  if (numbers.length % 3 !== 0) {
    throw new InputError(
      `has a contour of ${name} of ${numbers.length} coordinates, which are not three for each point`,
    );
  }
  return numbers.length >= 9 ? [Float64Array.from(numbers)] : [];
}
