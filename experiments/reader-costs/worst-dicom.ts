/** DICOM files below 1 MiB that decode to as much as they can. */
import { deflateRawSync } from 'node:zlib';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const zeros = (size: number) => new Uint8Array(size);

/** An element of DICOM in explicit little-endian. */
function element(group: number, number: number, type: string, value: Uint8Array | string): Uint8Array {
  const text =
    typeof value === 'string' ? ascii(value.length % 2 === 0 ? value : `${value}${type === 'UI' ? '\0' : ' '}`) : value;
  const isLong = type === 'OB' || type === 'OW';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(type, 4, 'latin1');
  if (isLong) head.writeUInt32LE(text.length, 8);
  else head.writeUInt16LE(text.length, 6);
  return Buffer.concat([head, text]);
}

const word = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);

/** An image of many frames, which `pixels` holds, in the transfer syntax given. */
function dicom(syntax: string, side: number, frames: number, pixels: Uint8Array, isDeflated: boolean): Uint8Array {
  const meta = element(2, 0x10, 'UI', syntax);
  const data = Buffer.concat([
    element(8, 0x16, 'UI', '1.2.840.10008.5.1.4.1.1.7.2'),
    element(8, 0x60, 'CS', 'CT'),
    element(0x28, 2, 'US', word(1)),
    element(0x28, 4, 'CS', 'MONOCHROME2'),
    element(0x28, 8, 'IS', String(frames)),
    element(0x28, 0x10, 'US', word(side)),
    element(0x28, 0x11, 'US', word(side)),
    element(0x28, 0x100, 'US', word(8)),
    element(0x28, 0x101, 'US', word(8)),
    element(0x28, 0x102, 'US', word(7)),
    element(0x28, 0x103, 'US', word(0)),
    pixels,
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  const head = Buffer.concat([zeros(128), ascii('DICM'), element(2, 0, 'UL', length), meta]);
  return Buffer.concat([head, isDeflated ? deflateRawSync(data) : data]);
}

/** Zeros that deflate to less than a MiB. */
export function deflatedDicom(): Uint8Array {
  const [side, frames] = [1024, 900];
  return dicom('1.2.840.10008.1.2.1.99', side, frames, element(0x7fe0, 0x10, 'OB', zeros(side * side * frames)), true);
}

const item = (bytes: Uint8Array) => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};

function fragmentsOf(frames: readonly Uint8Array[]): Uint8Array {
  const start = Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]);
  return Buffer.concat([start, item(zeros(0)), ...frames, end]);
}

/** Runs of 128 zeros, two bytes each: the most that RLE makes of anything. */
export function rleDicom(): Uint8Array {
  const [side, frames] = [1024, 62];
  const runs = Buffer.alloc((2 * side * side) / 128);
  for (let at = 0; at < runs.length; at += 2) runs[at] = 0x81;
  const head = Buffer.alloc(64);
  head.writeUInt32LE(1, 0);
  head.writeUInt32LE(64, 4);
  const frame = item(Buffer.concat([head, runs]));
  return dicom('1.2.840.10008.1.2.5', side, frames, fragmentsOf(Array.from({ length: frames }, () => frame)), false);
}

/** Frames of 3600² zeros, as OpenJPEG 2.5.4 and CharLS 2.4.3 encode them. */
const ZERO_FRAMES = {
  '1.2.840.10008.1.2.4.90':
    '/0//UQApAAAAAA4QAAAOEAAAAAAAAAAAAAAOEAAADhAAAAAAAAAAAAABBwEB/1IADAAAAAEABQQEAAH/XAATQEBISFBISFBISFBISFBISFD/ZA' +
    'AlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAABDAAH/k+/gFfwCf4BP8AoRUFSv/3/piWB/EVBUr/9//3iGEVBU' +
    'r/9//3ELEVBUr/9/YR//f4CAgICA/9k=',
  '1.2.840.10008.1.2.4.80':
    '/9j/6AAgU1BJRkYAAgAAAQAADhAAAA4QCggGAQAAASwAAAEs/+gACAAAAAH/2P/3AAsIDhAOEAEBEQD/2gAIAQEAAAAA/3//f/9//3//f/9//3' +
    '//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9/' +
    '/3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/' +
    '9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//' +
    'f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3' +
    '//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9/' +
    '/3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//f/9//3//fP/Z',
} as const;

/** As many of such frames as are read, or more. */
export function encodedDicom(syntax: keyof typeof ZERO_FRAMES, frames: number): Uint8Array {
  const bytes = Buffer.from(ZERO_FRAMES[syntax], 'base64');
  const frame = item(bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, zeros(1)]));
  return dicom(syntax, 3600, frames, fragmentsOf(Array.from({ length: frames }, () => frame)), false);
}
