/** Sets of OME-TIFF files in a folder. */
import type { ByteSource } from '../../bytes/byte-source.js';
import { mayLeaveOut } from '../../bytes/outside-error.js';
import { isTiff } from './is-tiff.js';
import { isOme } from './ome.js';
import { readDirectories } from './tiff-directory.js';
import { describeFile } from './tiff-planes.js';

const NAME = /\.ome\.(?:tiff?|tf[28]|btf)$/i;

/** The file by which to open all TIFF files of a folder, if they are one set, as the first one's description says. */
export async function findOmeSet(files: readonly ByteSource[]): Promise<ByteSource | undefined> {
  const [first] = files;
  if (!first || !files.every(({ name }) => NAME.test(name))) return undefined;
  const described = await describe(first);
  const named = new Set([baseName(first.name)]);
  for (const [, name] of described.matchAll(/\bFileName\s*=\s*["']([^"']+)["']/g)) named.add(baseName(name!));
  return files.every(({ name }) => named.has(baseName(name))) ? first : undefined;
}

async function describe(file: ByteSource): Promise<string> {
  try {
    const bytes = await file.read(0, file.sizeBytes);
    if (!isTiff(bytes)) return '';
    const [page] = readDirectories(bytes).pages;
    const description = page ? describeFile(page) : '';
    return isOme(description) ? description : '';
  } catch (error) {
    if (mayLeaveOut(error)) return '';
    throw error;
  }
}

const baseName = (path: string) => path.split(/[\\/]/).at(-1)!;
