/** Writes a slice of CT as DICOM: explicit, little-endian, 12 bits of 16, as scanners do. */

const PADDED = 2;

function element(tag: number, vr: string, value: Buffer | string): Buffer {
  const padding = vr === 'UI' ? '\0' : ' ';
  const bytes = typeof value === 'string' ? Buffer.from(value.length % PADDED ? value + padding : value) : value;
  const isLong = vr === 'OW' || vr === 'OB';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(bytes.length, 8);
  else head.writeUInt16LE(bytes.length, 6);
  return Buffer.concat([head, bytes]);
}

const short = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

const long = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** @param values in Hounsfield units, −1024 to 3071, `side` of them in a row. */
export function writeDicomSlice(values: Int16Array, side: number, k: number): Uint8Array {
  const stored = Uint16Array.from(values, (value) => value + 1024);
  const meta = element(0x00020010, 'UI', '1.2.840.10008.1.2.1');
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020000, 'UL', long(meta.length)),
    meta,
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00080018, 'UI', `1.2.3.${k + 1}`),
    element(0x00080060, 'CS', 'CT'),
    element(0x00180050, 'DS', '0.7'),
    element(0x0020000e, 'UI', '1.2.3'),
    element(0x00200013, 'IS', String(k + 1)),
    element(0x00200032, 'DS', `-200\\-200\\${(0.7 * k).toFixed(1)}`),
    element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'),
    element(0x00280002, 'US', short(1)),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280010, 'US', short(side)),
    element(0x00280011, 'US', short(side)),
    element(0x00280030, 'DS', '0.78\\0.78'),
    element(0x00280100, 'US', short(16)),
    element(0x00280101, 'US', short(12)),
    element(0x00280102, 'US', short(11)),
    element(0x00280103, 'US', short(0)),
    element(0x00281052, 'DS', '-1024'),
    element(0x00281053, 'DS', '1'),
    element(0x7fe00010, 'OW', Buffer.from(stored.buffer)),
  ]);
}
