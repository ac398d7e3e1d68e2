/** Files of plain voxels that threads read, and count, while the process does something else. */
import { stat } from 'node:fs/promises';
import { findLayout, isSwapped, viewVoxels, voxelSizeBytes } from '../../lab.js';
import { pieceOf, rememberCount } from '../threads/count-voxels.js';
import { createCounter, performAlone, performTogether, startThreads, threadsFor } from '../threads/voxel-threads.js';
import { type FilesAhead, openInputFile } from './read-file.js';

/** Every adapter has textures for so many voxels along each side, and memory for so many bytes: others may be read in pages. */
const MAX_SIDE = 2048;
const MAX_BYTES = 2 ** 30;

/** Room before a file's bytes, so that voxels lie where those of any type may. */
const ALIGNMENT = 8;

/** Bytes of a file that hold most headers. */
const START_BYTES = 2 ** 16;

/** A file in memory that threads share. */
interface SharedFile {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Rejects where a thread failed, or found fewer bytes. */
  readonly filled: Promise<unknown>;
}

class SharedFiles implements FilesAhead {
  readonly #files: ReadonlyMap<string, SharedFile>;

  constructor(files: ReadonlyMap<string, SharedFile>) {
    this.#files = files;
  }

  async take(path: string) {
    const bytes = await this.takeBytes(path, 0);
    if (!bytes) return undefined;
    const sha256 = performAlone({ kind: 'hash', bytes });
    sha256.catch(() => undefined);
    return { bytes, sha256 };
  }

  async takeBytes(path: string, start: number): Promise<Uint8Array | undefined> {
    const file = this.#files.get(path);
    try {
      await file?.filled;
      return file?.bytes.subarray(start);
    } catch {
      return undefined;
    }
  }
}

/**
 * Has threads read those of some files that are uncompressed volumes of one file each, and large enough for threads. Once it
 * returns, neither the process nor a thread opens a file for it any more.
 */
export async function readAhead(paths: readonly string[], leastBytes?: number): Promise<FilesAhead> {
  const files = new Map<string, SharedFile>();
  for (const path of paths) {
    // Whoever reads it next says what is wrong with it.
    const file = await openAhead(path, leastBytes).catch(() => undefined);
    if (file) files.set(path, file);
  }
  return new SharedFiles(files);
}

async function openAhead(path: string, leastBytes: number | undefined): Promise<SharedFile | undefined> {
  const status = await stat(path);
  const threads = status.isFile() ? threadsFor(status.size, leastBytes) : 0;
  if (threads === 0) return undefined;
  const starting = startThreads(threads);
  starting.catch(() => undefined);
  const file = await openInputFile(path);
  let filled: Promise<unknown> | undefined;
  try {
    const { size } = await file.stat();
    const head = new Uint8Array(Math.min(START_BYTES, size));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const layout = bytesRead === head.length ? await findLayout(head) : undefined;
    if (!layout || layout.dataFile !== undefined || isSwapped(layout.type, layout.endianness)) return undefined;
    const { type, sizes } = layout;
    const count = sizes[0] * sizes[1] * sizes[2];
    const sizeBytes = count * voxelSizeBytes(type);
    const start = layout.dataStart < 0 ? size - sizeBytes : layout.dataStart;
    const isWhole = start >= 0 && start <= head.length && start + sizeBytes === size;
    if (!isWhole || Math.max(...sizes) > MAX_SIDE || sizeBytes > MAX_BYTES) return undefined;
    const room = (ALIGNMENT - (start % ALIGNMENT)) % ALIGNMENT;
    const bytes = new Uint8Array(new SharedArrayBuffer(room + size), room);
    bytes.set(head.subarray(0, start));
    const voxels = viewVoxels(type, bytes.subarray(start));
    await starting;
    const counted = performTogether(threads, {
      kind: 'fill',
      voxels,
      pieceVoxels: pieceOf(voxels, threads),
      descriptor: file.fd,
      start,
      next: createCounter(),
    });
    filled = counted;
    // Unless no thread counted them, being of more than 16 bits.
    if (voxels.BYTES_PER_ELEMENT <= 2) rememberCount(voxels, counted);
    return { bytes, filled };
  } finally {
    const close = () => file.close().catch(() => undefined);
    if (filled) filled.then(close, close);
    else await close();
  }
}
