/** Bodies of several parts, as servers answer with files and frames (RFC 2046, section 5.1; PS3.18, section 8.6). */
import { InputError } from '../../../errors.js';

export interface BodyPart {
  /** The part's type with its parameters; empty where it has none. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];

/** A part's headers are shorter: a body without an empty line after them is none. */
const HEADER_BYTES_MAX = 1 << 14;

/**
 * The parts of a body, or the only one of a body that is no multipart.
 * @throws InputError, without the address, for one that is cut off or has no boundary.
 */
export function splitMultipart(bytes: Uint8Array, contentType: string): BodyPart[] {
  if (!/^\s*multipart\//i.test(contentType)) return [{ contentType, bytes }];
  const boundary = readParameter(contentType, 'boundary');
  if (boundary === undefined) throw new InputError('the server sends parts without saying what is between them');
  const marker = new TextEncoder().encode(`--${boundary}`);
  const parts: BodyPart[] = [];
  let at = startsWith(bytes, marker, 0) ? 0 : findLine(bytes, marker, 0);
  while (at !== undefined) {
    const after = at + marker.length;
    if (bytes[after] === 0x2d && bytes[after + 1] === 0x2d) return parts;
    const next = findLine(bytes, marker, after);
    if (next === undefined) break;
    parts.push(readPart(bytes.subarray(after, next - 2)));
    at = next;
  }
  throw new InputError('the server sends parts that end early; try again');
}

/** A parameter of a media type, in quotes or not. */
export function readParameter(contentType: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(contentType) ?? [];
  return quoted ?? plain;
}

/** @param bytes from after the boundary to before the line end of the next. */
function readPart(bytes: Uint8Array): BodyPart {
  const empty = Uint8Array.of(CARRIAGE_RETURN, LINE_FEED, CARRIAGE_RETURN, LINE_FEED);
  const end = findBytes(bytes.subarray(0, HEADER_BYTES_MAX), empty, 0);
  if (end === undefined) throw new InputError('the server sends a part without an end of its headers');
  const headers = new TextDecoder('latin1').decode(bytes.subarray(0, end));
  const [, contentType = ''] = /^content-type:[ \t]*(.*?)[ \t]*\r?$/im.exec(headers) ?? [];
  return { contentType, bytes: bytes.subarray(end + empty.length) };
}

/** The first place from `from` on where `marker` begins a line. */
function findLine(bytes: Uint8Array, marker: Uint8Array, from: number): number | undefined {
  const line = Uint8Array.of(CARRIAGE_RETURN, LINE_FEED, ...marker);
  const found = findBytes(bytes, line, from);
  return found === undefined ? undefined : found + 2;
}

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (startsWith(bytes, wanted, at)) return at;
  }
  return undefined;
}

const startsWith = (bytes: Uint8Array, wanted: Uint8Array, at: number) =>
  wanted.every((byte, index) => bytes[at + index] === byte);
