/** Reads DICOM segmentations as volumes of labels (PS3.3, section A.51), with the segments' names and colours. */
import { InputError } from '../../../errors.js';
import { encodeSrgb } from '../../../math/srgb.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import type { FileLabel, VolumeFile, VolumeSelection } from '../../volumes/source.js';
import * as tags from '../headers/attributes.js';
import { readDicomHeader } from '../headers/read-header.js';
import { FrameSource } from '../pixels/stored-frame.js';
import type { Stack } from '../stacks/find-stacks.js';
import type { ReportProgress } from '../stacks/read-stack.js';
import type { Slice } from '../stacks/slice.js';
import { placeStack } from '../stacks/stack-geometry.js';

/** Least coverage by which a voxel of a fractional segmentation belongs to it. */
const COVERED = 0.5;

/**
 * Reads all segments as labels, or those of `selection.labels`. A voxel that several cover gets the smallest of them, as lesions lie
 * in organs.
 * @throws InputError, without the folder's name, if the file is damaged or its frames do not say which segment they are of.
 */
export async function readSegmentation(
  stack: Stack,
  { labels: wanted }: VolumeSelection,
  report: ReportProgress,
): Promise<VolumeFile> {
  const { pixels } = stack.positions[0]!.slices[0]!;
  const { labels, labelmap, threshold } = await readSegments(stack);
  const geometry = placeStack(stack.positions, { sparse: true });
  const { columns, rows } = pixels;
  const highest = labels.reduce((max, { label }) => Math.max(max, label), 0);
  const Labels = highest <= 0xff && !(labelmap && pixels.bitsAllocated > 8) ? Uint8Array : Uint16Array;
  const sizes: Vec3 = [columns, rows, geometry.depth];
  const create = () => new Labels(sizes[0] * sizes[1] * sizes[2]);
  let voxels: Uint8Array | Uint16Array | undefined;
  const frames = new FrameSource();
  const isTaken = ({ segment = 0 }: Slice) => labelmap || !wanted || wanted.includes(segment);
  const read = ({ pixels: format, frame }: Slice) =>
    nameInErrors(format.content.name, async () => (await frames.read(format, frame)).samples);
  const sizeOf = labelmap
    ? new Map<number, number>()
    : await measureSegments(stack.positions, isTaken, read, threshold);
  const overlaps = new Overlaps(labels);
  let done = 0;
  for (const [k, { first, second, weight }] of geometry.sources.entries()) {
    const at = k * columns * rows;
    // Slices without any segment are left out of files.
    if (geometry.regular && weight > 0) continue;
    const ordered = [...stack.positions[weight < 0.5 ? first : second]!.slices].sort(
      ({ segment: a = 0 }, { segment: b = 0 }) => (sizeOf.get(b) ?? 0) - (sizeOf.get(a) ?? 0) || a - b,
    );
    for (const slice of ordered) {
      const { segment = 0 } = slice;
      report(++done, pixels.frames);
      if (!labelmap && segment === 0)
        throw new InputError(
          'has a frame that does not say which segment it is of; pydicom and highdicom write segmentations that do',
        );
      if (!isTaken(slice)) continue;
      const samples = await read(slice);
      // Allocated after a frame, since compressed ones say only when they are decoded whether they are as large as claimed.
      voxels ??= create();
      const labelOf = (sample: number) => (labelmap ? sample : sample >= threshold ? segment : 0);
      writeLabels(voxels.subarray(at, at + columns * rows), samples, labelOf, overlaps);
    }
  }
  const { indexToWorld, anatomical } = geometry;
  return {
    volume: createVolume({ sizes, voxels: voxels ?? create(), indexToWorld, anatomical, meaning: 'labels' }),
    notes: [...stack.notes, ...overlaps.notes],
    labels,
  };
}

/** Writes the labels of a frame's samples over those of the frames before. */
function writeLabels(
  voxels: Uint8Array | Uint16Array,
  samples: ArrayLike<number>,
  labelOf: (sample: number) => number,
  overlaps: Overlaps,
): void {
  for (let index = 0; index < voxels.length; index++) {
    const label = labelOf(samples[index]!);
    if (label === 0) continue;
    if (voxels[index] !== 0) overlaps.add(voxels[index]!, label);
    voxels[index] = label;
  }
}

/** The voxels of each segment that lies at a position with others: of these the smaller is shown. */
async function measureSegments(
  positions: Stack['positions'],
  isTaken: (slice: Slice) => boolean,
  read: (slice: Slice) => Promise<ArrayLike<number>>,
  threshold: number,
): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  const together = positions.map(({ slices }) => slices.filter(isTaken));
  // Segments that are alone everywhere need no order.
  if (together.every(({ length }) => length < 2)) return sizes;
  for (const slice of together.flat()) {
    const samples = await read(slice);
    let count = 0;
    for (let index = 0; index < samples.length; index++) if (samples[index]! >= threshold) count++;
    const { segment = 0 } = slice;
    sizes.set(segment, (sizes.get(segment) ?? 0) + count);
  }
  return sizes;
}

/** Voxels that several segments cover, and two of these segments. */
class Overlaps {
  readonly #names: ReadonlyMap<number, string>;
  #count = 0;
  #pair: readonly number[] = [];

  constructor(labels: readonly FileLabel[]) {
    this.#names = new Map(labels.map(({ label, name }) => [label, name]));
  }

  add(below: number, above: number): void {
    if (this.#count++ === 0) this.#pair = [above, below];
  }

  get notes(): readonly string[] {
    if (this.#count === 0) return [];
    const names = this.#pair.map((label) => quote(this.#names.get(label) ?? `segment ${label}`)).join(' and ');
    return [
      `has ${this.#count} voxels in several segments, such as ${names}, which got the smallest; --labels takes single ones`,
    ];
  }
}

/** The file's description of its segments; the header is read again, since one file of many is a segmentation. */
async function readSegments({ positions }: Stack) {
  const { content } = positions[0]!.slices[0]!.pixels;
  const header = await readDicomHeader(content);
  const dataSet = header!.dataSet;
  const type = dataSet.string(tags.SegmentationType) ?? 'BINARY';
  const labels = dataSet.items(tags.SegmentSequence).flatMap((item): FileLabel[] => {
    const label = item.number(tags.SegmentNumber);
    if (label === undefined) return [];
    const name = item.string(tags.SegmentLabel) ?? `segment ${label}`;
    const color = colorOf(item.numbers(tags.RecommendedDisplayCIELabValue));
    return [{ label, name, ...(color && { color }) }];
  });
  const whole = dataSet.number(tags.MaximumFractionalValue) ?? 1;
  return {
    labels: labels.filter(({ label }) => label !== 0),
    labelmap: type === 'LABELMAP',
    threshold: type === 'FRACTIONAL' ? COVERED * whole : 1,
  };
}

/** D50, the white that DICOM's colours are relative to (PS3.3, section C.10.7.1.1; ICC.1, section 7.2.16). */
const WHITE = [0.9642, 1, 0.8249] as const;

/** XYZ relative to D50 to linear sRGB, by Bradford's adaptation (B. Lindbloom, "RGB/XYZ matrices"). */
const XYZ_TO_RGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** Red, green and blue, 0…1, of CIELab values that 16 bits encode; undefined if there are not three. */
function colorOf(encoded: readonly number[]): Vec3 | undefined {
  if (encoded.length !== 3) return undefined;
  const lightness = (encoded[0]! * 100) / 65535;
  const [a, b] = [encoded[1]!, encoded[2]!].map((value) => (value * 255) / 65535 - 128) as [number, number];
  const y = (lightness + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((value, axis) => {
    const linear = value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29);
    return linear * WHITE[axis]!;
  });
  return XYZ_TO_RGB.map((row) => {
    const linear = row.reduce((sum, factor, axis) => sum + factor * xyz[axis]!, 0);
    return Math.min(Math.max(encodeSrgb(linear), 0), 1);
  }) as unknown as Vec3;
}
