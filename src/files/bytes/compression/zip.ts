/** The entries of zip archives, as files of a folder: PKWARE's APPNOTE.TXT 6.3.10. */
import { InputError } from '../../../errors.js';
import { leaveOutLeftovers } from '../../leftovers.js';
import { Budget } from '../budget.js';
import { type ByteSource, type FileFolder, inflatedSource } from '../byte-source.js';
import { nameInErrors } from '../name-in-errors.js';
import { RecentBytes } from '../recent-bytes.js';
import { inflateRawStart, LOCAL_HEADER } from './inflate.js';

const [CENTRAL_HEADER, END, END64, END64_LOCATOR] = [0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50];

const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
const UTF8 = 1 << 11;

/** The end of the central directory and the longest comment that may follow it. */
const END_SIZE_BYTES = 22;
const TAIL_SIZE_BYTES = END_SIZE_BYTES + 0xffff;

/** Larger directories hold more than a million files, or are damaged. */
const DIRECTORY_SIZE_BYTES_MAX = 1 << 28;

/** Inflated entries that are kept: shards are read range by range. */
const RECENT_BYTES = 1 << 27;

/** Beyond what is free: simple labels are packed a few hundred times, and DEFLATE packs zeros a thousand times. */
const INFLATED_PER_BYTE = 400;

/**
 * Reads the directory of a zip archive. Files are read on demand, and not kept.
 * @throws InputError, one line that starts with the archive's name, if it is damaged.
 */
export function openZip(archive: ByteSource): Promise<FileFolder> {
  return nameInErrors(archive.name, async () => {
    const { start, sizeBytes } = await findDirectory(archive);
    if (sizeBytes > Math.min(DIRECTORY_SIZE_BYTES_MAX, archive.sizeBytes)) throw damaged();
    const directory = await archive.read(start, start + sizeBytes);
    if (directory.length < sizeBytes) throw damaged();
    const files = leaveOutLeftovers(archive.name, listEntries(archive, directory), ({ name }) => name);
    return { name: archive.name, archiveBytes: archive.sizeBytes, files };
  });
}

async function findDirectory(archive: ByteSource): Promise<{ start: number; sizeBytes: number }> {
  const tailStart = Math.max(archive.sizeBytes - TAIL_SIZE_BYTES, 0);
  const tail = await archive.read(tailStart, archive.sizeBytes);
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const found = { start: view.getUint32(at + 16, true), sizeBytes: view.getUint32(at + 12, true) };
    const locator = at - 20;
    const zip64 = locator >= 0 && view.getUint32(locator, true) === END64_LOCATOR;
    return zip64 ? findDirectory64(archive, Number(view.getBigUint64(locator + 8, true))) : found;
  }
  throw damaged();
}

async function findDirectory64(archive: ByteSource, at: number): Promise<{ start: number; sizeBytes: number }> {
  const record = await archive.read(at, at + 56);
  const view = viewOf(record);
  if (record.length < 56 || view.getUint32(0, true) !== END64) throw damaged();
  return { start: Number(view.getBigUint64(48, true)), sizeBytes: Number(view.getBigUint64(40, true)) };
}

function listEntries(archive: ByteSource, directory: Uint8Array): ByteSource[] {
  const view = viewOf(directory);
  const entries: ByteSource[] = [];
  // Entries that lie on top of each other would make many files of one: no archiver writes such.
  const room = { left: archive.sizeBytes };
  const recent = new RecentBytes(RECENT_BYTES);
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === CENTRAL_HEADER; ) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const end = at + 46 + nameBytes + extraBytes + commentBytes;
    if (end > directory.length) throw damaged();
    const flags = view.getUint16(at + 8, true);
    const encoded = directory.subarray(at + 46, at + 46 + nameBytes);
    // Names are in code page 437 unless marked; most of those in use are ASCII in both.
    const name = new TextDecoder(flags & UTF8 ? 'utf-8' : 'iso-8859-1').decode(encoded);
    const extra = directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes);
    if (!name.endsWith('/')) entries.push(createEntry(archive, name, flags, view, at, { extra, room, recent }));
    at = end;
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function createEntry(
  archive: ByteSource,
  name: string,
  flags: number,
  view: DataView,
  at: number,
  { extra, room, recent }: { extra: Uint8Array; room: { left: number }; recent: RecentBytes },
): ByteSource {
  const method = view.getUint16(at + 10, true);
  const fields = { sizeBytes: 24, compressedBytes: 20, headerStart: 42 };
  const large = readLargeFields(extra);
  // Fields that do not fit in 32 bits are in the extra field, in this order.
  const [sizeBytes, compressedBytes, headerStart] = Object.values(fields).map((offset) => {
    const value = view.getUint32(at + offset, true);
    return value === 0xffffffff ? (large.shift() ?? value) : value;
  }) as [number, number, number];
  room.left -= compressedBytes;
  if (room.left < 0) throw damaged();
  const readable = (method === STORED || method === DEFLATED) && (flags & ENCRYPTED) === 0;
  const inflateEntry = (bytes: Uint8Array, sizeBytesMax: number) => {
    const { bytesLeft } = new Budget(bytes.length, { bytesPerByte: INFLATED_PER_BYTE });
    if (sizeBytesMax <= bytesLeft) return inflateRawStart(bytes, sizeBytesMax);
    throw new InputError(
      `${name}: would make ${sizeBytesMax} bytes of ${bytes.length}; ${bytesLeft} are the most that are unpacked here: unpack it yourself if that is right`,
    );
  };
  let content: Promise<ByteSource> | undefined;
  const open = async () => {
    if (!readable) {
      const why = flags & ENCRYPTED ? 'is encrypted' : `is compressed by method ${method}`;
      throw new InputError(`${name}: ${why}; plain and deflated entries of archives can be read`);
    }
    const header = await archive.read(headerStart, headerStart + 30);
    if (header.length < 30 || viewOf(header).getUint32(0, true) !== LOCAL_HEADER) throw damaged();
    const headerView = viewOf(header);
    const start = headerStart + 30 + headerView.getUint16(26, true) + headerView.getUint16(28, true);
    const end = start + compressedBytes;
    if (method === DEFLATED) return inflatedSource(archive, { name, start, end, sizeBytes }, inflateEntry, recent);
    return {
      name,
      sizeBytes,
      read: (from: number, to: number) => archive.read(Math.min(start + from, end), Math.min(start + to, end)),
    };
  };
  return {
    name,
    sizeBytes,
    read: async (start, end) => {
      // An archive may list a million empty files, and its header is read for each of the others.
      if (sizeBytes === 0) return new Uint8Array();
      content ??= open();
      return (await content).read(start, end);
    },
  };
}

/** The 64-bit numbers of the extra field that zip64 archives have. */
function readLargeFields(extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; ) {
    const sizeBytes = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const count = Math.min(sizeBytes, extra.length - at - 4) >> 3;
      return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(at + 4 + 8 * index, true)));
    }
    at += 4 + sizeBytes;
  }
  return [];
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const damaged = () => new InputError('is a zip archive that is damaged or cut short; get a whole copy');
