/** Slices that a file holds side by side in one picture: Siemens's mosaics and United Imaging's grids. */
import { InputError } from '../../../errors.js';
import { addScaled, cross, dot, type Vec3 } from '../../../math/vec3.js';
import * as tags from '../headers/attributes.js';
import { readCsaNumbers } from '../headers/csa-header.js';
import type { DataSet } from '../headers/data-set.js';
import { findPrivate } from '../headers/find-private.js';
import { type PixelFormat, tilePixels } from '../pixels/pixel-format.js';
import type { Slice } from './slice.js';

/** More slices than any volume has that scanners fold. */
const SLICES_MAX = 1 << 12;

/**
 * The slices of a folded picture, from what the file says of it as a whole; undefined if it is none.
 * @throws InputError, without the file's name, if it is one that cannot be unfolded: it would be shown as a contact sheet.
 */
export function unfoldMosaic(dataSet: DataSet, whole: Slice): Slice[] | undefined {
  const kinds = dataSet.strings(tags.ImageType);
  const grid = readGrid(dataSet, whole);
  if (grid) return grid;
  if (kinds.includes('MOSAIC')) return readMosaic(dataSet, whole);
  if (kinds.includes('VFRAME') && !whole.position) {
    throw new InputError('is a grid of slices whose number it does not say, so that it cannot be unfolded');
  }
  return undefined;
}

function readMosaic(dataSet: DataSet, whole: Slice): Slice[] {
  const { orientation, position, spacing, sliceSpacing } = whole;
  const csa = findPrivate(dataSet, 0x0029, 'SIEMENS CSA HEADER', 0x10, 'OB');
  const header = (csa && dataSet.bytes(csa)) ?? new Uint8Array();
  const said = findPrivate(dataSet, 0x0019, 'SIEMENS MR HEADER', 0x0a, 'US');
  const count = (said && dataSet.number(said)) ?? readCsaNumbers(header, 'NumberOfImagesInMosaic')[0];
  if (count === undefined) {
    throw new InputError('is a mosaic of slices whose number it does not say, so that it cannot be unfolded');
  }
  const pixels = foldedPixels(whole, count, Math.ceil(Math.sqrt(count)));
  if (!orientation || !position || !spacing || !sliceSpacing) {
    throw new InputError('is a mosaic of slices that does not say where they are, so that it cannot be unfolded');
  }
  // The position is that of a picture as large as the mosaic with the slice in its middle.
  const [row, column] = orientation;
  const [columnSpacing, rowSpacing] = spacing;
  const cornerOfRow = addScaled(position, row, (columnSpacing * (whole.pixels.columns - pixels.columns)) / 2);
  const corner = addScaled(cornerOfRow, column, (rowSpacing * (whole.pixels.rows - pixels.rows)) / 2);
  const normal = cross(row, column);
  const slices = readCsaNumbers(header, 'SliceNormalVector');
  const opposed = slices.length === 3 && dot(slices as unknown as Vec3, normal) < 0;
  return Array.from({ length: count }, (_, k) => ({
    ...whole,
    pixels,
    frame: k,
    position: addScaled(corner, normal, (opposed ? -k : k) * Math.abs(sliceSpacing)),
  }));
}

/** United Imaging says where each slice is. */
function readGrid(dataSet: DataSet, whole: Slice): Slice[] | undefined {
  const creator = 'Image Private Header';
  const [number, sequence] = [0x50, 0x51].map((element, index) =>
    findPrivate(dataSet, 0x0065, creator, element, index === 0 ? 'DS' : 'SQ'),
  );
  const count = number && dataSet.number(number);
  if (count === undefined || count <= 1) return undefined;
  const across = Math.ceil(Math.sqrt(count));
  const pixels = foldedPixels(whole, count, across, Math.ceil(count / across));
  const positions = (sequence ? dataSet.items(sequence) : []).map((item) => item.numbers(tags.ImagePositionPatient));
  if (positions.length !== count || positions.some((position) => position.length !== 3) || !whole.orientation) {
    throw new InputError(`is a grid of ${count} slices that does not say where each is, so that it cannot be unfolded`);
  }
  return positions.map((position, k) => ({ ...whole, pixels, frame: k, position: position as unknown as Vec3 }));
}

function foldedPixels({ pixels }: Slice, count: number, across: number, down = across): PixelFormat {
  const fits = Number.isInteger(count) && count >= 1 && count <= SLICES_MAX;
  if (!fits || pixels.columns % across !== 0 || pixels.rows % down !== 0) {
    throw new InputError(
      `is a mosaic of ${count} slices in ${pixels.columns} × ${pixels.rows} pixels, which cannot be unfolded into ${across} × ${down} equal ones`,
    );
  }
  if (pixels.frames > 1 || pixels.samples > 1) {
    throw new InputError('is a mosaic of several frames or of colours, which cannot be unfolded');
  }
  return tilePixels(pixels, count, across, down);
}
