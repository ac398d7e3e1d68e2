/** Text of DICOM's character sets (PS3.3, section C.12.1.1.2) as what `TextDecoder` knows. */

const DEFAULT = 'iso-8859-1';

const ESCAPE = String.fromCharCode(0x1b);

/** The web's names of character sets without code extensions, by DICOM's. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

/** The web's names of those with code extensions, which escape sequences switch to. */
const EXTENDED_ENCODINGS: Readonly<Record<string, string>> = {
  'ISO 2022 IR 87': 'iso-2022-jp',
  'ISO 2022 IR 159': 'iso-2022-jp',
  'ISO 2022 IR 149': 'euc-kr',
  'ISO 2022 IR 58': 'gb18030',
};

/**
 * Text without control characters, which a terminal would follow.
 * @param characterSets values of Specific Character Set; the last that says something counts.
 */
export function decodeDicomText(bytes: Uint8Array, characterSets: readonly string[]): string {
  const extended = characterSets.map((name) => EXTENDED_ENCODINGS[name]).findLast((encoding) => encoding);
  const simple = characterSets.map((name) => ENCODINGS[name.replace('ISO 2022 IR', 'ISO_IR')]).findLast((name) => name);
  const text = new TextDecoder(extended ?? simple ?? DEFAULT).decode(bytes);
  const [first = '', ...rest] = text.split(ESCAPE);
  // Escape sequences that the decoder does not follow are left.
  const plain = first + rest.map((piece) => piece.replace(/^[$()\-.]{1,2}[@-~]/, '')).join('');
  return plain.replace(/\p{Cc}/gu, '');
}
