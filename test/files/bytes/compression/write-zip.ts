/** Writes zip archives for the tests. */
import { deflateRawSync } from 'node:zlib';

export interface Entry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly zip64?: boolean;
}

export function writeZip(entries: readonly Entry[], comment = ''): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8, flags = 1 << 11, zip64 = false } of entries) {
    const nameBytes = Buffer.from(name);
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(nameBytes.length, 26);
    const extra = Buffer.alloc(zip64 ? 28 : 0);
    const sizes = [Buffer.byteLength(content), data.length, at];
    if (zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      for (const [index, size] of sizes.entries()) extra.writeBigUInt64LE(BigInt(size), 4 + 8 * index);
    }
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    for (const [index, offset] of [24, 20, 42].entries())
      central.writeUInt32LE(zip64 ? 0xffffffff : sizes[index]!, offset);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt16LE(extra.length, 30);
    locals.push(local, nameBytes, data);
    centrals.push(central, nameBytes, extra);
    at += 30 + nameBytes.length + data.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...locals, directory, end, Buffer.from(comment)]));
}
