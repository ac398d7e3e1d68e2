/** OFF: what its first word announces, colours at the ends of lines, and lines that are wrong. */
import { describe, expect, it, test } from 'vitest';
import { readOff } from '../../../src/files/meshes/off.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../volumes/nrrd/write-nrrd.js';

const NAME = 'folder/thing.off';
const read = (text: string) => readOff({ ...sourceOf(ascii(text)), name: NAME });

const VERTICES = '0 0 0\n1 0 0\n1 1 0\n0 1 0\n';

test('the first count may follow the first word without a blank', async () => {
  const { mesh } = await read(`OFF4 1 0\n${VERTICES}4 0 1 2 3\n`);
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
});

test('the number of edges may be missing', async () => {
  expect((await read(`OFF\n4 1\n${VERTICES}4 0 1 2 3\n`)).mesh.triangles).toHaveLength(6);
});

test('faces may be broken into lines', async () => {
  const { mesh } = await read(`OFF\n4 2 0\n${VERTICES}4 0 \n1 \n2 \n3\n3 0 1\n3\n`);
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 3]);
});

test('homogeneous vertices are divided, and normals follow them', async () => {
  const { mesh } = await read('N4OFF\n3 1 0\n0 0 0 1 0 0 2\n2 0 0 2 0 0 2\n0 2 0 2 0 0 2\n3 0 1 2\n');
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...mesh.normals!.slice(0, 3)]).toEqual([0, 0, 1]);
});

describe('colours', () => {
  it('of faces are from 0 to 1, or to 255, and white where there are none', async () => {
    const faces = (color: string) => read(`OFF\n4 2 0\n${VERTICES}3 0 1 2 ${color}\n3 0 2 3\n`);
    for (const color of ['1.0 0.0 0.2 0.5', '255 0 51']) {
      expect([...(await faces(color)).mesh.faceColors!]).toEqual([255, 0, 51, 255, 255, 255, 255, 255]);
    }
    expect((await faces('3')).mesh.faceColors).toBeUndefined();
  });

  it('of vertices go before those of faces', async () => {
    const vertices = VERTICES.replaceAll(/0$|1$/gm, '$& 0 128 255 255');
    const { mesh } = await read(`COFF\n4 1 0\n${vertices}4 0 1 2 3 9 9 9\n`);
    expect([...mesh.vertexColors!.slice(0, 4)]).toEqual([0, 128, 255, 255]);
    expect(mesh.faceColors).toBeUndefined();
  });
});

test.each<[string, string, RegExp]>([
  ['binary files', 'OFF BINARY\n', /is a binary OFF file; text is read/],
  ['other dimensions', '4nOFF\n3\n', /dimension of its own/],
  ['other words', 'COMOFF\n', /starts with "COMOFF"/],
  ['a header without counts', 'OFF\n3\n', /ends in its header/],
  ['half a count', 'OFF\n3.5 1 0\n', /line 2 has "3.5" where a count should be/],
  ['more vertices than bytes', 'OFF\n99999999 1 0\n0 0 0\n', /bytes for 99999999 vertices/],
  ['short vertices', `OFF\n4 1 0\n0 0\n${VERTICES}`, /line 3 has 2 numbers; a vertex needs 3/],
  ['words', `OFF\n4 1 0\n0 0 x\n${VERTICES}`, /line 3 has "x" where a number should be/],
  ['short faces', `OFF\n4 1 0\n${VERTICES}4 0 1 2\n`, /line 7 has 3 corners of a face of 4/],
  ['missing faces', `OFF\n4 2 0\n${VERTICES}3 0 1 2\n`, /ends before face 2 of 2/],
])('%s are refused', async (_, text, message) => {
  expect(await expectInputError(read(text), NAME)).toMatch(message);
});
