/** Reads stacks of TIFF pages: multi-page files, OME-TIFF and ImageJ's. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { Budget, checkSmallInput } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeText } from '../../bytes/text/utf8.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { countSamples, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import { decodeVoxels, type Endianness, scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource, VolumeFile, VolumeReader, VolumeSelection } from '../source.js';
import { refuseColorSpace } from './color-spaces.js';
import { isTiff } from './is-tiff.js';
import { isOme, readOme } from './ome.js';
import { spreadPages } from './spread-pages.js';
import { readDirectories, TAG, type TiffDirectory } from './tiff-directory.js';
import { describePage, type TiffPage } from './tiff-page.js';
import { describeFile, findPlanes, type PageLocation, type TiffPlanes } from './tiff-planes.js';

/** The bit of a page's subfile type that marks a smaller copy of another page. */
const REDUCED = 1;

/**
 * Reads one channel at one time; of the pages, only those that hold it. The first pixel is at the top left: i runs to the
 * right, j down the page and k from page to page.
 */
export const readTiff: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { name, bytes, readSibling } = source;
    const { notes, ...tiff } = findPages(bytes);
    const description = describeFile(tiff.pages[0]!);
    const planes = isOme(description)
      ? await readOme(description, name.split(/[\\/]/).at(-1)!, readSibling)
      : findPlanes(tiff.pages[0]!, tiff.first, tiff.pages.length, selection);
    return readPlanes({ file: undefined, ...tiff }, planes, notes, source, selection);
  });

/** Reads the planes of OME-XML that lies in a file of its own, beside the TIFF files that hold them. */
export const readOmeXml: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { name, bytes, readSibling } = source;
    const planes = await readOme(decodeText(bytes, name), name.split(/[\\/]/).at(-1)!, readSibling);
    const { file } = planes.pageOf(0, 0, 0);
    if (file === undefined) throw new InputError('names no TIFF file for its first plane');
    const { notes, ...tiff } = await openOther(file, readSibling);
    return readPlanes({ file, ...tiff }, planes, notes, source, selection);
  });

/**
 * Reads one channel at one time.
 * @param opened the file that describes all planes.
 * @param left notes about what was left out of it.
 */
async function readPlanes(
  opened: OpenTiff & { readonly file: string | undefined },
  planes: TiffPlanes,
  left: readonly string[],
  { readSibling, memory }: Pick<FileSource, 'readSibling' | 'memory'>,
  selection: VolumeSelection,
): Promise<VolumeFile> {
  const { bytes, pages, first } = opened;
  const { channels, times, spacings, unit, lacksSliceDistance = false } = planes;
  const slices = planes.slices * first.depth;
  const axes: readonly SampleAxis[] = [
    { size: first.samples, role: 'component', label: 'samples' },
    { size: channels, role: 'component', label: 'channels' },
    { size: times, role: 'time', label: 'times' },
    ...[first.width, first.height, slices].map((size): SampleAxis => ({ size, role: 'space', label: '' })),
  ];
  const { notes, colors } = selectSamples(axes, selection, first.white);
  refuseColorSpace(first.colorSpace, first.samples, selection.component);
  const component = selection.component ?? 0;
  const chosen = Array.from({ length: planes.slices }, (_, slice) =>
    planes.pageOf(slice, Math.floor(component / first.samples), selection.time ?? 0),
  );
  const sizes: Vec3 = [first.width, first.height, slices];
  const samples = colors ? Array.from({ length: colors.count }, (_, sample) => sample) : [component % first.samples];
  let open = opened;
  const missing = chosen.find(({ file, page }) => file === opened.file && !pages[page]);
  if (missing) findPage(open, missing.page, first);
  const fileCount = new Set(chosen.map(({ file }) => file)).size;
  const sliceBytes = first.width * first.height * scalarSizeBytes(first.type);
  const voxelBytes = sliceBytes * slices * samples.length;
  // A page of one strip is inflated in pieces, which are joined; further pages are gone when the next one comes, or nearly.
  const pageBytes = sliceBytes * first.depth * first.samples;
  const costBytes = (slices === first.depth ? 0 : voxelBytes) + 2 * pageBytes;
  new Budget(bytes.length * fileCount).spendBytes(
    voxelBytes,
    `${slices} pages of ${first.width} × ${first.height} pixels`,
  );
  checkSmallInput(bytes.length * fileCount, costBytes, `${slices} pages of ${first.width} × ${first.height} pixels`);
  memory?.check(costBytes, 'its voxels');
  const writer = new SliceWriter(first, samples, sizes);
  // File by file, so that one at a time is in memory.
  for (const [slice, { file, page }] of [...chosen.entries()].sort(compareFiles)) {
    if (file === undefined && opened.file !== undefined) throw new InputError('names no TIFF file for some planes');
    if (file !== open.file) open = { file, ...(await openOther(file!, readSibling)) };
    await writer.write(slice, findPage(open, page, first));
  }
  const channelVoxels = writer.finish();
  const [x, y] = spacings;
  // Cubes: a resolution such as 100 dots to the inch beside slices of one inch would make a needle of a block.
  const z = lacksSliceDistance ? x : spacings[2];
  const columns = [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const;
  const units = unit === undefined ? [] : [`measures lengths in ${unit}, and so does the world here`];
  const guessed =
    lacksSliceDistance && !selection.spacings
      ? ['says how far apart pixels are, but not slices, which are taken to be as far apart; --spacing X,Y,Z says more']
      : [];
  return {
    volume: createVolume({ sizes, voxels: channelVoxels[0]!, indexToWorld: { columns, origin: [0, 0, 0] } }),
    colors: colors && { channels: channelVoxels, white: colors.white },
    times,
    unit,
    lacksSpacings: lacksSliceDistance,
    notes: [
      ...left,
      ...notes,
      ...noteInversion(first),
      ...notePalette(first),
      ...units,
      ...guessed,
      ...(planes.notes ?? []),
    ],
  };
}

interface OpenTiff {
  readonly bytes: Uint8Array;
  readonly pages: readonly TiffDirectory[];
  readonly first: TiffPage;
  readonly endianness: Endianness;
}

function findPages(bytes: Uint8Array): OpenTiff & { notes: string[] } {
  const { endianness, pages: all } = readDirectories(bytes);
  const number = (page: TiffDirectory, tag: number) => page.get(tag)?.[0];
  const whole = all.filter((page) => (Number(number(page, TAG.subfileType) ?? 0) & REDUCED) === 0);
  const first = whole[0];
  if (!first) throw new InputError('has no page');
  const tags = [TAG.width, TAG.height, TAG.imageDepth, TAG.samplesPerPixel, TAG.bitsPerSample, TAG.sampleFormat];
  const alike = whole.filter((page) => tags.every((tag) => Object.is(number(page, tag), number(first, tag))));
  const others = whole.length - alike.length;
  const notes = others > 0 ? [`left out ${others} pages whose size or type is not the first one's`] : [];
  const page = describePage(bytes, first, endianness);
  const pages = whole.length > 1 ? alike : spreadPages(first, page, bytes.length);
  return { bytes, endianness, pages, first: page, notes };
}

/** This file first, and the slices of each together, in their order. */
function compareFiles(
  [sliceA, { file: a = '' }]: readonly [number, PageLocation],
  [sliceB, { file: b = '' }]: readonly [number, PageLocation],
): number {
  return a < b ? -1 : a > b ? 1 : sliceA - sliceB;
}

async function openOther(file: string, readSibling: FileSource['readSibling']): Promise<ReturnType<typeof findPages>> {
  const bytes = await readSibling(file);
  return nameInErrors(quote(file), async () => {
    if (!isTiff(bytes)) throw new InputError('is no TIFF file, as the others of its set are');
    return findPages(bytes);
  });
}

/** @throws InputError if it is not there, or not like the set's first. */
function findPage(
  { bytes, pages, endianness, file }: OpenTiff & { file: string | undefined },
  index: number,
  first: TiffPage,
) {
  const directory = pages[index];
  const where = file === undefined ? '' : `${quote(file)} `;
  if (!directory) {
    throw new InputError(`${where}has ${pages.length} pages, but its description names page ${index + 1}`);
  }
  const page = describePage(bytes, directory, endianness);
  const same = ['width', 'height', 'depth', 'samples', 'type'] as const;
  if (same.every((field) => page[field] === first[field])) return page;
  throw new InputError(`${where}has pages of another size or type than the first file's`);
}

/** Puts pages together to a volume for each of the samples that are taken of them. */
class SliceWriter {
  readonly #first: TiffPage;
  readonly #samples: readonly number[];
  readonly #sizes: Vec3;
  #channels: readonly Uint8Array[] | undefined;

  constructor(first: TiffPage, samples: readonly number[], sizes: Vec3) {
    this.#first = first;
    this.#samples = samples;
    this.#sizes = sizes;
  }

  async write(slice: number, page: TiffPage): Promise<void> {
    const { type, samples } = this.#first;
    const bytes = await page.read();
    if (samples === 1 && this.#sizes[2] === this.#first.depth) {
      this.#channels = [bytes];
      return;
    }
    const unit = scalarSizeBytes(type);
    const count = countSamples(this.#sizes.map((size) => ({ size })));
    // Not before the first page has shown that there is data at all.
    this.#channels ??= this.#samples.map(() => new Uint8Array(count * unit));
    const start = slice * this.#sizes[0] * this.#sizes[1] * this.#first.depth * unit;
    for (const [channel, sample] of this.#samples.entries()) {
      this.#channels[channel]!.set(samples === 1 ? bytes : takeSample(bytes, sample, samples, unit), start);
    }
  }

  finish(): VoxelArray[] {
    const { type, inverted, bits } = this.#first;
    return this.#channels!.map((bytes) => {
      const voxels = decodeVoxels(bytes, type, 'little');
      return inverted ? invert(voxels, bits) : voxels;
    });
  }
}

function takeSample(bytes: Uint8Array, sample: number, samples: number, unit: number): Uint8Array {
  const taken = new Uint8Array(bytes.length / samples);
  for (let to = 0, from = sample * unit; to < taken.length; to += unit, from += samples * unit) {
    for (let byte = 0; byte < unit; byte++) taken[to + byte] = bytes[from + byte]!;
  }
  return taken;
}

/** Zero is white in these: higher values are made brighter. Floats have no white to turn them over by. */
function invert(voxels: VoxelArray, bits: number): VoxelArray {
  if (voxels instanceof Float32Array || voxels instanceof Float64Array) return voxels;
  const isSigned = voxels instanceof Int8Array || voxels instanceof Int16Array || voxels instanceof Int32Array;
  const ends = isSigned ? -1 : 2 ** bits - 1;
  return voxels.map((value: number) => ends - value) as VoxelArray;
}

function noteInversion({ inverted, type }: TiffPage): string[] {
  if (!inverted) return [];
  const start = 'says that 0 is white (MinIsWhite)';
  return [
    type.startsWith('float')
      ? `${start}; its values, which are floating-point, are left as they are`
      : `${start}; its values were turned over, so that high ones are bright`,
  ];
}

const notePalette = ({ isIndexed }: TiffPage): string[] =>
  isIndexed
    ? [
        'left out its palette: values are the numbers of colours; magick in.tif -type TrueColor out.tif makes a copy in colours',
      ]
    : [];
