/** The magic of pictures. */

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_MAGIC = [0xff, 0xd8, 0xff];

export const isPng = (bytes: Uint8Array) => PNG_MAGIC.every((byte, index) => bytes[index] === byte);

/** Whether bytes begin as a JPEG file does. */
export const isJpeg = (bytes: Uint8Array) => JPEG_MAGIC.every((byte, index) => bytes[index] === byte);

/** The first box of a .jp2 file, and the first two markers of a bare codestream. */
const JPEG_2000_MAGICS = [
  [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a],
  [0xff, 0x4f, 0xff, 0x51],
] as const;

export const isJpeg2000 = (bytes: Uint8Array) =>
  JPEG_2000_MAGICS.some((magic) => magic.every((byte, index) => bytes[index] === byte));

/** The container of WebP, with its four bytes of size between. */
export const isWebp = (bytes: Uint8Array) => /^RIFF.{4}WEBP/s.test(String.fromCharCode(...bytes.subarray(0, 12)));

/** Sizes that the header behind the first 14 bytes may have. */
const BMP_HEADERS = [12, 40, 52, 56, 64, 108, 124];

/** Whether they start as BMP does: its two letters alone begin many other files. */
export const isBmp = (bytes: Uint8Array) =>
  bytes[0] === 0x42 &&
  bytes[1] === 0x4d &&
  BMP_HEADERS.includes(bytes[14]!) &&
  [6, 7, 8, 9, 15, 16, 17].every((at) => bytes[at] === 0);

/** Whether they are a photograph, a logo or a screenshot, if they are beside DICOM files. */
export const isPicture = (bytes: Uint8Array) => isPng(bytes) || isJpeg(bytes) || isJpeg2000(bytes) || isBmp(bytes);
