/** Regions on surfaces: FreeSurfer's annotations, and label tables of GIfTI and MZ3. */
import { describe, expect, it } from 'vitest';
import { readLabelTable } from '../../../../src/files/labels/label-table.js';
import { createMesh, type MeshValues, readMesh, readMeshValues } from '../../../../src/index.js';
import { chooseValueColors, colorByValues } from '../../../../src/recipe/scene/meshes/value-colors.js';
import { writeAnnotation } from './write-annotation.js';

const source = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  ({ name, bytes, gunzip: async (from: Uint8Array) => from, readSibling: async () => bytes }) as never;

describe('an annotation', () => {
  it.each([
    [2, [1, 5, Number.NaN, 0]],
    [1, [1, 2, Number.NaN, 0]],
  ] as const)('of version %i has a region for each vertex', async (version, expected) => {
    const [values] = await readMeshValues(source('lh.aparc.annot', writeAnnotation(version)));
    expect([...values!.values]).toEqual(expected);
    expect(values!.name).toBe('aparc');
    expect(values!.labels!.map(({ name }) => name)).toEqual(['unknown', 'bankssts', 'cuneus']);
    expect(values!.labels![2]).toMatchObject({ label: expected[1], color: [220 / 255, 20 / 255, 100 / 255] });
  });

  it('is no surface, and is refused where it is damaged', async () => {
    await expect(readMesh(source('lh.aparc.annot', writeAnnotation(2)))).rejects.toThrow(
      'name the surface, and this file by --values',
    );
    const whole = writeAnnotation(2);
    for (const length of [0, 3, 20, 40, 47, 60, whole.length - 1])
      await expect(readMeshValues(source('lh.aparc.annot', whole.slice(0, length)))).rejects.toThrow(
        'lh.aparc.annot: ',
      );
  });
});

const GIFTI = `<?xml version="1.0"?><GIFTI Version="1.0" NumberOfDataArrays="1"><LabelTable>
<Label Key="0" Red="0" Green="0" Blue="0" Alpha="0"><![CDATA[???]]></Label>
<Label Key="3" Red="1" Green="0" Blue="0" Alpha="1"><![CDATA[L_V1]]></Label>
<Label Key="9" Red="0" Green="0.5" Blue="1" Alpha="1">L_V2</Label></LabelTable>
<DataArray Intent="NIFTI_INTENT_LABEL" DataType="NIFTI_TYPE_INT32" ArrayIndexingOrder="RowMajorOrder" Dimensionality="1" Dim0="4" Encoding="ASCII" Endian="LittleEndian">
<Data>3 9 0 3</Data></DataArray></GIFTI>`;

it('is in the label table of GIfTI, and colours vertices without what has no opacity', async () => {
  const [values] = await readMeshValues(source('L.label.gii', new TextEncoder().encode(GIFTI)));
  expect(values!.labels).toEqual([
    { label: 0, name: '???' },
    { label: 3, name: 'L_V1', color: [1, 0, 0] },
    { label: 9, name: 'L_V2', color: [0, 0.5, 1] },
  ]);
  const mesh = createMesh({ positions: new Float32Array(12), triangles: Uint32Array.of(0, 1, 2) });
  const colors = chooseValueColors([values as MeshValues], { colorMap: undefined, range: undefined });
  expect(colors.labels!.map(({ name }) => name)).toEqual(['L_V1', 'L_V2']);
  const bytes = [...colorByValues(mesh, values!, colors).vertexColors!];
  expect(bytes.slice(0, 8)).toEqual([255, 0, 0, 255, 0, 128, 255, 255]);
  expect(bytes.slice(8, 12)).toEqual([184, 184, 184, 255]);
  // A colour map that is named shows numbers.
  const mapped = chooseValueColors([values as MeshValues], { colorMap: 'viridis', range: undefined });
  expect(mapped.labels).toBeUndefined();
});

const TABLE = { R: [0, 255, 0], G: [0, 0, 128], B: [0, 0, 255], I: [0, 3, 9], labels: ['', 'Left', 'Right'] };

it('is in the table that an MZ3 skips, and in the JSON of NiiVue', async () => {
  const json = new TextEncoder().encode(JSON.stringify(TABLE));
  const bytes = new Uint8Array(16 + json.length + 16);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [
    [0, 23117],
    [2, 8 + 64],
  ] as const)
    view.setUint16(at, value, true);
  for (const [at, value] of [
    [8, 4],
    [12, json.length],
  ] as const)
    view.setUint32(at, value, true);
  bytes.set(json, 16);
  for (const [index, value] of [3, 9, 0, 3].entries()) view.setFloat32(16 + json.length + 4 * index, value, true);
  const [values] = await readMeshValues(source('regions.mz3', bytes));
  const labels = [
    { label: 3, name: 'Left', color: [1, 0, 0] },
    { label: 9, name: 'Right', color: [0, 128 / 255, 1] },
  ];
  expect(values!.labels).toEqual(labels);
  expect([...values!.values]).toEqual([3, 9, 0, 3]);
  expect(readLabelTable(JSON.stringify(TABLE), 'table.json')).toEqual(labels);
  expect(() => readLabelTable('{"R": [1]}', 'table.json')).toThrow('table.json: is no table of labels');
  expect(() => readLabelTable('{"R": [1', 'table.json')).toThrow('table.json: is no JSON that describes labels');
});
