/** Series of DICOMweb servers in the viewer: fetched in the page's place, or by the page. */
import { expect, it, onTestFinished } from 'vitest';
import { listInputs } from '../../../src/cli/view/list-inputs.js';
import { startViewerServer } from '../../../src/cli/view/viewer-server.js';
import { loadFiles } from '../../../src/viewer/data/files/load-files.js';
import { parseSelection } from '../../../src/viewer/data/files/selection.js';
import { fileAt } from '../../../src/viewer/data/files/viewer-file.js';
import { COLUMNS, fileOf, ROWS, type ServedSlice, serveDicomWeb } from '../../files/dicom/web/serve-dicom-web.js';

const sliceOf = (seriesNumber: number, k: number): ServedSlice => ({
  ...{
    study: '1.2.1',
    series: `1.2.1.${seriesNumber}`,
    seriesNumber,
    modality: 'CT',
    description: `Head ${seriesNumber}`,
  },
  ...{ instance: `1.2.1.${seriesNumber}.${k}`, z: 3 * k },
  pixels: Uint16Array.from({ length: COLUMNS * ROWS }, (_, at) => 100 * k + at),
});
const SLICES = [sliceOf(2, 0), sliceOf(5, 0), sliceOf(5, 1), sliceOf(5, 2)];

it('are files of the page’s own server, whatever their server asks for', async () => {
  const { root } = await serveDicomWeb(SLICES);
  const files = await listInputs([`dicomweb:${root}/studies/1.2.1`], '2');
  const { url, close } = await startViewerServer({ files, port: 0, attributes: {} });
  onTestFinished(close);
  const { files: listed } = (await (await fetch(`${url}inputs.json`)).json()) as {
    files: { url: string; input: string }[];
  };
  expect(listed).toHaveLength(3);
  expect(new Set(listed.map(({ input }) => input))).toEqual(new Set([`dicomweb:${root}/studies/1.2.1/series/1.2.1.5`]));
  const bytes = new Uint8Array(await (await fetch(`${url}${listed[1]!.url}`)).arrayBuffer());
  expect(bytes).toEqual(fileOf(SLICES[2]!));
});

it('are fetched by a page that names their address', async () => {
  const { root } = await serveDicomWeb(SLICES);
  const followers = { report: () => undefined, preview: () => undefined };
  const file = fileAt(`dicomweb:${root}/studies/1.2.1`);
  const { volumes, inputs } = await loadFiles(
    [file],
    parseSelection({ series: '2' }),
    new AbortController().signal,
    followers,
  );
  expect(volumes.map(({ volume }) => volume.sizes)).toEqual([[COLUMNS, ROWS, 3]]);
  expect(inputs).toMatchObject([{ path: `dicomweb:${root}/studies/1.2.1/series/1.2.1.5`, kind: 'volume' }]);
  await expect(loadFiles([file], parseSelection({}), new AbortController().signal, followers)).rejects.toThrow(
    /has 2 series/,
  );
});
