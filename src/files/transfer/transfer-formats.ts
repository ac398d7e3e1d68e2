/** The formats of transfer functions that tilecast reads, recognised by content first and by name second. */
import { InputError } from '../../errors.js';
import { parseTransfer } from '../../transfer/parse-transfer.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { parseVolumeProperty } from './slicer-volume-property.js';

/** A format of transfer functions, and its reader. */
export interface TransferFormat {
  /** Its name, as messages and lists have it. */
  readonly name: string;
  /** File name endings, in lower case. */
  readonly extensions: readonly string[];
  /** Whether the content says that it is of this format. */
  readonly recognizes: (text: string) => boolean;
  /** @throws InputError, one line that starts with the file's name. */
  readonly read: (text: string, name: string) => TransferFunction;
}

/** The formats of transfer functions and colour maps of other programs that are read. */
export const TRANSFER_FORMATS: readonly TransferFormat[] = [
  {
    name: "3D Slicer's volume property",
    extensions: ['.vp', '.vp.json'],
    recognizes: (text) => /^\s*\d/.test(text) || (/^\s*\{/.test(text) && /"volumeProperties"\s*:/.test(text)),
    read: parseVolumeProperty,
  },
  { name: 'JSON', extensions: ['.json'], recognizes: (text) => /^\s*[[{]/.test(text), read: parseTransfer },
];

/**
 * Reads a transfer function of any known format.
 * @param name of the file: it stands in messages, and gives the format where the content does not.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export function readTransfer(text: string, name: string): TransferFunction {
  const format =
    TRANSFER_FORMATS.find(({ recognizes }) => recognizes(text)) ??
    TRANSFER_FORMATS.find(({ extensions }) => extensions.some((extension) => name.toLowerCase().endsWith(extension)));
  if (!format) {
    const known = TRANSFER_FORMATS.map((known) => `${known.name} (${known.extensions.join(', ')})`).join(', ');
    throw new InputError(`${name}: is not a transfer function that tilecast knows; it reads ${known}`);
  }
  return format.read(text, name);
}
