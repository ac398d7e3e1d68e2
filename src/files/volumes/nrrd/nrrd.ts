/** Reads NRRD volumes, with attached or detached headers. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { noteSurplus } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { extractChannels, extractVoxels, type SampleSelection, selectSamples } from '../samples/select-samples.js';
import { settleTime } from '../samples/settle-time.js';
import type { VolumeReader, VolumeSelection } from '../source.js';
import { isNrrd } from './is-nrrd.js';
import { assignAxes, isBarePicture, placeInWorld, unitsOfWorld } from './nrrd-axes.js';
import { readNrrdData } from './nrrd-data.js';
import { type NrrdHeader, parseNrrdHeader } from './nrrd-header.js';

/**
 * Reads an NRRD file of scalars: raw, gzip, bzip2, ascii or hex, in this file or in those that it names. Takes the component
 * and time of the selection if there are several; of matrices with a mask the first one after it. More data than the header asks for are left out, with a note.
 */
export const readNrrd: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    if (!isNrrd(source.bytes)) {
      throw new InputError(source.bytes.length === 0 ? 'is empty; an NRRD volume would be right' : 'is no NRRD file');
    }
    const header = parseNrrdHeader(source.bytes);
    const roles = assignAxes(header.axes);
    const white = whiteOf(header);
    // A wrong selection is refused before data are read.
    const wanted: VolumeSelection = holdsMask(header) ? { component: 1, ...selection } : selection;
    selectSamples(roles, wanted, white);
    const { bytes, surplusBytes } = await readNrrdData(source, header);
    const extract = (part: SampleSelection) =>
      extractVoxels(bytes, header.type, header.endianness, part, source.memory);
    const settled = await settleTime(roles, wanted, extract);
    const selected = selectSamples(roles, settled.selection, white);
    const { voxels, colors } = extractChannels(selected, extract);
    const units = unitsOfWorld(header, roles);
    const volume = createVolume({
      sizes: selected.sizes,
      voxels,
      ...(header.segments.isSegmentation && { meaning: 'labels' as const }),
      ...placeInWorld(header, roles, units),
    });
    const labels = header.segments.inLayer(wanted.component ?? 0);
    return {
      volume,
      colors,
      times: selected.times,
      time: settled.selection.time,
      unit: units.unit,
      notes: [...noteColors(header), ...selected.notes, ...settled.notes, ...units.notes, ...noteSurplus(surplusBytes)],
      ...(labels.length > 0 && { labels }),
    };
  });

/** The line about a first axis that is taken for colours, which nothing says. */
function noteColors({ axes }: NrrdHeader): readonly string[] {
  if (!isBarePicture(axes)) return [];
  return [
    `says nothing of its axes, of which the first has ${axes[0]!.size} values: taken for colours; --component N takes one, and kinds: domain domain domain in its header makes it a volume`,
  ];
}

/** Kinds of axes whose first component is a mask, of 0 and 1 where it is sure, before those of a matrix. */
const MASKED_KIND = /^[23]D-masked-(?:symmetric-)?matrix$/i;

const holdsMask = ({ axes }: NrrdHeader): boolean =>
  axes.some(({ kind, size }) => kind !== undefined && MASKED_KIND.test(kind) && size > 1);

/** Kinds of axes that hold colours, and those that do where they hold bytes: 3D Slicer writes photographs as vectors. */
const COLOR_KIND = /^(?:RGB-color|RGBA-color|3-color|4-color)$/i;
const BYTES_KIND = /^(?:vector|3-vector|4-vector|list|none|\?\?\?)$/i;

function whiteOf({ axes, type }: NrrdHeader): number | undefined {
  const isColor = axes.some(({ kind }) => kind !== undefined && COLOR_KIND.test(kind));
  const isPerhaps = axes.every(({ kind = 'none' }) => /^(?:domain|space|time)$/i.test(kind) || BYTES_KIND.test(kind));
  if (type === 'uint8' && (isColor || isPerhaps)) return 0xff;
  return type === 'uint16' && isColor ? 0xffff : undefined;
}
