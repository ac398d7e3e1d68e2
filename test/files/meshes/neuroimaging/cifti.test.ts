/** Values of CIFTI-2 for the points of surfaces. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMeshValues } from '../../../../src/cli/render/load/load-mesh-values.js';
import { createMesh, readMesh, readMeshValues, readVolume } from '../../../../src/index.js';
import { SCALARS, TWO_SIDES, writeCifti } from './write-cifti.js';

const source = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  ({ name, bytes, gunzip: async (from: Uint8Array) => from, readSibling: async () => bytes }) as never;
const read = (bytes: Uint8Array<ArrayBuffer>) => readMeshValues(source('a.dscalar.nii', bytes));

const MAPS = [
  [1, 2, 3, 4, 5, 6],
  [10, 20, 30, 40, 50, 60],
];
const TWO_MAPS = writeCifti({ maps: MAPS, mapsXml: SCALARS('thickness', 'curvature'), pointsXml: TWO_SIDES });

describe('CIFTI-2', () => {
  it('has the values of each side’s points, map by map, and NaN at the others', async () => {
    const found = await read(TWO_MAPS);
    expect(found.map(({ name, structure, values }) => [name, structure, ...values])).toEqual([
      ['thickness', 'CORTEX_LEFT', 1, 2, Number.NaN, 3],
      ['thickness', 'CORTEX_RIGHT', 5, Number.NaN, 4, Number.NaN],
      ['curvature', 'CORTEX_LEFT', 10, 20, Number.NaN, 30],
      ['curvature', 'CORTEX_RIGHT', 50, Number.NaN, 40, Number.NaN],
    ]);
  });

  it('applies the scaling of its header', async () => {
    const bytes = writeCifti({ maps: [MAPS[0]!], mapsXml: SCALARS('a'), pointsXml: TWO_SIDES, slope: 0.5 });
    expect([...(await read(bytes))[0]!.values]).toEqual([0.5, 1, Number.NaN, 1.5]);
  });

  it('has names and colours of labels', async () => {
    const mapsXml =
      'IndicesMapToDataType="CIFTI_INDEX_TYPE_LABELS"><NamedMap><MapName>areas</MapName><LabelTable><Label Key="1" Red="1" Green="0" Blue="0" Alpha="1">V1</Label></LabelTable></NamedMap>';
    const [values] = await read(writeCifti({ maps: [[1, 1, 1, 1, 1, 1]], mapsXml, pointsXml: TWO_SIDES }));
    expect(values!.labels).toEqual([{ label: 1, name: 'V1', color: [1, 0, 0] }]);
  });

  it('gives all points of a parcel its value, and times of a series their numbers', async () => {
    const parcel = (name: string, vertices: string) =>
      `<Parcel Name="${name}"><Vertices BrainStructure="CIFTI_STRUCTURE_CORTEX_LEFT">${vertices}</Vertices></Parcel>`;
    const pointsXml = `IndicesMapToDataType="CIFTI_INDEX_TYPE_PARCELS"><Surface BrainStructure="CIFTI_STRUCTURE_CORTEX_LEFT" SurfaceNumberOfVertices="4"/>${parcel('a', '0 3')}${parcel('b', '1')}`;
    const mapsXml = 'IndicesMapToDataType="CIFTI_INDEX_TYPE_SERIES" SeriesStart="0" SeriesStep="1">';
    const found = await read(
      writeCifti({
        maps: [
          [7, 8],
          [9, 6],
        ],
        mapsXml,
        pointsXml,
      }),
    );
    expect(found.map(({ name, values }) => [name, ...values])).toEqual([
      ['time 0', 7, 8, Number.NaN, 7],
      ['time 1', 9, 6, Number.NaN, 9],
    ]);
  });

  it('is no surface and no volume by itself, and says what to do', async () => {
    await expect(readMesh(source('a.dscalar.nii', TWO_MAPS))).rejects.toThrow(
      'name the surface, and this file by --values',
    );
    await expect(readVolume(source('a.dscalar.nii', TWO_MAPS))).rejects.toThrow('and this file by --values');
  });

  it.each([
    ['of version 1', { version: '1' }, 'wb_command -file-convert -cifti-version-convert'],
    [
      'of points × points',
      { mapsXml: 'IndicesMapToDataType="CIFTI_INDEX_TYPE_BRAIN_MODELS">' },
      'names 0 of its 1 maps',
    ],
    ['of fibres', { pointsXml: 'IndicesMapToDataType="CIFTI_INDEX_TYPE_FIBERS">' }, 'maps × points or parcels'],
    [
      'with a point too many',
      { pointsXml: TWO_SIDES.replace('0 1 3', '0 1 4') },
      'names point 4 of a surface that has 4',
    ],
    ['with a row too many', { pointsXml: TWO_SIDES.replace('IndexOffset="3"', 'IndexOffset="5"') }, 'names row 6'],
  ])('is refused %s', async (_, change, reason) => {
    const content = { maps: [MAPS[0]!], mapsXml: SCALARS('a'), pointsXml: TWO_SIDES, ...change };
    await expect(read(writeCifti(content))).rejects.toThrow(reason);
  });

  it('is refused wherever it is cut', async () => {
    for (const length of [541, 548, 600, TWO_MAPS.length - 1])
      await expect(read(TWO_MAPS.slice(0, length))).rejects.toThrow('a.dscalar.nii: ');
  });
});

describe('the side of a surface', () => {
  let folder = '';
  let path = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tilecast-cifti-'));
    path = join(folder, 'both.dscalar.nii');
    await writeFile(path, TWO_MAPS);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const mesh = createMesh({ positions: new Float32Array(12), triangles: Uint32Array.of(0, 1, 2) });
  const load = async (surface: { readonly name: string; readonly structure?: string }) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const values = await loadMeshValues({ mesh, ...surface }, { values: path, underlay: undefined } as never, {});
      return { structure: values.get(path)!.structure, said: said.mock.calls.join('') };
    } finally {
      said.mockRestore();
    }
  };

  it('is what its file says, before its name', async () => {
    expect((await load({ name: 'x.L.gii', structure: 'CORTEX_RIGHT' })).structure).toBe('CORTEX_RIGHT');
  });

  it.each([
    ['sub.L.midthickness.surf.gii', 'CORTEX_LEFT'],
    ['lh.pial', 'CORTEX_LEFT'],
    ['/data.L.1/rh.pial', 'CORTEX_RIGHT'],
    ['sub-1_hemi-R_pial.ply', 'CORTEX_RIGHT'],
  ])('is told by its name, which is said: %s', async (name, structure) => {
    const found = await load({ name });
    expect(found.structure).toBe(structure);
    expect(found.said).toContain(`took its values of ${structure}`);
  });

  it('is needed where both fit, and must be one that the file has', async () => {
    await expect(load({ name: 'brain.ply' })).rejects.toThrow('CORTEX_LEFT and CORTEX_RIGHT, which both fit brain.ply');
    await expect(load({ name: 'c.gii', structure: 'CEREBELLUM' })).rejects.toThrow('and none of CEREBELLUM');
  });

  it('is read from GIfTI', async () => {
    const array = (intent: string, type: string, rows: number, data: string, metadata = '') =>
      `<DataArray Intent="NIFTI_INTENT_${intent}" DataType="${type}" ArrayIndexingOrder="RowMajorOrder" Dimensionality="2" Dim0="${rows}" Dim1="3" Encoding="ASCII" Endian="LittleEndian">${metadata}<Data>${data}</Data></DataArray>`;
    const metadata = '<MetaData><MD><Name>AnatomicalStructurePrimary</Name><Value>CortexRight</Value></MD></MetaData>';
    const text = `<?xml version="1.0"?><GIFTI Version="1.0">${array('POINTSET', 'NIFTI_TYPE_FLOAT32', 3, '0 0 0 1 0 0 0 1 0', metadata)}${array('TRIANGLE', 'NIFTI_TYPE_INT32', 1, '0 1 2')}</GIFTI>`;
    expect((await readMesh(source('a.surf.gii', new TextEncoder().encode(text)))).structure).toBe('CORTEX_RIGHT');
  });
});
