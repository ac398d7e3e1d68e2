/** Reads AFNI's datasets: a header (.HEAD) and the voxels beside it (.BRIK, compressed or not). */
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { isGzip } from '../../bytes/compression/inflate.js';
import { inflateData, noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { nameBeside, readFirstSibling } from '../../bytes/sibling-names.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { scaleVoxels } from '../samples/scale-voxels.js';
import {
  countSamples,
  extractChannels,
  gatherVoxels,
  type SampleAxis,
  selectSamples,
} from '../samples/select-samples.js';
import { decodeVoxels, scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource, VolumeReader, VolumeSelection } from '../source.js';
import { type AfniBrick, type AfniHeader, parseAfniHeader } from './afni-header.js';
import { isAfniHeader } from './is-afni.js';

const ENDINGS = ['.BRIK.gz', '.BRIK', '.HEAD'];

/** Values of a voxel in the file. */
const PARTS = { scalar: 1, complex: 2, rgb: 3 } as const;

/**
 * Reads one sub-brick, times its factor: the selection's time of a series, else its component. Of complex numbers the magnitude.
 * The world is the header's, which is LPS.
 */
export const readAfni: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { header, dataName, data } = await openPair(source);
    const { sizes, bricks, isSeries, endianness, indexToWorld } = header;
    const role = isSeries ? 'time' : 'component';
    const axes: SampleAxis[] = [
      ...sizes.map((size) => ({ size, role: 'space' as const, label: '' })),
      { size: bricks.length, role, label: listLabels(bricks) },
    ];
    const { component, ...others } = selection;
    // The component is a channel, where it is not a sub-brick.
    const isChannel = bricks[0]!.parts === 'rgb' && (isSeries || bricks.length === 1);
    const selected = selectSamples(axes, isChannel ? others : selection);
    const brick = bricks[selection[role] ?? 0] ?? bricks[0]!;
    const voxelBytes = ({ type, parts }: AfniBrick) => scalarSizeBytes(type) * PARTS[parts];
    const count = countSamples(axes.slice(0, 3));
    const starts = bricks.map(voxelBytes).map((size) => size * count);
    const neededBytes = starts.reduce((sum, size) => sum + size, 0);
    const start = starts.slice(0, bricks.indexOf(brick)).reduce((sum, size) => sum + size, 0);
    return nameInErrors(`data file ${quote(dataName)}`, async () => {
      const whole = isGzip(data) ? await inflateData(data, neededBytes, source.gunzip) : data;
      const piece = takePiece(whole, 0, neededBytes);
      const bytes = piece.bytes.subarray(start, start + count * voxelBytes(brick));
      const stored = decodeVoxels(bytes, brick.type, endianness, source.memory);
      const values = brick.parts === 'complex' ? magnitudesOf(stored, source.memory) : stored;
      const { voxels, colors } =
        brick.parts === 'rgb'
          ? takeColours(values, header, isChannel ? selection : others)
          : { voxels: scaleVoxels(values, { slope: brick.factor, intercept: 0 }, source.memory), colors: undefined };
      const { meaning } = brick;
      const volume = createVolume({ sizes, voxels, indexToWorld, anatomical: true, meaning });
      const complexNotes = brick.parts === 'complex' ? [MAGNITUDE_NOTE] : [];
      const notes = [...header.notes, ...selected.notes, ...complexNotes, ...noteSurplus(piece.surplusBytes)];
      return { volume, colors, times: selected.times, notes };
    });
  });

function takeColours(bytes: VoxelArray, { sizes }: AfniHeader, selection: VolumeSelection) {
  const space = sizes.map((size): SampleAxis => ({ size, role: 'space', label: '' }));
  const axes: SampleAxis[] = [{ size: 3, role: 'component', label: 'RGB' }, ...space];
  return extractChannels(selectSamples(axes, selection, 0xff), (part) => gatherVoxels(bytes, part));
}

const LABELS_MAX = 4;

const listLabels = (bricks: readonly AfniBrick[]) =>
  `sub-bricks ${bricks
    .slice(0, LABELS_MAX)
    .map(({ label }) => quote(label))
    .join(', ')}${bricks.length > LABELS_MAX ? ', …' : ''}`;

/** Either file of the two may be named. */
async function openPair(source: FileSource) {
  const { name, bytes } = source;
  if (isAfniHeader(bytes)) {
    const header = parseAfniHeader(bytes);
    const plain = nameBeside(name, ENDINGS, '.BRIK');
    const names = [plain, `${plain}.gz`];
    const { name: dataName, bytes: data } = await readFirstSibling(source, names);
    return { header, dataName, data };
  }
  const { name: headerName, bytes: text } = await readFirstSibling(source, [nameBeside(name, ENDINGS, '.HEAD')]);
  const header = await nameInErrors(`header ${quote(headerName)}`, async () => parseAfniHeader(text));
  return { header, dataName: name, data: bytes };
}
