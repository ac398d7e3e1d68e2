/** Reads Philips's PAR/REC files: a header (.PAR) and the images beside it (.REC). */
import { InputError } from '../../../errors.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { takeBytes } from '../../bytes/data-bytes.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { nameBeside, readFirstSibling } from '../../bytes/sibling-names.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { type SampleAxis, selectSamples } from '../samples/select-samples.js';
import { decodeVoxels } from '../samples/voxels.js';
import type { FileSource, VolumeReader } from '../source.js';
import { isPar } from './is-par.js';
import { placeParSlices } from './par-geometry.js';
import { type ParColumn, type ParImage, parseParHeader } from './par-header.js';

const ENDINGS = ['.PAR', '.REC'];

/** Columns in which volumes differ, and their names. */
const VOLUME_COLUMNS: readonly (readonly [ParColumn, string])[] = [
  ['echo', 'echo'],
  ['dynamic', 'dynamic'],
  ['phase', 'cardiac phase'],
  ['type', 'image type'],
  ['sequence', 'sequence'],
  ['bFactor', 'b-value'],
  ['bNumber', 'b-value'],
  ['gradient', 'gradient'],
  ['label', 'label type'],
];

/**
 * Reads one volume, which is the selection's time among all: dynamics, echoes, phases, b-values, gradients and image types count in
 * the order in which the file lists them. Values are those that the scanner's console shows. The world is LPS.
 */
export const readParRec: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { images, dataName, data } = await openPair(source);
    const { volumes, notes } = groupVolumes(images);
    const [width, height, bits] = findFormat(images);
    const slices = volumes[0]!.length;
    const space = [width, height, slices].map((size): SampleAxis => ({ size, role: 'space', label: '' }));
    const times: SampleAxis = { size: volumes.length, role: 'time', label: nameDifferences(volumes) };
    const selected = selectSamples([...space, times], selection);
    const taken = volumes[selection.time ?? 0]!;
    const sizeBytes = (width * height * bits) / 8;
    const voxels = await nameInErrors(`data file ${quote(dataName)}`, async () =>
      joinSlices(
        taken.map((image) => {
          const [index = Number.NaN] = image.column('index');
          if (!(Number.isSafeInteger(index) && index >= 0)) throw new InputError(`has an image at ${index} in it`);
          const stored = takeBytes(data, index * sizeBytes, sizeBytes);
          return { image, stored: decodeVoxels(stored, bits === 8 ? 'uint8' : 'uint16', 'little', source.memory) };
        }),
        width * height,
        source.memory,
      ),
    );
    const volume = createVolume({
      sizes: selected.sizes,
      voxels,
      indexToWorld: placeParSlices(taken),
      anatomical: true,
    });
    return { volume, times: selected.times, notes: [...notes, ...selected.notes] };
  });

async function openPair(source: FileSource) {
  const { name, bytes } = source;
  if (isPar(bytes)) {
    const images = parseParHeader(bytes);
    const { name: dataName, bytes: data } = await readFirstSibling(source, bothCases(name, '.REC'));
    return { images, dataName, data };
  }
  if (/\.par$/i.test(name))
    throw new InputError('is no PAR file of Philips: it does not start with DATA DESCRIPTION FILE');
  const { name: headerName, bytes: text } = await readFirstSibling(source, bothCases(name, '.PAR'));
  return { images: parseParHeader(text), dataName: name, data: bytes, headerName };
}

function bothCases(name: string, ending: '.PAR' | '.REC'): string[] {
  const beside = nameBeside(name, ENDINGS, ending);
  const stem = beside.slice(0, -ending.length);
  return [...new Set([beside, `${stem}${ending}`, `${stem}${ending.toLowerCase()}`])];
}

/** The slices of each volume, in their order. Where a file names two images alike, the second is of a further volume. */
function groupVolumes(images: readonly ParImage[]) {
  const groups = new Map<string, Map<number, ParImage>>();
  for (const image of images) {
    const key = VOLUME_COLUMNS.map(([name]) => image.column(name).join()).join(' ');
    const [slice = 0] = image.column('slice');
    let repeat = 0;
    while (groups.get(`${key} ${repeat}`)?.has(slice)) repeat++;
    const group = groups.get(`${key} ${repeat}`) ?? new Map<number, ParImage>();
    groups.set(`${key} ${repeat}`, group.set(slice, image));
  }
  const all = [...groups.values()].map((group) => [...group].sort(([a], [b]) => a - b).map(([, image]) => image));
  const most = Math.max(...all.map((slices) => slices.length));
  const volumes = all.filter((slices) => slices.length === most);
  const left = all.length - volumes.length;
  return {
    volumes,
    notes: left === 0 ? [] : [`left out ${left} of ${all.length} volumes, which have fewer than ${most} slices`],
  };
}

/** @throws InputError if images differ in what a volume has one of. */
function findFormat(images: readonly ParImage[]): [width: number, height: number, bits: 8 | 16] {
  for (const name of ['resolution', 'bits', 'orientation', 'angulation', 'spacing'] as const) {
    const texts = new Set(images.map((image) => image.column(name).join(' × ')));
    if (texts.size === 1) continue;
    const [one, other] = [...texts];
    throw new InputError(
      `has images of several kinds, of ${name} ${one} and ${other}; dcm2niix makes a NIfTI file of each`,
    );
  }
  const [width = 0, height = 0] = images[0]!.column('resolution');
  const [bits] = images[0]!.column('bits');
  if (!(Number.isSafeInteger(width) && width > 0 && Number.isSafeInteger(height) && height > 0)) {
    throw new InputError(`has images of ${width} × ${height} pixels; positive integers would be right`);
  }
  if (bits !== 8 && bits !== 16) throw new InputError(`has pixels of ${bits} bits; 8 and 16 can be read`);
  return [width, height, bits];
}

function nameDifferences(volumes: readonly (readonly ParImage[])[]): string {
  const differing = VOLUME_COLUMNS.filter(
    ([name]) => new Set(volumes.map(([image]) => image!.column(name).join())).size > 1,
  );
  const names = [...new Set(differing.map(([, text]) => text))];
  return names.length > 0 ? `volumes that differ by ${names.join(' and ')}` : 'volumes';
}

/** Each image has a scaling of its own. */
function joinSlices(
  slices: readonly { readonly image: ParImage; readonly stored: VoxelArray }[],
  count: number,
  memory: MemoryAccount | undefined,
): VoxelArray {
  const scalings = slices.map(
    ({ image }) => [image.column('slope')[0] || 1, image.column('intercept')[0] ?? 0] as const,
  );
  const isPlain = scalings.every(([slope, intercept]) => slope === 1 && intercept === 0);
  const Plain = slices[0]!.stored instanceof Uint8Array ? Uint8Array : Uint16Array;
  const Voxels = isPlain ? Plain : Float32Array;
  memory?.spend(count * slices.length * Voxels.BYTES_PER_ELEMENT, 'its voxels');
  const voxels = new Voxels(count * slices.length);
  for (const [k, { stored }] of slices.entries()) {
    const [slope, intercept] = scalings[k]!;
    for (let index = 0; index < count; index++) voxels[k * count + index] = stored[index]! * slope + intercept;
  }
  return voxels;
}
