/** Normals, colours and values among the arrays of VTK's points and cells. */
import { colorBytes, packColor } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { scalarSizeBytes } from '../../volumes/samples/voxels.js';
import { decodeVtkArray, type VtkArray } from '../../vtk/vtk-array.js';

export interface PolyDataAttributes {
  readonly normals: Float32Array | undefined;
  readonly colors: Uint8Array | undefined;
  readonly values: readonly MeshValues[];
}

/** The array by which pieces say which cells they have of others, and which are hidden. */
const GHOSTS = 'vtkGhostType';

/** Bits of each cell, as `isCopy` and `isRemoved` read them; undefined where no array has them. */
export function ghostsOf(arrays: readonly VtkArray[]): ArrayLike<number> | undefined {
  const array = arrays.find(({ name, components }) => name === GHOSTS && components === 1);
  return array && decodeVtkArray(array);
}

/** Enough to choose from. */
const VALUES_MAX = 16;

/** @param tuples of each array. @param pick the tuple for each vertex or triangle, where they are not in order. */
export function readPolyDataAttributes(
  arrays: readonly VtkArray[],
  on: MeshValues['on'],
  tuples: number,
  pick?: Uint32Array,
): PolyDataAttributes {
  const whole = arrays.filter(
    ({ type, components, bytes }) => bytes.length >= tuples * components * scalarSizeBytes(type),
  );
  const normals = on === 'vertices' ? whole.find(isNormals) : undefined;
  const colors = whole.find(({ type, components }) => type === 'uint8' && (components === 3 || components === 4));
  const others = whole
    .filter((array) => array !== normals && array !== colors && array.name !== GHOSTS)
    .slice(0, VALUES_MAX);
  return {
    normals: normals && Float32Array.from(decodeVtkArray(normals)),
    colors: colors && readColors(colors, tuples, pick),
    values: others.map((array) => ({ name: array.name || 'scalars', on, values: readValues(array, tuples, pick) })),
  };
}

const isNormals = ({ name, components, type }: VtkArray) =>
  components === 3 && type.startsWith('float') && /^normals_?$/i.test(name);

function readColors(array: VtkArray, tuples: number, pick: Uint32Array | undefined): Uint8Array {
  const channels = decodeVtkArray(array);
  const { components } = array;
  const words = new Uint32Array(pick?.length ?? tuples);
  for (let index = 0; index < words.length; index++) {
    const at = components * (pick?.[index] ?? index);
    words[index] = packColor(channels[at]!, channels[at + 1]!, channels[at + 2]!);
  }
  return colorBytes(words);
}

/** Scalars as they are, and the lengths of vectors. */
function readValues(array: VtkArray, tuples: number, pick: Uint32Array | undefined): Float32Array {
  const scalars = decodeVtkArray(array);
  const { components } = array;
  const values = new Float32Array(pick?.length ?? tuples);
  for (let index = 0; index < values.length; index++) {
    const at = components * (pick?.[index] ?? index);
    if (components === 1) values[index] = scalars[at]!;
    else values[index] = Math.hypot(...scalars.subarray(at, at + components));
  }
  return values;
}
