/** Writes CIFTI-2 files of a few points. */

export interface CiftiContent {
  /** Maps from the first; of each the values of all rows. */
  readonly maps: readonly (readonly number[])[];
  readonly mapsXml: string;
  readonly pointsXml: string;
  readonly version?: string;
  readonly slope?: number;
}

const HEADER_BYTES = 540;

export function writeCifti({
  maps,
  mapsXml,
  pointsXml,
  version = '2',
  slope = 0,
}: CiftiContent): Uint8Array<ArrayBuffer> {
  const xml = new TextEncoder().encode(
    `<CIFTI Version="${version}"><Matrix>` +
      `<MatrixIndicesMap AppliesToMatrixDimension="0" ${mapsXml}</MatrixIndicesMap>` +
      `<MatrixIndicesMap AppliesToMatrixDimension="1" ${pointsXml}</MatrixIndicesMap></Matrix></CIFTI>`,
  );
  const extensionBytes = 16 * Math.ceil((8 + xml.length) / 16);
  const start = HEADER_BYTES + 4 + extensionBytes;
  const rows = maps[0]!.length;
  const bytes = new Uint8Array(start + 4 * maps.length * rows);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, HEADER_BYTES, true);
  bytes.set([0x6e, 0x2b, 0x32, 0, 0x0d, 0x0a, 0x1a, 0x0a], 4);
  view.setInt16(12, 16, true);
  view.setInt16(14, 32, true);
  for (const [dimension, size] of [6, 1, 1, 1, 1, maps.length, rows, 1].entries()) {
    view.setBigInt64(16 + 8 * dimension, BigInt(size), true);
  }
  view.setBigInt64(168, BigInt(start), true);
  view.setFloat64(176, slope, true);
  view.setInt32(504, 3006, true);
  bytes[HEADER_BYTES] = 1;
  view.setInt32(HEADER_BYTES + 4, extensionBytes, true);
  view.setInt32(HEADER_BYTES + 8, 32, true);
  bytes.set(xml, HEADER_BYTES + 12);
  // The first dimension, that of the maps, is fastest.
  for (let row = 0, at = start; row < rows; row++) {
    for (const map of maps) {
      view.setFloat32(at, map[row]!, true);
      at += 4;
    }
  }
  return bytes;
}

export const SCALARS = (...names: readonly string[]): string =>
  `IndicesMapToDataType="CIFTI_INDEX_TYPE_SCALARS">${names.map((name) => `<NamedMap><MapName>${name}</MapName></NamedMap>`).join('')}`;

const model = (structure: string, first: number, vertices: readonly number[], vertexCount: number) =>
  `<BrainModel IndexOffset="${first}" IndexCount="${vertices.length}" ModelType="CIFTI_MODEL_TYPE_SURFACE" BrainStructure="CIFTI_STRUCTURE_${structure}" SurfaceNumberOfVertices="${vertexCount}"><VertexIndices>${vertices.join(' ')}</VertexIndices></BrainModel>`;

/** Two sides of four points: three of the left, two of the right, and a voxel. */
export const TWO_SIDES = `IndicesMapToDataType="CIFTI_INDEX_TYPE_BRAIN_MODELS">${model('CORTEX_LEFT', 0, [0, 1, 3], 4)}${model('CORTEX_RIGHT', 3, [2, 0], 4)}<BrainModel IndexOffset="5" IndexCount="1" ModelType="CIFTI_MODEL_TYPE_VOXELS" BrainStructure="CIFTI_STRUCTURE_THALAMUS_LEFT"><VoxelIndicesIJK>0 0 0</VoxelIndicesIJK></BrainModel>`;
