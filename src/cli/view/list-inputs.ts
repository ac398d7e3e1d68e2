/** Lists the files of the viewer's inputs: those named on the command line, and the contents of folders. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isStoreUrl } from '../../index.js';
import { folderOfMark, isDicomWeb, leaveOutLeftoverInputs, leaveOutLeftovers, nameUrl } from '../../lab.js';
import {
  isStoreFolder,
  locateUrl,
  needsHeaders,
  type OpenedFolder,
  openInputFile,
  openInputs,
} from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { showProgress } from '../read-volume-input.js';
import { sayOf } from '../say.js';

export interface ListedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** The bytes of a file that is not on disk. */
  readonly read?: () => Promise<Uint8Array>;
  /** Whether the path is that of a store's folder, or its address. */
  readonly isStore?: boolean;
  /** Whether the page asks us for the files of a store at an address, as it cannot send the headers that its server wants. */
  readonly isPassedOn?: boolean;
  /** Whether it is the mask of the volume among the others. */
  readonly isMask?: boolean;
  /** Its name on the command line, or the folder that it is in. */
  readonly input: string;
  /** Includes the path within its folder. */
  readonly name: string;
}

/**
 * @param series which of a server's.
 * @throws InputError, one line that starts with the path, for what is not there.
 */
export async function listInputs(inputs: readonly string[], series?: string): Promise<ListedFile[]> {
  const lists = await Promise.all(leaveOutLeftoverInputs(inputs).map((input) => listInput(input, series)));
  return lists.flat();
}

async function listInput(input: string, series: string | undefined): Promise<ListedFile[]> {
  if (isDicomWeb(input)) return listServed(input, series);
  if (isStoreUrl(input)) {
    const url = await locateUrl(input);
    const isPassedOn = await needsHeaders(url);
    return [
      {
        path: folderOfMark(url.href) ?? url.href,
        sizeBytes: 0,
        isStore: true,
        isPassedOn,
        input,
        name: nameUrl(input),
      },
    ];
  }
  const root = folderOfMark(input);
  if (root !== undefined && (await isStoreFolder(root))) return listInput(root, series);
  const isFolder = await stat(input).then(
    (status) => status.isDirectory(),
    () => false,
  );
  if (!isFolder) return [{ path: input, sizeBytes: await sizeOf(input), input, name: input }];
  if (await isStoreFolder(input)) return [{ path: input, sizeBytes: 0, isStore: true, input, name: input }];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length === 0) fail(`${input}: is a folder without files`);
  return Promise.all(
    leaveOutLeftovers(input, paths, (path) => relative(input, path))
      .sort()
      .map(async (path) => {
        const { size } = await stat(path);
        return { path, sizeBytes: size, input, name: join(input, relative(input, path)) };
      }),
  );
}

/** The files of a series: the page cannot ask servers that know nothing of it, nor send the headers that they want. */
async function listServed(input: string, series: string | undefined): Promise<ListedFile[]> {
  const [opened] = await openInputs([input]);
  const { folder } = opened as OpenedFolder;
  const { address, files, notes } = await showProgress((report) => folder.server!.fetch(series, report));
  sayOf(folder.name, notes);
  return files.map(({ name, sizeBytes, read }) => ({
    path: address,
    sizeBytes,
    read: () => read(0, sizeBytes),
    input: address,
    name: `${folder.name}/${name}`,
  }));
}

/** @throws InputError, as other commands do, unless it is a file that can be read. */
async function sizeOf(path: string): Promise<number> {
  const file = await openInputFile(path);
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
