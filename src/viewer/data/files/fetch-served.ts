/** Series of DICOMweb servers, fetched as the files that they are. */
import { openDicomWeb } from '../../../index.js';
import { isDicomWeb } from '../../../lab.js';
import type { LoadFollowers } from './load-followers.js';
import type { ViewerFile } from './viewer-file.js';

/**
 * The files, with those of a series for each address of a server.
 * @param series which of several.
 * @returns `isChosen`: whether that has been heeded already.
 * @throws InputError, one line that starts with the address, or the signal's reason.
 */
export async function fetchServed(
  files: readonly ViewerFile[],
  series: string | undefined,
  signal: AbortSignal,
  report: LoadFollowers['report'],
): Promise<{ readonly files: readonly ViewerFile[]; readonly isChosen: boolean }> {
  let isChosen = false;
  const fetched = files.map(async (file): Promise<readonly ViewerFile[]> => {
    const { source, isMask } = file;
    if (typeof source !== 'string' || !isDicomWeb(source)) return [file];
    const { name, server } = openDicomWeb(source, { signal });
    isChosen ||= !server!.isOneSeries;
    // Files are counted, since no server says how long they are.
    const served = await server!.fetch(series, (doneBytes, totalBytes) =>
      report({ name, doneBytes, totalBytes, stage: 'decoding' }),
    );
    return Promise.all(
      served.files.map(async ({ name: instance, read, sizeBytes }) => ({
        name: `${name}/${instance}`,
        source: new Blob([(await read(0, sizeBytes)) as Uint8Array<ArrayBuffer>]),
        input: served.address,
        ...(isMask !== undefined && { isMask }),
      })),
    );
  });
  return { files: (await Promise.all(fetched)).flat(), isChosen };
}
