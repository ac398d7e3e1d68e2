/** Reads stacks of pictures: a file for each slice, in the order of the numbers in their names. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import type { ByteSource, FileFolder } from '../../bytes/byte-source.js';
import { gunzip } from '../../bytes/compression/inflate.js';
import type { VolumeFile, VolumeReader, VolumeSelection } from '../source.js';

/** "slice 9" comes before "slice 10". */
const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Slice k is the k-th file. Voxels are 1 apart unless the selection or, within a slice, the first file says otherwise.
 * @param readerOf finds the reader of a file by its content.
 * @param report called after each file.
 * @throws InputError, one line that starts with a file's name, if they are in several folders or not alike.
 */
export async function readPictureStack(
  folder: FileFolder,
  files: readonly ByteSource[],
  readerOf: (bytes: Uint8Array) => VolumeReader | undefined,
  selection: VolumeSelection,
  report: (done: number, total: number) => void = () => undefined,
): Promise<VolumeFile> {
  const { spacings, ...choice } = selection;
  const ordered = files.toSorted((a, b) => compare(a.name, b.name));
  const stray = ordered.find(({ name }) => folderOf(name) !== folderOf(ordered[0]!.name));
  if (stray) {
    throw new InputError(`${folder.name}: has pictures in several folders, such as ${stray.name}; name one of them`);
  }
  let first: VolumeFile | undefined;
  let channels: readonly VoxelArray[] | undefined;
  for (const [slice, file] of ordered.entries()) {
    const read = await readSlice(file, readerOf, choice);
    first ??= read;
    checkAlike(file, read, ordered[0]!, first);
    const parts = read.colors?.channels ?? [read.volume.voxels];
    if (!channels) spendStack(folder, ordered, parts);
    channels ??= parts.map((part) => createLike(folder, part, ordered.length));
    for (const [channel, part] of parts.entries()) channels[channel]!.set(part, slice * part.length);
    report(slice + 1, ordered.length);
  }
  const { volume, notes, colors } = first!;
  const { columns, origin } = volume.indexToWorld;
  const [x, y, z] = spacings ?? [columns[0][0], columns[1][1], 1];
  const sizes: Vec3 = [volume.sizes[0], volume.sizes[1], ordered.length];
  const placed = { columns: [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const, origin };
  return {
    volume: createVolume({ sizes, voxels: channels![0]!, indexToWorld: placed }),
    colors: colors && { channels: channels!, white: colors.white },
    notes: [
      ...notes,
      ...noteGaps(ordered),
      ...(spacings ? [] : ['says nothing of the distance of its slices, which are 1 apart; --spacing X,Y,Z does']),
    ],
  };
}

const folderOf = (name: string) => name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);

async function readSlice(
  file: ByteSource,
  readerOf: (bytes: Uint8Array) => VolumeReader | undefined,
  selection: VolumeSelection,
): Promise<VolumeFile> {
  const { name } = file;
  const bytes = await file.read(0, file.sizeBytes);
  const read = readerOf(bytes);
  if (!read)
    throw new InputError(`${name}: is no picture of PNG, JPEG, JPEG 2000, BMP or TIFF, as the stack's slices are`);
  const readSibling = (sibling: string): never => {
    throw new InputError(`${name}: is one of several files of a volume, such as ${sibling}; name that file alone`);
  };
  return read({ name, bytes, readSibling, gunzip }, selection);
}

/** The slices together, and the largest file with what is decoded of it. @throws InputError where memory is bounded. */
function spendStack({ memory }: FileFolder, files: readonly ByteSource[], parts: readonly VoxelArray[]): void {
  const sliceBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const fileBytes = files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0);
  memory?.check(fileBytes + sliceBytes * (1 + files.length), `the voxels of ${files.length} pictures`);
  memory?.spend(sliceBytes * files.length, `the voxels of ${files.length} pictures`);
}

/** @throws InputError for more than the engine's arrays, or memory, hold. */
function createLike({ name }: FileFolder, voxels: VoxelArray, times: number): VoxelArray {
  try {
    return new (voxels.constructor as new (count: number) => VoxelArray)(voxels.length * times);
  } catch (cause) {
    const sizeBytes = voxels.byteLength * times;
    throw new InputError(
      `${name}: has ${times} pictures, which take ${sizeBytes} bytes together: more than can be read`,
      {
        cause,
      },
    );
  }
}

function checkAlike(file: ByteSource, read: VolumeFile, firstFile: ByteSource, first: VolumeFile): void {
  const describe = ({ volume: { sizes, voxels }, colors }: VolumeFile) => {
    const type = voxels.constructor.name.replace('Array', '').toLowerCase();
    return `${sizes[0]} × ${sizes[1]} pixels of ${type}${colors ? ` in ${colors.channels.length} channels` : ''}`;
  };
  if (read.volume.sizes[2] > 1) {
    throw new InputError(`${file.name}: has ${read.volume.sizes[2]} slices itself; name that file alone`);
  }
  if (describe(read) === describe(first)) return;
  throw new InputError(
    `${file.name}: has ${describe(read)}, but the stack's first, ${firstFile.name}, has ${describe(first)}`,
  );
}

/** Numbers that are missing between the first and the last, where all names differ in one number alone. */
function noteGaps(files: readonly ByteSource[]): string[] {
  const numbers = files.map(({ name }) => Number(/(\d+)\D*$/.exec(name)?.[1] ?? Number.NaN));
  const span = numbers.at(-1)! - numbers[0]! + 1;
  const rising = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
  const steps = new Set(numbers.slice(1).map((number, index) => number - numbers[index]!));
  if (!rising || !(span > files.length) || steps.size === 1) return [];
  return [
    `lacks ${span - files.length} of the numbers from ${numbers[0]} to ${numbers.at(-1)}: its slices are put together as if there were none missing`,
  ];
}
