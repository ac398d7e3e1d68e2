/** Bytes that are read when they are wanted: a file of a folder, an entry of an archive, a Blob of a page. */
import type { MemoryAccount } from './memory-account.js';
import type { RecentBytes } from './recent-bytes.js';

/** A file whose bytes are read in ranges. */
export interface ByteSource {
  /** Path within its folder; it stands in messages. */
  readonly name: string;
  /** There are no more than this. */
  readonly sizeBytes: number;
  /** Reads the bytes from `start` to before `end`, or fewer where they end before. Throws InputError where it cannot. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  /** Fills `target` with the bytes from `start` on. @returns how many were there. Undefined where `read` is as fast. */
  readonly readInto?: ((start: number, target: Uint8Array) => Promise<number>) | undefined;
  /** Whether a server has them, of whose answers `read` keeps some. */
  readonly isRemote?: boolean | undefined;
  /** Bytes from `start` on that are read already, to where such voxels may lie; undefined where they are not. */
  readonly takeRead?: ((start: number) => Promise<Uint8Array | undefined>) | undefined;
}

/** Several files that belong together: a folder with all that is below it, a zip archive, or files named one by one. */
export interface FileFolder {
  /** Its name, for messages. */
  readonly name: string;
  /** Bytes of the archive that it is; undefined for a folder. */
  readonly archiveBytes?: number | undefined;
  /** The files in it. */
  readonly files: readonly ByteSource[];
  /** The memory that its volume may take; undefined where nobody bounds it. */
  readonly memory?: MemoryAccount | undefined;
  /** The series of a server, which are fetched once they are chosen; there are no files then. */
  readonly server?: SeriesServer | undefined;
}

/** A server that holds series of files. */
export interface SeriesServer {
  /** Whether there is one series, by its address. */
  readonly isOneSeries: boolean;
  /** Lists the series of the server, in the order of their numbers. @throws InputError where it cannot. */
  readonly list: () => Promise<readonly ServedSeries[]>;
  /**
   * Fetches the files of a series.
   * @param series its number in the list, from 1, the start of its UID, or words of its description; undefined for the only one.
   * @throws InputError where it cannot, or where none or several fit.
   */
  readonly fetch: (
    series: string | undefined,
    report?: (done: number, total: number) => void,
  ) => Promise<FetchedSeries>;
}

/** A series that a server has sent. */
export interface FetchedSeries {
  /** The address of the series itself. */
  readonly address: string;
  /** Its instances, a file each. */
  readonly files: readonly ByteSource[];
  /** Lines for the user about the choice. */
  readonly notes: readonly string[];
}

/** A series as its server describes it. */
export interface ServedSeries {
  /** The number that `--series` takes, from 1. */
  readonly number: number;
  /** Its identifier. */
  readonly uid: string;
  /** Identifier of its study. */
  readonly studyUid: string;
  /** Its modality, such as CT. */
  readonly modality: string;
  /** Its description; empty if the server says none. */
  readonly description: string;
  /** Undefined where the server does not say. */
  readonly instances: number | undefined;
}

/** The bytes of a file that is in memory. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return { name, sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** The bytes of a Blob, such as a File that the user of a page chose; a folder's files have a relative path. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    sizeBytes: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

/**
 * The output of `inflate` for the bytes of `source` from `start` to before `end`. Each read inflates again, up to where it ends,
 * unless there is room to keep all: a shard is read range by range.
 * @param inflate must stop once it has made more than requested, and then return what it has.
 * @param recent keeps what was inflated last, by name.
 */
export function inflatedSource(
  source: ByteSource,
  { name, start, end, sizeBytes }: { name: string; start: number; end: number; sizeBytes: number },
  inflate: (bytes: Uint8Array, sizeBytesMax: number) => Promise<Uint8Array>,
  recent?: RecentBytes,
): ByteSource {
  const inflateTo = async (to: number) => inflate(await source.read(start, end), Math.min(to, sizeBytes));
  return {
    name,
    sizeBytes,
    read: async (from, to) => {
      const kept = from > 0 && recent?.hasRoomFor(sizeBytes) ? recent : undefined;
      const bytes = kept ? kept.get(name, sizeBytes, () => inflateTo(sizeBytes)) : inflateTo(to);
      return (await bytes).subarray(from, to);
    },
  };
}
