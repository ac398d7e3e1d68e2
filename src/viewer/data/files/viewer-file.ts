/** The files that a viewer is given: addresses to fetch, or dropped files, read with progress. */
import {
  type Affine,
  type BodyProgress,
  type FileFolder,
  type GreyDisplay,
  InputError,
  isStoreUrl,
  type Statistics,
  type Vec3,
} from '../../../index.js';
import { CollectedBytes, isDicomWeb, nameUrl, requestBytes } from '../../../lab.js';

/** The volume that a copy stands for. */
export interface CopiedVolume {
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
  /** The symbol of the world's unit; an empty text where it is not known. */
  readonly unit: string;
  /** Statistics of all its voxels. */
  readonly statistics: Statistics;
  /** How it asks for its values to be shown in grey. */
  readonly display?: GreyDisplay | undefined;
  /** Its files, which are read when they are looked at. */
  readonly files: readonly ViewerFile[];
}

/** A file by its address or its contents; `name` gives the format where the contents do not. */
export interface ViewerFile {
  /** Includes the path within its folder, where it is of one. */
  readonly name: string;
  /** Its address, or the file itself. */
  readonly source: string | URL | Blob;
  /** Bytes, where they are known before. */
  readonly sizeBytes?: number;
  /** Whether `source` is the address of a store's root, below which its files are. */
  readonly isStore?: boolean;
  /** The files of a store that was dropped or chosen, by their paths below its root. */
  readonly storeFiles?: FileFolder;
  /** Whether it holds the labels of the other volume; undefined lets its voxels say. */
  readonly isMask?: boolean;
  /** The file or folder that the command line named it by; default: its name. */
  readonly input?: string;
  /** The volume itself, where `source` is an NRRD with fewer voxels of it. */
  readonly copied?: CopiedVolume;
}

/** The part of a file that has been read. */
export interface ReadProgress {
  /** Bytes that have been read. */
  readonly doneBytes: number;
  /** Undefined where no server said. */
  readonly totalBytes: number | undefined;
  /** The file's name. */
  readonly name: string;
  /** Which of several files it is, from 1 on, and how many there are. */
  readonly place?: { readonly number: number; readonly count: number };
}

/** Whoever answers with less often than this need not redraw for each piece. */
const REPORT_EVERY_BYTES = 1 << 18;

export interface ReadFollowers {
  readonly report: (progress: ReadProgress) => void;
  /** Looks at the arrived part of a file of a known size: `bytes` have its full length. Reading waits for it. */
  readonly inspect: (bytes: Uint8Array, doneBytes: number) => Promise<void>;
}

/**
 * All bytes of a file.
 * @throws InputError, one line that starts with the file's name, or the signal's reason.
 */
export async function readViewerFile(
  { name, source }: ViewerFile,
  signal: AbortSignal,
  { report, inspect }: ReadFollowers,
): Promise<Uint8Array<ArrayBuffer>> {
  let reportedBytes = 0;
  const follow = async ({ doneBytes, totalBytes, whole }: BodyProgress) => {
    if (doneBytes - reportedBytes < REPORT_EVERY_BYTES) return;
    report({ doneBytes, totalBytes, name });
    reportedBytes = doneBytes;
    if (whole) await inspect(whole, doneBytes);
  };
  const isBlob = source instanceof Blob;
  const bytes = isBlob
    ? await readBlob(name, source, signal, follow)
    : (await requestBytes(source, { name }, { signal, follow })).bytes;
  report({ doneBytes: bytes.length, totalBytes: bytes.length, name });
  return bytes;
}

async function readBlob(
  name: string,
  blob: Blob,
  signal: AbortSignal,
  follow: (progress: BodyProgress) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().getReader();
  const collected = new CollectedBytes(blob.size);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return collected.join();
      collected.push(value);
      await follow({ doneBytes: collected.length, totalBytes: blob.size, whole: collected.whole });
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new InputError(`${name}: cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    if (signal.aborted) await reader.cancel().catch(() => undefined);
  }
}

/** The name in messages of a file at an address: without its query, which may be long or secret. */
export function fileAt(url: string | URL): ViewerFile {
  const text = String(url);
  if (isDicomWeb(text)) return { name: nameUrl(text), source: text };
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const base = location?.href;
  const address = URL.canParse(text, base) ? new URL(text, base).href : text;
  if (isStoreUrl(address)) return { name: nameUrl(address), source: address, isStore: true };
  return { name: nameUrl(text), source: url };
}
