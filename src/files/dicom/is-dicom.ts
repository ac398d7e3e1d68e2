/** Whether a file is DICOM, by its first bytes. */
import { isMrc } from '../volumes/mrc/is-mrc.js';

/** Bytes before the prefix "DICM". */
export const PREAMBLE_SIZE_BYTES = 128;

/** The first element of a data set without preamble has a short value: a group's length, a character set or a date. */
const FIRST_VALUE_SIZE_MAX = 128;

/** Whether `bytes` have the prefix of a DICOM file after its preamble. */
export function hasPrefix(bytes: Uint8Array): boolean {
  return [0x44, 0x49, 0x43, 0x4d].every((byte, index) => bytes[PREAMBLE_SIZE_BYTES + index] === byte);
}

/**
 * Whether `bytes` start like a DICOM file: with preamble and prefix, or, as older programs write them, directly with an element
 * of group 2 or 8.
 */
export function isDicom(bytes: Uint8Array): boolean {
  if (hasPrefix(bytes)) return true;
  // A density map of eight columns starts with the number of group 8.
  if (bytes.length < 16 || isMrc(bytes)) return false;
  const [group, element] = [bytes[0]! | (bytes[1]! << 8), bytes[2]! | (bytes[3]! << 8)];
  const vr = /^(AE|CS|DA|DT|LO|OB|SH|TM|UI|UL)$/.test(String.fromCharCode(bytes[4]!, bytes[5]!));
  if (group === 0x0800 && bytes[2] === 0) return vr;
  if (group === 0x0002) return vr && element <= 0x0102;
  const sizeBytes = (bytes[4]! | (bytes[5]! << 8) | (bytes[6]! << 16) | (bytes[7]! << 24)) >>> 0;
  const short = sizeBytes <= FIRST_VALUE_SIZE_MAX && sizeBytes % 2 === 0;
  return group === 0x0008 && element <= 0x0060 && (vr || short);
}
