/** Bytes as base64 text (RFC 4648), and back. */

const [INVALID, BLANK, PADDING] = [-1, -2, -3];

const SEXTETS = new Int8Array(256).fill(INVALID);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  SEXTETS[letter.charCodeAt(0)] = value;
}
for (const blank of ' \t\r\n') SEXTETS[blank.charCodeAt(0)] = BLANK;
SEXTETS['='.charCodeAt(0)] = PADDING;

/** A multiple of three, so that no piece but the last is padded. */
const PIECE_BYTES = 3 << 13;

/** The bytes as one text with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))));
  }
  return pieces.join('');
}

/**
 * The first `sizeBytes` bytes of base64 `text`, or fewer where it ends or another character follows. Blanks do not count,
 * and after padding the next group of four starts, as in formats of XML.
 */
export function decodeBase64(text: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(sizeBytes, Math.ceil(text.length / 4) * 3));
  let done = 0;
  let group = 0;
  let sextets = 0;
  let padding = 0;
  for (let at = 0; at < text.length && done < bytes.length; at++) {
    const value = SEXTETS[text[at]!]!;
    if (value === BLANK) continue;
    if (value === INVALID) break;
    if (value === PADDING) padding++;
    group = (group << 6) | (value === PADDING ? 0 : value);
    if (++sextets < 4) continue;
    for (let byte = 0; byte < 3 - padding && done < bytes.length; byte++) bytes[done++] = group >> (16 - 8 * byte);
    group = 0;
    sextets = 0;
    padding = 0;
  }
  // Some writers leave the padding out at the end.
  for (let byte = 0; 8 * (byte + 1) <= 6 * sextets && done < bytes.length; byte++) {
    bytes[done++] = (group << (6 * (4 - sextets))) >> (16 - 8 * byte);
  }
  return bytes.subarray(0, done);
}
