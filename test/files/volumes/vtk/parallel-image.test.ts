/** Parallel images of VTK: pieces at their places in the whole, on points and in cells, and pieces that do not fit. */
import { expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';
import { ascii } from '../nrrd/write-nrrd.js';

expectSilence();

type Box = readonly [number, number, number, number, number, number];
const WHOLE: Box = [1, 5, 0, 3, -1, 1];
/** The pieces share points, and no cells. */
const PIECES: readonly Box[] = [
  [1, 3, 0, 3, -1, 1],
  [3, 5, 0, 2, -1, 1],
  [3, 5, 2, 3, -1, 1],
];
const valueAt = (i: number, j: number, k: number) => 100 * i + 10 * j + k;
const valuesIn = ([i0, i1, j0, j1, k0, k1]: Box, onCells: boolean) => {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + (onCells ? 0 : 1) }, (_, index) => from + index);
  return range(k0, k1).flatMap((k) => range(j0, j1).flatMap((j) => range(i0, i1).map((i) => valueAt(i, j, k))));
};
const at = 'Origin="10 20 30" Spacing="0.5 1 2"';
const kindOf = (onCells: boolean) => (onCells ? 'CellData' : 'PointData');
const piece = (box: Box, onCells: boolean) =>
  `<VTKFile type="ImageData" byte_order="LittleEndian"><ImageData WholeExtent="${WHOLE.join(' ')}" ${at}><Piece Extent="${box.join(' ')}">
  <${kindOf(onCells)}><DataArray type="Int16" Name="v" format="ascii">${valuesIn(box, onCells).join(' ')}</DataArray></${kindOf(onCells)}>
  </Piece></ImageData></VTKFile>`;
const whole = (onCells: boolean, pieces = PIECES) =>
  `<VTKFile type="PImageData" byte_order="LittleEndian"><PImageData WholeExtent="${WHOLE.join(' ')}" ${at}>
  <P${kindOf(onCells)}><PDataArray type="Int16" Name="v"/></P${kindOf(onCells)}>
  ${pieces.map((box, index) => `<Piece Extent="${box.join(' ')}" Source="${index}.vti"/>`).join('')}</PImageData></VTKFile>`;

const read = (text: string, files: readonly string[], onRead: (name: string) => void = () => {}) =>
  readVolumeSource({
    name: 'a.pvti',
    bytes: ascii(text),
    gunzip,
    readSibling: async (name) => {
      onRead(name);
      const file = files[Number.parseInt(name, 10)];
      if (file === undefined) throw new InputError(`${name} is not there`);
      return ascii(file);
    },
  });

it.each([false, true])('joins pieces, in cells: %s', async (onCells) => {
  const { volume } = await read(
    whole(onCells),
    PIECES.map((box) => piece(box, onCells)),
  );
  expect(volume.sizes).toEqual(onCells ? [4, 3, 2] : [5, 4, 3]);
  expect([...volume.voxels]).toEqual(valuesIn(WHOLE, onCells));
  expect(volume.indexToWorld.columns[0]).toEqual([0.5, 0, 0]);
  // The first point is (1, 0, -1), and the first cell's middle half a step on.
  expect(volume.indexToWorld.origin).toEqual(onCells ? [10.75, 20.5, 29] : [10.5, 20, 28]);
});

const files = PIECES.map((box) => piece(box, false));

it('takes the direction from a piece, where VTK writes it, if the whole has none', async () => {
  const turned = files.map((file) => file.replace(at, `${at} Direction="0 -1 0 1 0 0 0 0 1"`));
  const { volume } = await read(whole(false), turned);
  expect(volume.indexToWorld.columns).toEqual([
    [0, 0.5, 0],
    [-1, 0, 0],
    [0, 0, 2],
  ]);
  const said = whole(false).replace(at, `${at} Direction="1 0 0 0 1 0 0 0 1"`);
  expect((await read(said, turned)).volume.indexToWorld.columns[0]).toEqual([0.5, 0, 0]);
});

it('reads each piece once, also the first, whose direction is that of the whole', async () => {
  const reads: string[] = [];
  await read(whole(false), files, (name) => reads.push(name));
  expect(reads).toEqual(['0.vti', '1.vti', '2.vti']);
});

it.each([
  ['pieces that leave a gap', whole(false, PIECES.slice(0, 2)), files, /leave out 6 of its 60 values; get all/],
  ['a piece that is not there', whole(false), files.slice(0, 2), /2\.vti is not there/],
  [
    'a piece of another size',
    whole(false),
    [files[1]!, ...files.slice(1)],
    /piece "0\.vti": has no "v" of 3 × 4 × 3 values/,
  ],
  [
    'a piece outside',
    whole(false, [[1, 3, 1, 4, -1, 1]]),
    [piece([1, 3, 1, 4, -1, 1], false)],
    /outside of 1 5 0 3 -1 1/,
  ],
  [
    'a piece that is named far more often than its bytes warrant',
    whole(false, new Array(100_000).fill(PIECES[0])).replace(/Source="\d+/g, 'Source="0'),
    files,
    /asks for too much work: reading its pieces/,
  ],
  ['itself as a piece', whole(false), [whole(false), ...files.slice(1)], /piece "0\.vti": is VTK's PImageData/],
  ['no pieces', whole(false, []), [], /names no pieces/],
] as const)('refuses %s', async (_, text, pieces, message) => {
  expect(await expectInputError(read(text, pieces), 'a.pvti')).toMatch(message);
});
