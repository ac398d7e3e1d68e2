/** VTK's parallel images (.pvti): a file that names those of its pieces, which share a whole extent. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { childOf, childrenOf } from '../../bytes/text/xml.js';
import { parseNumbers, type VtkArray } from '../../vtk/vtk-array.js';
import { VtkPieces } from '../../vtk/vtk-pieces.js';
import { openVtkXml } from '../../vtk/vtk-xml.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource } from '../source.js';
import { type GridArray, placeArrays, placeImage, readXmlGrid, type VtkGrid } from './vtk-grid.js';

/** A box of the whole, its ends counted as points. */
type Extent = readonly number[];

const startOf = (extent: Extent): Vec3 => [extent[0]!, extent[2]!, extent[4]!];
/** Points along each axis, or cells, of which a flat axis has one. */
const sizesOf = (extent: Extent, onCells: boolean): Vec3 =>
  [0, 1, 2].map((axis) => {
    const points = extent[2 * axis + 1]! - extent[2 * axis]! + 1;
    return onCells ? Math.max(points - 1, 1) : points;
  }) as unknown as Vec3;

/** @throws InputError if the pieces do not make the whole. */
export async function readParallelImage(source: FileSource): Promise<VtkGrid> {
  const { dataSet } = openVtkXml(source.bytes);
  const whole = parseNumbers(dataSet.attributes.get('WholeExtent'), 6, 'WholeExtent');
  const sizes = sizesOf(whole, false);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(
      `has the WholeExtent ${whole.join(' ')}; two integers for each axis, the larger second, are right`,
    );
  }
  const pieces = new VtkPieces(source, dataSet);
  const list = (name: string, onCells: boolean): GridArray[] => {
    const data = childOf(dataSet, name);
    return (data ? childrenOf(data, 'PDataArray') : []).map(({ attributes }) => {
      const name = attributes.get('Name') ?? '';
      return { name, read: () => joinPieces(source, pieces, { name, onCells, whole }) };
    });
  };
  const direction = dataSet.attributes.get('Direction') ?? (await directionOf(pieces));
  const points = { sizes, indexToWorld: placeImage(dataSet, startOf(whole), direction) };
  return placeArrays(points, list('PPointData', false), list('PCellData', true));
}

/** The direction of a piece: VTK writes it there, and leaves it out of the whole. */
const directionOf = (pieces: VtkPieces): Promise<string | undefined> =>
  pieces.read(pieces.elements[0]!, (bytes) => openVtkXml(bytes).dataSet.attributes.get('Direction'));

interface Wanted {
  readonly name: string;
  readonly onCells: boolean;
  readonly whole: Extent;
}

async function joinPieces({ memory }: FileSource, pieces: VtkPieces, wanted: Wanted): Promise<VtkArray> {
  const { name, onCells, whole } = wanted;
  const sizes = sizesOf(whole, onCells);
  let joined: VtkArray | undefined;
  let filled = new Uint8Array();
  for (const piece of pieces.elements) {
    const extent = parseNumbers(piece.attributes.get('Extent'), 6, 'Extent');
    const array = await pieces.read(piece, (bytes) => readPiece(bytes, wanted, extent, memory));
    if (!joined) {
      const count = sizes[0] * sizes[1] * sizes[2];
      const sizeBytes = count * array.components * scalarSizeBytes(array.type);
      pieces.budget.spendBytes(sizeBytes + count, `${sizes.join(' × ')} values`);
      memory?.spend(sizeBytes + count, 'its values');
      joined = { ...array, bytes: new Uint8Array(sizeBytes) };
      filled = new Uint8Array(count);
    }
    if (
      array.type !== joined.type ||
      array.components !== joined.components ||
      array.endianness !== joined.endianness
    ) {
      throw new InputError(`has pieces whose ${quote(name)} are of several types or byte orders`);
    }
    placePiece(array, joined, filled, { extent, whole, sizes, onCells });
  }
  const missing = filled.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0);
  if (missing > 0)
    throw new InputError(`has pieces that leave out ${missing} of its ${filled.length} values; get all of them`);
  return joined!;
}

async function readPiece(
  bytes: Uint8Array,
  { name, onCells }: Wanted,
  extent: Extent,
  memory: MemoryAccount | undefined,
): Promise<VtkArray> {
  const grid = await readXmlGrid(bytes, memory);
  const found = grid.onCells === onCells ? grid.arrays.find((array) => array.name === name) : undefined;
  const sizes = sizesOf(extent, onCells);
  if (!found || !sizes.every((size, axis) => size === grid.sizes[axis])) {
    throw new InputError(`has no ${quote(name)} of ${sizes.join(' × ')} values, as its extent says`);
  }
  return found.read();
}

function placePiece(
  piece: VtkArray,
  joined: VtkArray,
  filled: Uint8Array,
  { extent, whole, sizes, onCells }: { extent: Extent; whole: Extent; sizes: Vec3; onCells: boolean },
): void {
  const [width, height, depth] = sizesOf(extent, onCells);
  const [x, y, z] = [0, 1, 2].map((axis) => extent[2 * axis]! - whole[2 * axis]!) as [number, number, number];
  const isInside = [x, y, z].every(
    (start, axis) => start >= 0 && start + [width, height, depth][axis]! <= sizes[axis]!,
  );
  if (!isInside) throw new InputError(`has a piece of the extent ${extent.join(' ')}, outside of ${whole.join(' ')}`);
  const unit = joined.components * scalarSizeBytes(joined.type);
  for (let k = 0; k < depth; k++) {
    for (let j = 0; j < height; j++) {
      const from = (k * height + j) * width;
      const to = ((z + k) * sizes[1] + y + j) * sizes[0] + x;
      joined.bytes.set(piece.bytes.subarray(from * unit, (from + width) * unit), to * unit);
      filled.fill(1, to, to + width);
    }
  }
}
