/** Reads stacks of TIFF pages: multi-page files, OME-TIFF and ImageJ's. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { countSamples, type SampleAxis, selectSamples } from '../select-samples.js';
import type { VolumeReader } from '../source.js';
import { checkNumbers, decodeVoxels, scalarSizeBytes } from '../voxels.js';
import { readDirectories, TAG, type TiffDirectory } from './tiff-directory.js';
import { describePage, type TiffPage } from './tiff-page.js';
import { findPlanes } from './tiff-planes.js';

/** The bit of a page's subfile type that marks a smaller copy of another page. */
const REDUCED = 1;

/**
 * Reads one channel at one time; of the pages, only those that hold it. The first pixel is at the top left: i runs to the
 * right, j down the page and k from page to page.
 */
export const readTiff: VolumeReader = ({ name, bytes }, selection) =>
  nameInErrors(name, async () => {
    const { pages, notes: left, endianness } = findPages(bytes);
    const first = describePage(bytes, pages[0]!, endianness);
    const planes = findPlanes(pages[0]!, pages.length);
    const { slices, channels, times, spacings, unit } = planes;
    const axes: readonly SampleAxis[] = [
      { size: first.samples, role: 'component', label: 'samples' },
      { size: channels, role: 'component', label: 'channels' },
      { size: times, role: 'time', label: 'times' },
      ...[first.width, first.height, slices].map((size): SampleAxis => ({ size, role: 'space', label: '' })),
    ];
    const { notes, colors } = selectSamples(axes, selection, first.white);
    const component = selection.component ?? 0;
    const chosen = Array.from({ length: slices }, (_, slice) =>
      planes.pageOf(slice, Math.floor(component / first.samples), selection.time ?? 0),
    );
    const missing = chosen.find((page) => !pages[page]);
    if (missing !== undefined)
      throw new InputError(`has ${pages.length} pages, but its description names page ${missing + 1}`);
    const read = chosen.map((page) => describePage(bytes, pages[page]!, endianness));
    const sizes: Vec3 = [first.width, first.height, slices];
    const voxels = await readSlices(read, component % first.samples, sizes);
    checkNumbers(voxels, sizes);
    const [x, y, z] = spacings;
    const columns = [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const;
    const units = unit === undefined ? [] : [`measures lengths in ${unit}, and so does the world here`];
    return {
      volume: createVolume({ sizes, voxels, indexToWorld: { columns, origin: [0, 0, 0] } }),
      colors,
      notes: [...left, ...notes, ...units],
    };
  });

function findPages(bytes: Uint8Array) {
  const { endianness, pages: all } = readDirectories(bytes);
  const number = (page: TiffDirectory, tag: number) => page.get(tag)?.[0];
  const whole = all.filter((page) => (Number(number(page, TAG.subfileType) ?? 0) & REDUCED) === 0);
  const first = whole[0];
  if (!first) throw new InputError('has no page');
  const tags = [TAG.width, TAG.height, TAG.samplesPerPixel, TAG.bitsPerSample, TAG.sampleFormat];
  const pages = whole.filter((page) => tags.every((tag) => number(page, tag) === number(first, tag)));
  const others = whole.length - pages.length;
  const notes = others > 0 ? [`left out ${others} pages whose size or type is not the first one's`] : [];
  return { endianness, pages, notes };
}

async function readSlices(pages: readonly TiffPage[], sample: number, sizes: Vec3): Promise<VoxelArray> {
  const { type, samples, inverted } = pages[0]!;
  const perSlice = sizes[0] * sizes[1];
  const sliceBytes = perSlice * scalarSizeBytes(type);
  let whole: Uint8Array | undefined;
  for (const [slice, page] of pages.entries()) {
    const samplesOf = await page.read();
    // Not before the first page has shown that there is data at all.
    whole ??= new Uint8Array(countSamples(sizes.map((size) => ({ size }))) * scalarSizeBytes(type));
    whole.set(
      samples === 1 ? samplesOf : takeSample(samplesOf, sample, samples, scalarSizeBytes(type)),
      slice * sliceBytes,
    );
  }
  const voxels = decodeVoxels(whole!, type, 'little');
  return inverted ? invert(voxels) : voxels;
}

function takeSample(bytes: Uint8Array, sample: number, samples: number, unit: number): Uint8Array {
  const taken = new Uint8Array(bytes.length / samples);
  for (let to = 0, from = sample * unit; to < taken.length; to += unit, from += samples * unit) {
    for (let byte = 0; byte < unit; byte++) taken[to + byte] = bytes[from + byte]!;
  }
  return taken;
}

/** Zero is white in these: higher values are made brighter. */
function invert(voxels: VoxelArray): VoxelArray {
  if (!(voxels instanceof Uint8Array || voxels instanceof Uint16Array)) return voxels;
  const white = voxels instanceof Uint8Array ? 255 : 65535;
  return voxels.map((value: number) => white - value) as VoxelArray;
}
