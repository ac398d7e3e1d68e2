/** Reads MRtrix's images: .mif, .mif.gz, and .mih with the voxels in other files. */
import { InputError } from '../../../errors.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { checkSmallInput } from '../../bytes/budget.js';
import { gunzipStart, isGzip } from '../../bytes/compression/inflate.js';
import { concatenateBytes, inflateData, noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { decodeScalars } from '../samples/decode-scalars.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { scaleVoxels } from '../samples/scale-voxels.js';
import { countSamples, gatherVoxels, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource, VolumeReader } from '../source.js';
import { isMrtrix } from './is-mrtrix.js';
import { MRTRIX_HEADER_BYTES_MAX, type MrtrixHeader, parseMrtrixHeader } from './mrtrix-header.js';

/** Reads one volume of an image: of its fourth axis that of the selection's time, of further ones that of its component. */
export const readMrtrix: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const start = isGzip(source.bytes) ? await gunzipStart(source.bytes, MRTRIX_HEADER_BYTES_MAX) : source.bytes;
    if (!isMrtrix(start)) throw new InputError('is no MRtrix image: it does not start with "mrtrix image"');
    const header = parseMrtrixHeader(start);
    const axes = header.sizes.map(
      (size, axis): SampleAxis => ({
        size,
        role: axis < 3 ? 'space' : axis === 3 ? 'time' : 'component',
        label: `axis ${axis}`,
      }),
    );
    const selected = selectSamples(axes, selection);
    const count = countSamples(axes);
    const { memory } = source;
    const { bytes, surplusBytes } = await readData(source, header, count);
    const samples = decodeSamples(bytes, header, count, memory);
    const taken = gatherVoxels(samples, selectSamplesOf(header, selection), memory);
    const voxels = scaleVoxels(taken, header.scaling, memory);
    const { indexToWorld } = header;
    const volume = createVolume({ sizes: selected.sizes, voxels, indexToWorld, anatomical: true });
    const notes = [...selected.notes, ...(header.complex ? [MAGNITUDE_NOTE] : []), ...noteSurplus(surplusBytes)];
    return { volume, times: selected.times, notes };
  });

/** The selected samples by the header's strides. Axes that go backwards start at their ends. */
function selectSamplesOf(
  { sizes, strides }: MrtrixHeader,
  { time = 0, component = 0 }: { time?: number; component?: number },
) {
  let offset = 0;
  let rest = component;
  for (const [axis, size] of sizes.entries()) {
    const stride = strides[axis]!;
    if (stride < 0) offset -= stride * (size - 1);
    if (axis === 3) offset += stride * time;
    if (axis > 3) {
      offset += stride * (rest % size);
      rest = Math.floor(rest / size);
    }
  }
  const three = (numbers: readonly number[]) => [numbers[0]!, numbers[1]!, numbers[2]!] as const;
  return { sizes: three(sizes), offset, strides: three(strides) };
}

async function readData(source: FileSource, { type, complex, files }: MrtrixHeader, count: number) {
  const perFile = count / files.length;
  if (!Number.isInteger(perFile) || (type === 'bit' && perFile % 8 !== 0 && files.length > 1))
    throw new InputError(`has ${files.length} files for ${count} voxels; a divisor of that is right`);
  const scalars = perFile * (complex ? 2 : 1);
  const sizeBytes =
    type === 'bit' ? Math.ceil(scalars / 8) : scalars * (type === 'float16' ? 2 : scalarSizeBytes(type));
  const pieces: Uint8Array[] = [];
  let surplusBytes = 0;
  for (const { name, start } of files) {
    const bytes = name === undefined ? source.bytes : await source.readSibling(name);
    const piece = await nameInErrors(name === undefined ? source.name : `data file ${quote(name)}`, async () => {
      const whole = isGzip(bytes) ? await inflateData(bytes, start + sizeBytes, source.gunzip) : bytes;
      return takePiece(whole, start, sizeBytes);
    });
    pieces.push(piece.bytes);
    surplusBytes += piece.surplusBytes;
  }
  return { bytes: concatenateBytes(pieces), surplusBytes };
}

function decodeSamples(
  bytes: Uint8Array,
  { type, complex, endianness }: MrtrixHeader,
  count: number,
  memory: MemoryAccount | undefined,
): VoxelArray {
  if (type === 'bit') memory?.spend(count, 'its voxels');
  if (type === 'bit') return unpackBits(bytes, count);
  const scalars = decodeScalars(bytes, type, endianness, memory);
  return complex ? magnitudesOf(scalars, memory) : scalars;
}

/** The first voxel is a byte's highest bit. */
function unpackBits(bytes: Uint8Array, count: number): Uint8Array {
  checkSmallInput(bytes.length, count, `${count} voxels of one bit`);
  const bits = new Uint8Array(count);
  for (let index = 0; index < count; index++) bits[index] = (bytes[index >> 3]! >> (7 - (index & 7))) & 1;
  return bits;
}
