/** Series of DICOMweb servers, as a server of this machine gives them. */
import { expect, it } from 'vitest';
import { loadVolume, memorySource, openDicomWeb, readVolumeFolder } from '../../../../src/index.js';
import { COLUMNS, fileOf, ROWS, type ServedSlice, serveDicomWeb } from './serve-dicom-web.js';

const SERIES = { study: '1.2.1', series: '1.2.1.7', seriesNumber: 7, modality: 'CT', description: 'Head, thin' };

/** Slices whose pixels hold line ends and what may separate parts. */
const HEAD: readonly ServedSlice[] = Array.from({ length: 5 }, (_, k) => ({
  ...SERIES,
  instance: `1.2.1.7.${9 - k}`,
  z: 3 * k,
  pixels: Uint16Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    at % 3 === 0 ? 0x0a0d : at % 3 === 1 ? 0x2d2d : 100 * k + at,
  ),
}));
const REPORT: ServedSlice = { ...HEAD[0]!, series: '1.2.1.9', seriesNumber: 9, modality: 'SR', instance: '1.2.1.9.1' };
const OTHER: ServedSlice = {
  ...HEAD[1]!,
  ...{ series: '1.2.1.3', seriesNumber: 3, description: 'Scout', instance: '1.2.1.3.1' },
};

const address = (root: string, series = SERIES.series) => `dicomweb:${root}/studies/1.2.1/series/${series}`;

const expected = () =>
  readVolumeFolder({ name: 'head', files: HEAD.map((slice) => memorySource(slice.instance, fileOf(slice))) });

it('are the volumes of their files', async () => {
  const { root, asked } = await serveDicomWeb([...HEAD, REPORT, OTHER]);
  const { volume } = await readVolumeFolder(openDicomWeb(address(root)));
  expect(volume).toEqual((await expected()).volume);
  expect(volume.sizes).toEqual([COLUMNS, ROWS, 5]);
  expect(asked.filter((path) => path.includes('/instances/'))).toHaveLength(5);
  expect((await loadVolume(`${address(root)}/instances/1.2.1.7.6`)).sizes).toEqual([COLUMNS, ROWS, 1]);
});

it('are made of metadata and frames where a server gives no files', async () => {
  const { root, asked } = await serveDicomWeb(HEAD, { files: false });
  expect((await readVolumeFolder(openDicomWeb(address(root)))).volume).toEqual((await expected()).volume);
  expect(asked.filter((path) => path.endsWith('/frames/1'))).toHaveLength(5);
});

it.each([
  ['by offsets', { pageLength: 2 }],
  ['in one page, whatever the offset', { offsets: false }],
])('are whole where a server lists them %s', async (_, form) => {
  const { root } = await serveDicomWeb(HEAD, form);
  expect((await readVolumeFolder(openDicomWeb(address(root)))).volume.sizes[2]).toBe(5);
});

it('are chosen by number, UID or words, and never guessed among several of images', async () => {
  const { root } = await serveDicomWeb([...HEAD, REPORT, OTHER]);
  const study = () => openDicomWeb(`dicomweb:${root}/studies/1.2.1/`);
  const listed = await study().server!.list();
  expect(listed.map(({ number, modality, description }) => [number, modality, description])).toEqual([
    [1, 'CT', 'Scout'],
    [2, 'CT', 'Head, thin'],
    [3, 'SR', 'Head, thin'],
  ]);
  for (const series of ['2', '1.2.1.7', 'CT head']) {
    expect((await readVolumeFolder(study(), { series })).volume.sizes[2]).toBe(5);
  }
  await expect(readVolumeFolder(study())).rejects.toThrow(/has 3 series; --series takes 1 to 3/);
  await expect(readVolumeFolder(study(), { series: 'head' })).rejects.toThrow(/has 2 series that fit "head"/);
  await expect(readVolumeFolder(study(), { series: 'knee' })).rejects.toThrow(/has no series "knee"/);
});

it('are taken without a choice where one alone has images, which is said', async () => {
  const { root } = await serveDicomWeb([...HEAD, REPORT]);
  const { volume, notes } = await readVolumeFolder(openDicomWeb(`dicomweb:${root}`));
  expect(volume.sizes[2]).toBe(5);
  expect(notes).toContainEqual('has 2 series; took the only one of images, 1; --series takes another');
});

it('are asked for with the headers of the caller, and nothing of them is in messages', async () => {
  const { root } = await serveDicomWeb(HEAD, { authorization: 'Bearer token-of-a-user' });
  const headersOf = () => ({ authorization: 'Bearer token-of-a-user' });
  expect((await readVolumeFolder(openDicomWeb(address(root), { headersOf }))).volume.sizes[2]).toBe(5);
  await expect(readVolumeFolder(openDicomWeb(`${address(root)}?token=token-of-a-user`))).rejects.toThrow(
    /^http:(?!.*token-of-a-user).*401 .*--header/,
  );
});

it.each([
  ['dicomweb:scan.dcm', /is no address/],
  ['dicomweb:ftp://host/studies/1.2', /is no address/],
  ['dicomweb:https://host/dicom-web/studies/1.2/rendered', /names no study, series or instance/],
  ['dicomweb:https://user:hidden@host/dicom-web', /^(?!.*hidden).*user or a password/],
])('are refused for %s', (text, message) => {
  expect(() => openDicomWeb(text)).toThrow(message);
});

it('are refused where the server has none, or is none', async () => {
  const { root } = await serveDicomWeb(HEAD);
  await expect(readVolumeFolder(openDicomWeb(address(root, '1.2.99')))).rejects.toThrow(/has no instances/);
  await expect(readVolumeFolder(openDicomWeb(`${address(root)}/instances/1.2.99`))).rejects.toThrow(/404/);
  await expect(openDicomWeb(`dicomweb:${root.replace('/dicom-web', '')}`).server!.list()).rejects.toThrow(/404/);
});
